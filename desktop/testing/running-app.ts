import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright';
import { LAUNCH_OPTIONS } from '../../e2e/browser.ts';
import { listenTo } from './child-commands.ts';
import { type RunningApp, startElectron } from './electron-app.ts';
import { standInFlags } from './stand-in.ts';
import { createWindowHost } from './window-host.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MAIN = fileURLToPath(new URL('../../dist/desktop/main/main.js', import.meta.url));

interface AppOptions {
  /** Where it keeps its settings. */
  readonly userData: string;
  /** What the command line says besides. */
  readonly words?: readonly string[];
  /** Where its windows are shown; else in a Chromium of its own. */
  readonly browser?: Browser;
}

/** Starts the built app, in the Electron that ENCRIER_ELECTRON names or else in the stand-in, and shows its window. */
export async function startApp({ userData, words = [], browser: given }: AppOptions): Promise<RunningApp> {
  if (!existsSync(MAIN)) throw new Error('No build: run `npm run build:desktop` first.');
  const program = process.env['ENCRIER_ELECTRON'];
  if (program !== undefined) return startElectron({ program, root: ROOT, userData, words });
  mkdirSync(userData, { recursive: true }); // As Electron does.
  // First: the program asks for its window as soon as it runs.
  const browser = given ?? (await chromium.launch(LAUNCH_OPTIONS));
  const child = spawn(process.execPath, [...standInFlags(), MAIN, ...words], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
    env: { ...process.env, ENCRIER_TEST_DATA: userData },
  });
  const exited = once(child, 'exit');
  const { effects, ask } = listenTo(child, (name, input) => host.serve(name, input));
  const host = createWindowHost({ browser, storageFile: join(userData, 'window.json'), ask });
  const ended = exited.then(() => Promise.reject(new Error('The app ended before its window opened.')));
  ended.catch(() => undefined); // As every app does in the end.
  /** A window is told of while it is still empty. */
  const shown = async (page: Page): Promise<Page> => {
    await page.waitForURL((url) => url.protocol !== 'about:');
    return page;
  };
  const close = async (): Promise<void> => {
    await exited;
    await host.remove();
    if (given === undefined) await browser.close();
  };
  return {
    page: await shown(await Promise.race([host.page(1), ended])),
    siteWindow: async () => shown(await host.page(2)),
    effects,
    tell: ask,
    quit: async () => {
      if (child.connected) child.send({ id: 0, name: 'quit' });
      await close();
    },
    kill: async () => {
      await host.keepStorage();
      child.kill('SIGKILL');
      await close();
    },
  };
}
