import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright';
import { listenTo } from './child-commands.ts';
import type { Effect } from './double/effects.ts';
import { startElectron } from './electron-app.ts';
import { standInFlags } from './stand-in.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MAIN = fileURLToPath(new URL('../../dist/desktop/main/main.js', import.meta.url));

/** The built app, running in plain Node with the stand-in for Electron, and its window. */
export interface RunningApp {
  readonly page: Page;
  /** The window that was opened next: the previewed site. */
  siteWindow(): Promise<Page>;
  /** All the app did to the outside so far. */
  effects(): readonly Effect[];
  /** Gives a command of the stand-in (desktop/testing/double). */
  tell(name: string, input?: unknown): Promise<unknown>;
  /** Quits as the menu does, and waits for the end. */
  quit(): Promise<void>;
  /** Ends program and window at once, as a crash or a power cut does. */
  kill(): Promise<void>;
}

interface AppOptions {
  /** Where it keeps its settings. */
  readonly userData: string;
  /** What the command line says besides. */
  readonly words?: readonly string[];
}

/** Starts the built app, in the Electron that ENCRIER_ELECTRON names or else in the stand-in, and attaches to its window. */
export async function startApp({ userData, words = [] }: AppOptions): Promise<RunningApp> {
  if (!existsSync(MAIN)) throw new Error('No build: run `npm run build:desktop` first.');
  const program = process.env['ENCRIER_ELECTRON'];
  if (program !== undefined) return startElectron({ program, root: ROOT, userData, words });
  const child = spawn(process.execPath, [...standInFlags(), MAIN, ...words], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ENCRIER_TEST_DATA: userData },
  });
  const exited = once(child, 'exit');
  const { effects, ask, first, second } = listenTo(child);
  const ended = exited.then(() => Promise.reject(new Error('The app ended before its window opened.')));
  const browser = await attach(await Promise.race([first, ended]));
  return {
    page: await pageOf(browser),
    siteWindow: async () => pageOf(await attach(await second)),
    effects,
    tell: ask,
    quit: async () => {
      if (child.connected) child.send({ id: 0, name: 'quit' });
      await exited;
      await browser.close();
    },
    kill: async () => {
      const session = await browser.newBrowserCDPSession();
      const { processInfo } = await session.send('SystemInfo.getProcessInfo');
      child.kill('SIGKILL');
      for (const { type, id } of processInfo) if (type === 'browser') process.kill(id, 'SIGKILL');
      await exited;
      await browser.close();
    },
  };
}

function attach(port: number): Promise<Browser> {
  return chromium.connectOverCDP(`http://127.0.0.1:${port}`);
}

/** The window's page, once it shows what the app loads: a window is told of while it is still empty. */
async function pageOf(browser: Browser): Promise<Page> {
  const [context] = browser.contexts();
  const page = context?.pages()[0];
  if (page === undefined) throw new Error('The app has no window.');
  await page.waitForURL((url) => url.protocol !== 'about:');
  return page;
}
