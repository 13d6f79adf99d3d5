import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Frame, Page, Request as PageRequest, Route } from 'playwright';
import { app } from './app.ts';
import { fromChromium, toChromium } from './chromium-address.ts';
import { onCommand } from './commands.ts';
import { tell } from './effects.ts';
import { invokeHandler } from './ipc.ts';
import { type DoubleSession, session } from './session.ts';
import { type Area, screen } from './system.ts';
import { createWebContents, type DoubleWebContents } from './web-contents.ts';

interface WindowOptions {
  readonly x?: number;
  readonly y?: number;
  readonly width: number;
  readonly height: number;
  readonly webPreferences: {
    readonly preload?: string;
    readonly javascript?: boolean;
    readonly session?: DoubleSession;
  } & Readonly<Record<string, unknown>>;
}

/** A window that asks for nothing, such as an empty one, is closed after this long, in milliseconds. */
const ASKED_WITHIN_MS = 3000;

/** Whether windows are opened without a browser: a page that is called for by commands alone, in faults and measures. */
const IS_BLIND = process.env['ENCRIER_TEST_WINDOW'] === 'none';

const windows = new Set<BrowserWindow>();
let opened = 0;

/** Electron's class, as far as the app uses it. A test attaches to the page inside and drives it. */
// oxlint-disable-next-line encrier/only-errors-are-classes -- the app constructs it with `new`, as Electron's
export class BrowserWindow extends EventEmitter {
  readonly webContents: DoubleWebContents;
  readonly options: WindowOptions;
  #context: BrowserContext | null = null;
  #page: Page | null = null;
  #expected = '';
  #isMaximized = false;
  #bounds: Area;

