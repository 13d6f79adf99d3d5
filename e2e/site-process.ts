import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTemporaryFolder, type TemporaryFolder } from '#content/testing/temporary-repository.ts';
import { type ContentChange, commitContent } from './content.ts';

const MAIN = fileURLToPath(new URL('../dist/server/main.js', import.meta.url));

/** The built product, running on a data folder of its own. */
export interface Site {
  /** Without a final slash. */
  readonly origin: string;
  /** Its content repository, bare. */
  readonly repository: string;
  /** What the operator has read on the terminal so far. */
  output(): string;
  /** Commits with the git program; resolves when the site serves that commit. */
  commit(change: ContentChange): Promise<void>;
  stop(): Promise<void>;
}

/** What a new site begins with: the articles of the starter, or none. */
export type Starter = 'full' | 'empty';

export interface SiteOptions {
  /** Its data folder, an empty one if it is not given; removed in the end. */
  readonly data?: TemporaryFolder;
  /** `info` for what the operator is told at a start. */
  readonly logLevel?: 'error' | 'info';
  /** Settings besides (README.md, Settings). */
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the built server on a free port. */
export async function startSite(
  starter: Starter,
  { data = createTemporaryFolder(), logLevel = 'error', env = {} }: SiteOptions = {},
): Promise<Site> {
  if (!existsSync(MAIN)) throw new Error('No build: run `npm run build` first.');
  const child = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      NODE_ENV: 'production',
      PORT: '0',
      DATA_DIR: data.path,
      STARTER: starter,
      LOG_LEVEL: logLevel,
      ...env,
    },
  });
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const exited = once(child, 'exit');
  const ended = exited.then(() => Promise.reject(new Error('The server ended before it was ready.')));
  const [ready] = (await Promise.race([once(child, 'message'), ended])) as [{ readonly origin: string }];
  const repository = join(data.path, 'content.git');
  return {
    origin: ready.origin,
    repository,
    output: () => output,
    commit: async (change) => {
      await served(ready.origin, commitContent(repository, change));
    },
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
      data.remove();
    },
  };
}

/** Looks until a commit is on the site, or the test is given up. */
async function served(origin: string, commit: string): Promise<void> {
  // On connections of its own: one that is kept is closed by the site between two looks of a busy machine.
  const headers = { connection: 'close' };
  for (;;) {
    const health: unknown = await (await fetch(`${origin}/healthz`, { headers })).json();
    if (typeof health === 'object' && health !== null && 'commit' in health && health.commit === commit)
      return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
