import type { SitePreview } from '#site/admin/context.ts';
import type { HostClient } from './ipc-transport.ts';

type ShownText = Parameters<SitePreview['show']>[0];

/** The previewed site, which is sent what is typed only while its window is open; else the last text waits for it. */
export function createSitePreview(
  host: Pick<HostClient, 'isSiteOpen' | 'openSite' | 'showText'>,
  page: Pick<Window, 'addEventListener'>,
): SitePreview {
  let waiting: { readonly text: ShownText } | null = null;

  async function send(text: ShownText): Promise<void> {
    waiting = null;
    await host.showText({ text });
  }

  /** The form goes on sending what it holds, and tells what goes on failing. */
  async function sendWaiting(): Promise<void> {
    if (waiting !== null) await send(waiting.text).catch(() => undefined);
  }

  // The menu of the app opens the window too, which then takes the focus.
  page.addEventListener('blur', () => {
    if (waiting === null) return;
    host.isSiteOpen({}).then(
      ({ isOpen }) => (isOpen ? sendWaiting() : undefined),
      () => undefined,
    );
  });
  return {
    async show(text) {
      if (text !== null) {
        waiting = { text };
        if (!(await host.isSiteOpen({})).isOpen) return;
      }
      await send(text);
    },
    async open(width) {
      await sendWaiting();
      await host.openSite({ width });
    },
  };
}
