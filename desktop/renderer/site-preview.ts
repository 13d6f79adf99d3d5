import type { SitePreview } from '#site/admin/context.ts';
import type { HostClient } from './ipc-transport.ts';

/** The previewed site. Nothing stays there of a form that the page before this one had. */
export function createSitePreview(host: Pick<HostClient, 'openSite' | 'showText'>): SitePreview {
  host.showText({ text: null }).catch(() => undefined); // A form tells what goes on failing.
  return {
    show: (text) => host.showText({ text }),
    open: (width) => host.openSite({ width }),
  };
}
