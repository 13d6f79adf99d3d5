import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  type Client,
  createClient,
  createClientOf,
  OperationError,
  type TransportOf,
} from '#content/contract/client.ts';
import type { CallTable } from '#content/contract/operation.ts';
import { replySchema } from '#content/contract/reply.ts';
import { hostOperations } from '#desktop/host/operations.ts';
import { listenTo } from './child-commands.ts';
import type { Effect } from './double/effects.ts';
import { standInFlags } from './stand-in.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MAIN = fileURLToPath(new URL('../../dist/desktop/main/main.js', import.meta.url));

/** The built app in plain Node with the stand-in for Electron, without a browser: its door is called as its page would. */
export interface BlindApp {
  readonly client: Client;
  readonly host: ReturnType<typeof createClientOf<typeof hostOperations>>;
  readonly pid: number;
  /** Resolves once the window would be open; rejects when the app ends before. */
  readonly opened: Promise<void>;
  /** Resolves once the window would show the folder; rejects when the app ends before. */
  readonly ready: Promise<void>;
  /** Gives a command of the stand-in (desktop/testing/double). */
  tell(name: string, input?: unknown): Promise<unknown>;
  effects(): readonly Effect[];
  /** What it complained of so far. */
  complaints(): string;
  /** Quits as the menu does; the exit code. */
  quit(): Promise<number | null>;
  /** SIGKILL. */
  kill(): Promise<void>;
}

interface BlindOptions {
  /** Where it keeps its settings. */
  readonly userData: string;
  /** Of Node, such as `--cpu-prof`. */
  readonly flags?: readonly string[];
}

/** Starts the built app on settings of the caller’s. Calls of its client reject once it has ended. */
export function startBlindApp({ userData, flags = [] }: BlindOptions): BlindApp {
  mkdirSync(userData, { recursive: true }); // As Electron does.
  const child = spawn(process.execPath, [...flags, ...standInFlags(), MAIN], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    serialization: 'advanced',
    env: { ...process.env, ENCRIER_TEST_DATA: userData, ENCRIER_TEST_WINDOW: 'none' },
  });
  let complaints = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (complaints += text));
  const exited = once(child, 'exit');
  const { effects, ask, opened: first } = listenTo(child);
  const ended = exited.then(() => Promise.reject(new Error(`The app ended: ${complaints}`)));
  ended.catch(() => undefined); // As every app does in the end.
  const host = createClientOf(hostOperations, doorOf(ask));
  const opened = Promise.race([first, ended]);
  const ready = opened.then(() => host.getStart({})).then(() => undefined);
  ready.catch(() => undefined); // A start that is killed is not waited for.
  return {
    client: createClient(doorOf(ask)),
    host,
    pid: child.pid ?? 0,
    opened,
    ready,
    tell: ask,
    effects,
    complaints: () => complaints,
    quit: async () => {
      if (child.connected) child.send({ id: 0, name: 'quit' });
      await exited;
      return child.exitCode;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Calls through the one channel, as the page does (desktop/renderer/ipc-transport.ts). */
function doorOf<Table extends CallTable>(ask: BlindApp['tell']): TransportOf<Table> {
  return async (name, input) => {
    const reply = replySchema.parse(await ask('call', { name, input }));
    if (reply.ok) return reply.value;
    const { status, error } = reply;
    throw new OperationError({ ...error, status, text: error.error });
  };
}
