import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { app } from './app.ts';
import { fromChromium, toChromium } from './chromium-address.ts';
import { askTest, onCommand } from './commands.ts';
import { tell } from './effects.ts';
import { invokeHandler } from './ipc.ts';
import { type DoubleSession, session } from './session.ts';
import { type Area, screen } from './system.ts';
import { createWebContents, type DoubleWebContents } from './web-contents.ts';
import type { PageAnswer, PageCall, PageRequest, WindowWanted } from './window-messages.ts';

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

/** Whether windows are opened without a browser: a page that is called for by commands alone, in faults and measures. */
const IS_BLIND = process.env['ENCRIER_TEST_WINDOW'] === 'none';

const windows = new Map<number, BrowserWindow>();
let opened = 0;

/** Electron's class, as far as the app uses it. The test shows the page of each and drives it. */
// oxlint-disable-next-line encrier/only-errors-are-classes -- the app constructs it with `new`, as Electron's
export class BrowserWindow extends EventEmitter {
  readonly webContents: DoubleWebContents;
  readonly options: WindowOptions;
  readonly #number: number;
  #isOpen = false;
  #at = 'about:blank';
  #expected = '';
  #isMaximized = false;
  #bounds: Area;

  constructor(options: WindowOptions) {
    super();
    this.options = options;
    this.#bounds = placeOf(options);
    opened += 1;
    this.#number = opened;
    this.webContents = createWebContents({
      url: () => (IS_BLIND ? this.#expected : this.#at),
      reload: () => void this.#ask('reload').catch(() => undefined), // a later load takes its place
    });
    windows.set(this.#number, this);
    app.emit('web-contents-created', {}, this.webContents);
  }

  async loadURL(url: string): Promise<void> {
    if (!IS_BLIND && !this.#isOpen) await this.#open();
    this.#expected = toChromium(url);
    if (IS_BLIND) tell({ kind: 'window' });
    else
      await this.#ask('load', { url: this.#expected }).catch((error: unknown) => {
        if (this.#isOpen) throw error; // else the app was quit meanwhile
      });
    this.webContents.emit('did-finish-load');
    this.emit('ready-to-show');
  }

  async #open(): Promise<void> {
    const { preload, javascript } = this.options.webPreferences;
    const wanted: WindowWanted = {
      number: this.#number,
      size: { width: this.options.width, height: this.options.height },
      hasScripts: javascript !== false,
      preload: preload === undefined ? null : readFileSync(preload, 'utf8'),
    };
    await askTest('open-window', wanted);
    this.#isOpen = true;
    tell({ kind: 'window' });
  }

  #ask(name: string, input: object = {}): Promise<unknown> {
    return askTest(name, { window: this.#number, ...input });
  }

  /** The page is there now. */
  wentTo(at: string): void {
    this.#at = at;
  }

  async answer({ url: address, method, goes }: PageRequest): Promise<PageAnswer> {
    const url = fromChromium(address);
    if (goes === 'another-window') {
      if (this.webContents.askToOpen(url) === 'deny') tell({ kind: 'refused-window', url });
      return { refused: 'failed' };
    }
    if (goes !== null && !this.#mayNavigate(url, goes === 'main')) {
      tell({ kind: 'refused-navigation', url });
      return { refused: 'aborted' };
    }
    const own = this.options.webPreferences.session ?? session.defaultSession;
    const handle = own.schemeHandler(new URL(url).protocol.slice(0, -1));
    if (handle === null || !own.mayRequest(url)) {
      tell({ kind: 'blocked-request', url });
      return { refused: 'blockedbyclient' };
    }
    const answer = await handle(new Request(url, { method }));
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: new Uint8Array(await answer.arrayBuffer()),
    };
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
    // Whoever waits for a page that is being closed is told no more.
    const isShown = this.#isOpen;
    this.#isOpen = false;
    if (isShown) await this.#ask('close-window');
    windows.delete(this.#number);
    this.emit('closed');
    if (windows.size === 0) app.emit('window-all-closed');
  }

  setContentSize(width: number, height: number): void {
    this.#bounds = { ...this.#bounds, width, height };
    if (this.#isOpen) void this.#ask('resize', { width, height }).catch(() => undefined); // closed meanwhile
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

app.beforeExit(async () => {
  for (const window of windows.values()) await window.close();
});
onCommand('page-went', ({ window, at }: { readonly window: number; readonly at: string }) =>
  windows.get(window)?.wentTo(at),
);
onCommand('page-request', (asked: PageRequest): Promise<PageAnswer> | PageAnswer => {
  const window = windows.get(asked.window);
  window?.wentTo(asked.at);
  return window?.answer(asked) ?? { refused: 'failed' };
});
onCommand('page-call', ({ window: number, frame, isMain, channel, args }: PageCall) => {
  const window = windows.get(number);
  if (window === undefined) throw new Error('the window is closed');
  if (isMain) window.wentTo(frame);
  const { webContents } = window;
  const sender = isMain ? webContents.mainFrame : { url: fromChromium(frame) };
  return invokeHandler(channel, webContents, sender, args);
});
onCommand('window-options', () =>
  structuredClone(
    [...windows.values()].map(({ options }) => {
      const { session: own, ...webPreferences } = options.webPreferences;
      return { ...options, webPreferences: { ...webPreferences, hasOwnSession: own !== undefined } };
    }),
  ),
);
onCommand('window-state', () => {
  const [window] = windows.values();
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
  const [window] = windows.values();
  window?.dragTo(bounds);
  if (isMaximized) window?.maximize();
});
onCommand('invoke-as', async ({ url, name, input }: { url: string; name: string; input: unknown }) => {
  const [window] = windows.values();
  return window === undefined ? null : invokeHandler('invoke', window.webContents, { url }, [name, input]);
});
/** What the page of the first window would call. */
onCommand('call', async ({ name, input }: { name: string; input: unknown }) => {
  const [window] = windows.values();
  if (window === undefined) return null;
  const { webContents } = window;
  return invokeHandler('invoke', webContents, webContents.mainFrame, [name, input]);
});
