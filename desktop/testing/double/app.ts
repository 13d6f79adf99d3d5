import { EventEmitter } from 'node:events';
import { onCommand } from './commands.ts';
import { tell } from './effects.ts';

interface Quitting {
  preventDefault(): unknown;
}

const events = new EventEmitter();
let endings: readonly (() => Promise<void>)[] = [];

/** Electron's app, as far as Encrier uses it; the folder of its settings comes from the test. */
export const app = Object.assign(events, {
  isPackaged: false,
  setName: (_name: string): void => undefined,
  getVersion: (): string => '0.0.0',
  enableSandbox: (): void => undefined,
  requestSingleInstanceLock: (): boolean => true,
  setAsDefaultProtocolClient: (_scheme: string): boolean => true,
  whenReady: (): Promise<void> => Promise.resolve(),
  getAppPath: (): string => process.cwd(),
  getPath: (_name: 'userData'): string => process.env['ENCRIER_TEST_DATA'] ?? '',
  relaunch: ({ args = [] }: { readonly args?: readonly string[] } = {}): void =>
    tell({ kind: 'relaunch', args }),
  /** Takes what is to be closed before the process ends. */
  beforeExit(close: () => Promise<void>): void {
    endings = [...endings, close];
  },
  quit(): void {
    void quit();
  },
});

async function quit(): Promise<void> {
  for (const close of endings) await close();
  const prevented: boolean[] = [];
  const event: Quitting = { preventDefault: () => prevented.push(true) };
  events.emit('will-quit', event);
  if (prevented.length === 0) process.exit(0);
}

onCommand('quit', () => app.quit());
onCommand('second-instance', (words: readonly string[]) => events.emit('second-instance', {}, words));
/** What the process holds, in bytes; with Node’s `--expose-gc`, after what is not needed was let go of. */
onCommand('memory', () => {
  globalThis.gc?.();
  return process.memoryUsage();
});
