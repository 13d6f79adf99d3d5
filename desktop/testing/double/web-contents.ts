import { EventEmitter } from 'node:events';
import { fromChromium } from './chromium-address.ts';

/** The main frame of a window, one object as long as the window lives. */
export interface DoubleFrame {
  readonly url: string;
}

/** What stands for the page, which is in another process. */
interface ShownPage {
  url(): string;
  reload(): void;
}

type OpenHandler = (details: { readonly url: string }) => { readonly action: string };

/** The part of Electron's WebContents that the app uses, over a page of Chromium. */
export function createWebContents(page: ShownPage) {
  const events = new EventEmitter();
  let openHandler: OpenHandler = () => ({ action: 'allow' });
  let zoom = 0;
  const mainFrame: DoubleFrame = {
    get url() {
      return fromChromium(page.url());
    },
  };
  return Object.assign(events, {
    mainFrame,
    getURL: () => mainFrame.url,
    reload: () => page.reload(),
    setWindowOpenHandler: (handler: OpenHandler) => {
      openHandler = handler;
    },
    askToOpen: (url: string) => openHandler({ url }).action,
    setZoomLevel: (level: number) => {
      zoom = level;
    },
    getZoomLevel: () => zoom,
  });
}

export type DoubleWebContents = ReturnType<typeof createWebContents>;
