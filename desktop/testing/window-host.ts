import { EventEmitter, once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import type { Browser, BrowserContext, Frame, Page, Request, Route } from 'playwright';
import type { PageAnswer, PageCall, PageRequest, WindowWanted } from './double/window-messages.ts';

interface HostOptions {
  readonly browser: Browser;
  /** Where the storage of the app’s own window outlives it. */
  readonly storageFile: string;
  /** Gives the app a command of the stand-in. */
  readonly ask: (name: string, input: unknown) => Promise<unknown>;
}

interface ShownWindow {
  readonly wanted: WindowWanted;
  readonly context: BrowserContext;
  readonly page: Page;
}

/** The app’s own window; what is opened next is the previewed site. */
const OWN = 1;
/** A window that asks for nothing, such as an empty one, is closed after this long, in milliseconds. */
const ASKED_WITHIN_MS = 3000;

/**
 * Shows the windows of a stand-in (desktop/testing/double/window.ts) in this process's Chromium, each in a context of its own: a
 * Chromium and a Playwright for each start would cost twice what the app does. The app decides all, as Electron's does.
 */
export function createWindowHost({ browser, storageFile, ask }: HostOptions) {
  const windows = new Map<number, ShownWindow>();
  const opened = new EventEmitter();

  async function open(wanted: WindowWanted): Promise<void> {
    const isKept = wanted.number === OWN && existsSync(storageFile);
    const context = await browser.newContext({
      viewport: wanted.size,
      javaScriptEnabled: wanted.hasScripts,
      locale: 'fr-FR',
      timezoneId: 'Europe/Paris',
      serviceWorkers: 'block',
      ...(isKept ? { storageState: storageFile } : {}),
    });
    const page = await context.newPage();
    const shown = { wanted, context, page };
    if (wanted.preload !== null) await load(wanted.preload, shown);
    await context.route('**/*', (route) => answer(route, shown));
    context.on('page', (other) => void refuse(other));
    page.on('framenavigated', (frame) => void follow(frame, shown));
    windows.set(wanted.number, shown);
    opened.emit(`window ${wanted.number}`, page);
  }

  async function load(preload: string, { wanted, context, page }: ShownWindow): Promise<void> {
    await context.exposeBinding('__invoke', ({ frame }, channel: string, args: readonly unknown[]) => {
      const isMain = frame === page.mainFrame();
      const call: PageCall = { window: wanted.number, frame: frame.url(), isMain, channel, args };
      return ask('page-call', call);
    });
    await context.addInitScript({ content: preloadScript(preload) });
  }

  async function answer(route: Route, { wanted, page }: ShownWindow): Promise<void> {
    const request = route.request();
    const asked: PageRequest = {
      window: wanted.number,
      at: page.url(),
      url: request.url(),
      method: request.method(),
      goes: request.isNavigationRequest() ? whatGoes(frameOf(request), page) : null,
    };
    const { refused, ...answered } = (await ask('page-request', asked).catch(() => ({
      refused: 'failed', // The app has ended.
    }))) as PageAnswer;
    if (refused !== undefined) await route.abort(refused);
    else await route.fulfill({ ...answered, body: Buffer.from(answered.body ?? []) });
  }

  async function follow(frame: Frame, { wanted, page }: ShownWindow): Promise<void> {
    if (frame !== page.mainFrame()) return;
    await ask('page-went', { window: wanted.number, at: page.url() }).catch(() => undefined); // The app has ended.
  }

  async function keepStorage(): Promise<void> {
    const own = windows.get(OWN);
    if (own === undefined) return;
    const state = await own.context.storageState();
    if (state.origins.length > 0 || existsSync(storageFile))
      writeFileSync(storageFile, JSON.stringify(state));
  }

  async function close(number: number): Promise<void> {
    const shown = windows.get(number);
    if (shown === undefined) return;
    // A page is told that it ends; closing it by the debugger does not.
    if (shown.wanted.hasScripts)
      await shown.page.evaluate(() => window.dispatchEvent(new Event('pagehide'))).catch(() => undefined);
    if (number === OWN) await keepStorage();
    windows.delete(number);
    await shown.context.close();
  }

  const pageOf = (number: number): Page => {
    const shown = windows.get(number);
    if (shown === undefined) throw new Error(`window ${number} is closed`);
    return shown.page;
  };
  const requests: Readonly<Record<string, (input: never) => Promise<void>>> = {
    'open-window': open,
    load: ({ window, url }: { window: number; url: string }) => pageOf(window).goto(url).then(nothing),
    reload: ({ window }: { window: number }) => pageOf(window).reload().then(nothing),
    resize: ({ window, ...size }: { window: number; width: number; height: number }) =>
      pageOf(window).setViewportSize(size),
    'close-window': ({ window }: { window: number }) => close(window),
  };
  return {
    /** Does what the stand-in asks for. */
    serve: (name: string, input: unknown): Promise<void> =>
      requests[name]?.(input as never) ?? Promise.reject(new Error(`no window can ${name}`)), // as it states
    /** The page of a window, once it is open. */
    page: async (number: number): Promise<Page> =>
      windows.get(number)?.page ?? ((await once(opened, `window ${number}`)) as [Page])[0],
    /** Keeps what the page stored, as a disk has it when the program is killed. */
    keepStorage,
    /** Takes the windows away at once, telling no page. */
    async remove(): Promise<void> {
      for (const { context } of windows.values()) await context.close();
      windows.clear();
    },
  };
}

const nothing = (): undefined => undefined;

/** What opens is asked about where its first request shows its address, and never stays. */
async function refuse(opened: Page): Promise<void> {
  await opened.waitForEvent('requestfailed', { timeout: ASKED_WITHIN_MS }).catch(() => undefined);
  // By the protocol: Playwright's own close can wait for ever for a page whose first navigation was refused.
  const session = await opened
    .context()
    .newCDPSession(opened)
    .catch(() => null); // It has gone by itself.
  await session?.send('Page.close').catch(() => undefined); // As above.
}

function whatGoes(frame: Frame | null, page: Page): PageRequest['goes'] {
  if (frame?.page() !== page) return 'another-window';
  return frame === page.mainFrame() ? 'main' : 'inner';
}

/** The frame that goes somewhere; null when it belongs to a window that is only being opened. */
function frameOf(request: Request): Frame | null {
  try {
    return request.frame();
  } catch {
    return null;
  }
}

/** The real preload, in a function that knows what Electron's sandbox gives it, in the main frame alone. */
function preloadScript(source: string): string {
  return `(() => {
    const bridge = globalThis.__invoke;
    delete globalThis.__invoke;
    if (globalThis !== globalThis.top) return;
    const electron = {
      contextBridge: { exposeInMainWorld: (name, value) => Object.defineProperty(globalThis, name, { value, enumerable: true }) },
      ipcRenderer: { invoke: (channel, ...args) => bridge(channel, structuredClone(args)) },
    };
    const require = (name) => {
      if (name !== 'electron') throw new Error('a sandboxed preload cannot load ' + name);
      return electron;
    };
    (function (require, module, exports, process) { ${source}
    })(require, { exports: {} }, {}, { versions: {} });
  })();`;
}