  constructor(options: WindowOptions) {
    super();
    this.options = options;
    this.#bounds = placeOf(options);
    this.webContents = createWebContents(() => (IS_BLIND ? { url: () => this.#expected } : this.#page));
    windows.add(this);
    app.emit('web-contents-created', {}, this.webContents);
  }

  async loadURL(url: string): Promise<void> {
    const page = IS_BLIND ? null : (this.#page ?? (await this.#open()));
    this.#expected = toChromium(url);
    if (page === null) tell({ kind: 'window', port: 0 });
    await page?.goto(this.#expected).catch((error: unknown) => {
      if (this.#context !== null) throw error; // else the app was quit meanwhile
    });
    this.webContents.emit('did-finish-load');
    this.emit('ready-to-show');
  }

  async #open(): Promise<Page> {
    // Only where a window is shown: this weighs more than the app.
    const { debuggingPort, openBrowser, preloadScript } = await import('./browser.ts');
    const { preload, javascript } = this.options.webPreferences;
    opened += 1;
    // The first is the app's own, whose storage outlives it.
    const profile = join(app.getPath('userData'), opened === 1 ? 'window' : `window-${opened}`);
    const context = await openBrowser({
      profile,
      size: { width: this.options.width, height: this.options.height },
      hasScripts: javascript !== false,
      invoke:
        preload === undefined
          ? null
          : (frame, channel, args) =>
              invokeHandler(channel, this.webContents, this.webContents.senderFrame(frame), args),
    });
    if (preload !== undefined)
      await context.addInitScript({ content: preloadScript(readFileSync(preload, 'utf8')) });
    await context.route('**/*', (route) => this.#answer(route));
    const page = context.pages()[0] ?? (await context.newPage());
    context.on('page', (opened) => void this.#refuse(opened));
    page.on('dialog', () => undefined); // A test answers.
    this.#context = context;
    this.#page = page;
    tell({ kind: 'window', port: debuggingPort(profile) });
    return page;
  }

  /** What a page opens is asked about where its first request shows its address, and never stays. */
  async #refuse(opened: Page): Promise<void> {
    await opened.waitForEvent('requestfailed', { timeout: ASKED_WITHIN_MS }).catch(() => undefined);
    // By the protocol: Playwright's own close can wait for ever for a page whose first navigation was refused.
    const session = await opened
      .context()
      .newCDPSession(opened)
      .catch(() => null); // It has gone by itself.
    await session?.send('Page.close').catch(() => undefined); // As above.
  }

  async #answer(route: Route): Promise<void> {
    const request = route.request();
    const url = fromChromium(request.url());
    const frame = request.isNavigationRequest() ? frameOf(request) : null;
    if (request.isNavigationRequest() && frame?.page() !== this.#page) {
      if (this.webContents.askToOpen(url) === 'deny') tell({ kind: 'refused-window', url });
      await route.abort();
      return;
    }
    if (frame !== null && !this.#mayNavigate(url, frame === this.#page?.mainFrame())) {
      tell({ kind: 'refused-navigation', url });
      await route.abort('aborted');
      return;
    }
    const own = this.options.webPreferences.session ?? session.defaultSession;
    const handle = own.schemeHandler(new URL(url).protocol.slice(0, -1));
    if (handle === null || !own.mayRequest(url)) {
      tell({ kind: 'blocked-request', url });
      await route.abort('blockedbyclient');
      return;
    }
    const answer = await handle(new Request(url, { method: request.method() }));
    await route.fulfill({
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: Buffer.from(await answer.arrayBuffer()),
    });
  }

  #mayNavigate(url: string, isMainFrame: boolean): boolean {
    if (isMainFrame && toChromium(url) === this.#expected) return true;
    let isPrevented = false;
    const preventDefault = () => {
      isPrevented = true;
    };
    this.webContents.emit('will-frame-navigate', { url, isMainFrame, preventDefault });
    return !isPrevented;
  }

  async close(): Promise<void> {
    this.emit('close');
    await this.#tellPage();
    const context = this.#context;
    this.#context = null;
    await context?.close();
    windows.delete(this);
    this.emit('closed');
    if (windows.size === 0) app.emit('window-all-closed');
  }

  /** A page is told that it ends; closing it by the debugger does not. */
  async #tellPage(): Promise<void> {
    if (this.options.webPreferences.javascript === false) return;
    const telling = this.#page?.evaluate(() => window.dispatchEvent(new Event('pagehide')));
    await telling?.catch(() => undefined); // It may be gone already.
  }

  setContentSize(width: number, height: number): void {
    this.#bounds = { ...this.#bounds, width, height };
    void this.#page?.setViewportSize({ width, height });
  }
  /** As the author does with the mouse. */
  dragTo(bounds: Area): void {
    this.setContentSize(bounds.width, bounds.height);
    this.#bounds = bounds;
    this.emit('move');
    this.emit('resize');
  }
  show(): void {}
  focus(): void {}
  restore(): void {}
  isMinimized(): boolean {
    return false;
  }
  maximize(): void {
    this.#isMaximized = true;
    this.emit('maximize');
  }
  isMaximized(): boolean {
    return this.#isMaximized;
  }
  getNormalBounds(): Area {
    return this.#bounds;
  }
}

/** Where no place is asked for, Electron takes the middle of the primary display. */
function placeOf({ x, y, width, height }: WindowOptions): Area {
  const { workArea } = screen.getPrimaryDisplay();
  const middle = {
    x: workArea.x + Math.round((workArea.width - width) / 2),
    y: workArea.y + Math.round((workArea.height - height) / 2),
  };
  return { x: x ?? middle.x, y: y ?? middle.y, width, height };
}

/** The frame that goes somewhere; null when it belongs to a window that is only being opened. */
function frameOf(request: PageRequest): Frame | null {
  try {
    return request.frame();
  } catch {
    return null;
  }
}

app.beforeExit(async () => {
  for (const window of windows) await window.close();
});
onCommand('window-options', () =>
  structuredClone(
    [...windows].map(({ options }) => {
      const { session: own, ...webPreferences } = options.webPreferences;
      return { ...options, webPreferences: { ...webPreferences, hasOwnSession: own !== undefined } };
    }),
  ),
);
onCommand('window-state', () => {
  const [window] = windows;
  return (
    window && {
      bounds: window.getNormalBounds(),
      isMaximized: window.isMaximized(),
      zoom: window.webContents.getZoomLevel(),
    }
  );
});
/** What the author does with the first window. */
onCommand('place-window', ({ bounds, isMaximized }: { bounds: Area; isMaximized: boolean }) => {
  const [window] = windows;
  window?.dragTo(bounds);
  if (isMaximized) window?.maximize();
});
onCommand('invoke-as', async ({ url, name, input }: { url: string; name: string; input: unknown }) => {
  const [window] = windows;
  return window === undefined ? null : invokeHandler('invoke', window.webContents, { url }, [name, input]);
});
/** What the page of the first window would call. */
onCommand('call', async ({ name, input }: { name: string; input: unknown }) => {
  const [window] = windows;
  if (window === undefined) return null;
  const { webContents } = window;
  return invokeHandler('invoke', webContents, webContents.mainFrame, [name, input]);
});
