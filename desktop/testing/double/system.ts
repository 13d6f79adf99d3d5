import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { app } from './app.ts';
import { onCommand } from './commands.ts';
import { tell } from './effects.ts';

interface OpenAnswer {
  readonly canceled: boolean;
  readonly filePaths: readonly string[];
}

let folders: readonly string[] = [];
onCommand('choose-next', (path: string) => {
  folders = [...folders, path];
});

export const dialog = {
  showOpenDialog(...args: readonly unknown[]): Promise<OpenAnswer> {
    tell({ kind: 'dialog', title: titleOf(args.at(-1)) });
    const [next, ...rest] = folders;
    folders = rest;
    return Promise.resolve(
      next === undefined ? { canceled: true, filePaths: [] } : { canceled: false, filePaths: [next] },
    );
  },
  showMessageBox(...args: readonly unknown[]): Promise<{ readonly response: number }> {
    tell({ kind: 'dialog', title: titleOf(args.at(-1)) });
    return Promise.resolve({ response: 0 });
  },
  showMessageBoxSync: (): number => 0,
};

function titleOf(options: unknown): string {
  const named = options as { readonly title?: string; readonly message?: string }; // the app's own options
  return named.title ?? named.message ?? '';
}

export const shell = {
  openExternal(url: string): Promise<void> {
    tell({ kind: 'opened-outside', url });
    return Promise.resolve();
  },
  openPath(path: string): Promise<string> {
    tell({ kind: 'opened-path', path });
    return Promise.resolve('');
  },
};

export const nativeTheme = { themeSource: 'system' };
onCommand('theme', () => nativeTheme.themeSource);

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
interface Display {
  readonly workArea: Area;
}

const ONE_DISPLAY: Display = { workArea: { x: 0, y: 0, width: 1920, height: 1080 } };

/** The displays of this machine, the primary one first: those that a test wrote beside the settings, else one. */
function displays(): readonly [Display, ...Display[]] {
  const file = join(app.getPath('userData'), 'displays.json');
  if (!existsSync(file)) return [ONE_DISPLAY];
  const [first = ONE_DISPLAY, ...others] = JSON.parse(readFileSync(file, 'utf8')) as readonly Display[]; // the test's own words
  return [first, ...others];
}

export const screen = {
  getAllDisplays: displays,
  getPrimaryDisplay: (): Display => displays()[0],
};

/** A notification of the system, told instead of shown. */
// oxlint-disable-next-line encrier/only-errors-are-classes -- the app constructs it with `new`, as Electron's
export class Notification {
  readonly #options: { readonly title: string; readonly body: string };
  constructor(options: { readonly title: string; readonly body: string }) {
    this.#options = options;
  }
  static isSupported(): boolean {
    return true;
  }
  show(): void {
    tell({ kind: 'notification', ...this.#options });
  }
}

const PARENT_PORT = new URL('./parent-port.mjs', import.meta.url).href;

/** A process of its own, as Electron's: plain Node with `process.parentPort`. */
export const utilityProcess = {
  fork(path: string): EventEmitter {
    const child: ChildProcess = fork(path, [], {
      serialization: 'advanced',
      execArgv: ['--import', PARENT_PORT],
    });
    const events = Object.assign(new EventEmitter(), {
      postMessage: (message: object) => child.send(message),
      kill: () => child.kill(),
    });
    child.on('message', (message) => events.emit('message', message));
    child.on('exit', (code) => events.emit('exit', code ?? 1));
    return events;
  },
};
