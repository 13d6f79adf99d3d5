import { EventEmitter } from 'node:events';
import type { Frame, Page } from 'playwright';
import { fromChromium } from './chromium-address.ts';

/** The main frame of a window, one object as long as the window lives. */
export interface DoubleFrame {
  readonly url: string;
}

/** A page, or what stands for one where no browser is open. */
type ShownPage = Pick<Page, 'url'> & Partial<Pick<Page, 'reload' | 'mainFrame'>>;

type OpenHandler = (details: { readonly url: string }) => { readonly action: string };

/** The part of Electron's WebContents that the app uses, over a page of Chromium. */
export function createWebContents(page: () => ShownPage | null) {
  const events = new EventEmitter();
  let openHandler: OpenHandler = () => ({ action: 'allow' });
  let zoom = 0;
  const mainFrame: DoubleFrame = {
    get url() {
      return fromChromium(page()?.url() ?? 'about:blank');
    },
  };
  return Object.assign(events, {
    mainFrame,
    getURL: () => mainFrame.url,
    reload: () =>
      void page()
        ?.reload?.()
        .catch(() => undefined), // a later load takes its place
    setWindowOpenHandler: (handler: OpenHandler) => {
      openHandler = handler;
    },
    askToOpen: (url: string) => openHandler({ url }).action,
    setZoomLevel: (level: number) => {
      zoom = level;
    },
    getZoomLevel: () => zoom,
    /** Whom a call came from, as ipcMain tells it. */
    senderFrame: (frame: Frame): DoubleFrame =>
      frame === page()?.mainFrame?.() ? mainFrame : { url: fromChromium(frame.url()) },
  });
}

export type DoubleWebContents = ReturnType<typeof createWebContents>;
