import { _electron, type Page } from 'playwright';
import type { Effect } from './double/effects.ts';

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

interface ElectronOptions {
  /** The Electron program. */
  readonly program: string;
  readonly root: string;
  readonly userData: string;
  readonly words: readonly string[];
}

/** The same app in the real Electron, for the commands that its system gives: the folder dialog, the menu, a second start. */
export async function startElectron({
  program,
  root,
  userData,
  words,
}: ElectronOptions): Promise<RunningApp> {
  const app = await _electron.launch({
    executablePath: program,
    args: [root, `--user-data-dir=${userData}`, ...words],
  });
  const commands: Readonly<Record<string, (input: never) => Promise<unknown>>> = {
    'choose-next': (folder: string) =>
      app.evaluate(({ dialog }, path) => {
        dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [path] });
      }, folder),
    'click-menu': (labels: readonly string[]) =>
      app.evaluate(({ Menu }, path) => {
        const [first, second] = path;
        const menu = Menu.getApplicationMenu()?.items.find(({ label }) => label === first);
        menu?.submenu?.items.find(({ label }) => label === second)?.click();
      }, labels),
    'second-instance': (asked: readonly string[]) =>
      app.evaluate(({ app: running }, argv) => running.emit('second-instance', {}, argv), asked),
  };
  return {
    page: await app.firstWindow(),
    siteWindow: async () => app.windows()[1] ?? (await app.waitForEvent('window')),
    effects: () => [],
    tell: (name, input) => {
      const run = commands[name];
      if (run === undefined) throw new Error(`${name} is for the stand-in alone`);
      return run(input as never); // a test states the input of the command it names
    },
    quit: () => app.close(),
    kill: async () => {
      const ended = app.waitForEvent('close');
      app.process().kill('SIGKILL');
      await ended;
    },
  };
}
