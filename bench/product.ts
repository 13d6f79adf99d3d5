import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { familyOf, familyTime, threadTime } from '#scripts/programs/program.ts';
import { type ReadyServer, readyServer, type Settings, withServers } from '#scripts/programs/server.ts';
import { type Corpus, type CorpusOptions, makeCorpus } from './corpus.ts';

/** A server that takes less processor time than this between two looks, in microseconds, has nothing left to do. */
const IDLE_US = 50_000;
const LOOK_MS = 2000;
/** One that waited for a processor longer than this meanwhile is starved, in microseconds: it may have work. */
const STARVED_US = (LOOK_MS * 1000) / 2;

/** What a bench is given: the size that must be fast, and where it says what it is at. */
export interface Bench {
  readonly posts: number;
  readonly note: (text: string) => void;
}

/** Lends a data folder of so many articles. */
export async function withCorpus<Value>(
  options: CorpusOptions,
  task: (corpus: Corpus) => Promise<Value>,
): Promise<Value> {
  const corpus = makeCorpus(options);
  try {
    return await task(corpus);
  } finally {
    corpus.remove();
  }
}

/** Lends the product on so many articles, once it is done with what its first start leaves for later: the search's index, history. */
export function withProduct<Value>(
  { note, settings = {}, ...options }: CorpusOptions & Pick<Bench, 'note'> & { readonly settings?: Settings },
  task: (product: ReadyServer & { readonly corpus: Corpus }) => Promise<Value>,
): Promise<Value> {
  return withCorpus(options, ({ dataDir, ...corpus }) =>
    withServers({ dataDir, settings: { LOG_LEVEL: 'error', ...settings } }, async (launch) => {
      const server = await readyServer(launch);
      note(`${options.posts} articles: until the first start’s work is done`);
      await idle(server.pid);
      return task({ ...server, corpus: { dataDir, ...corpus } });
    }),
  );
}

/** Waits until a program and all that it started have nothing left to do: one that waits for a busy processor still has. */
export async function idle(pid: number): Promise<void> {
  for (let before = activity(pid); ; ) {
    await pause(LOOK_MS);
    const now = activity(pid);
    // A thread that ended takes its waiting time along.
    if (now.ran - before.ran < IDLE_US && Math.abs(now.waited - before.waited) < STARVED_US) return;
    before = now;
  }
}

function activity(pid: number) {
  return {
    ran: familyTime(pid),
    waited: familyOf(pid).reduce((sum, one) => sum + threadTime(one, 'waited'), 0),
  };
}

/** A program of bench/controls. */
export function control(name: string): string {
  return fileURLToPath(new URL(`controls/${name}.mjs`, import.meta.url));
}

/** A port nobody listens on just now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
