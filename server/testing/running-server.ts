import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { expect, vi } from 'vitest';
import * as z from 'zod';
import { answerPasswordTask } from '../auth/password-task.ts';
import type { PasswordWork } from '../auth/passwords.ts';
import { parseEnv } from '../env.ts';
import { startServer } from '../start.ts';
import { createContentFolder, type Files } from './content-folder.ts';
import { type Answer, type Ask, ask } from './exchange.ts';
import { TEST_NOW } from './post-texts.ts';

/** bcrypt's lowest: what is tested is not how slow it is. */
export const TEST_COST = 4;
/** Without a thread, which costs more than all the rest of a sign-in then. */
export const TEST_PASSWORDS: PasswordWork = {
  cost: TEST_COST,
  run: (task) => Promise.resolve(answerPasswordTask(task)),
};

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface TestServerOptions {
  readonly files?: Files;
  /** Settings beside PORT and DATA_DIR. */
  readonly env?: Readonly<Record<string, string>>;
}

const healthSchema = z.looseObject({
  commit: z.string(),
  counts: z.looseObject({ published: z.number() }),
  pages: z.object({ pages: z.number(), inMemory: z.number(), fileBytes: z.number() }),
});

/** The real server in this process, on content of the test's own, at a time the test sets. Stop it always. */
export async function startTestServer({ files = {}, env = {} }: TestServerOptions = {}) {
  const content = createContentFolder({ ...starterSettings(), ...files });
  const log = createCapturedLog();
  let now = TEST_NOW;
  const start = () =>
    startServer({
      env: parseEnv({ PORT: '0', DATA_DIR: content.path, ...env }),
      logger: pino({ level: 'info' }, log.stream),
      root: ROOT,
      clock: () => now,
      passwordWork: TEST_PASSWORDS,
    });
  let running = await start();
  const get = (target: string, options: Ask = {}): Promise<Answer> => ask(running.port, target, options);
  const health = async () => healthSchema.parse(JSON.parse((await get('/healthz')).text));

  return {
    get origin() {
      return running.origin;
    },
    get port() {
      return running.port;
    },
    firstCode: () => running.firstCode(),
    content,
    logged: log.lines,
    get,
    health,
    /** Pages kept, as /healthz counts them. */
    pages: async () => (await health()).pages,
    setClock(time: number): void {
      now = time;
    },
    /** Stops, and starts anew on the same content, at another port; what is done in between is done while it is down. */
    async restart(whileDown: () => void = () => undefined): Promise<void> {
      await running.stop();
      whileDown();
      running = await start();
    },
    /** Commits with the git program and waits until the server shows it. */
    async publish(changed: Files): Promise<string> {
      const commit = content.commit(changed);
      await vi.waitFor(async () => expect((await health()).commit).toBe(commit), {
        timeout: 380_000,
        interval: 10,
      });
      return commit;
    },
    async stop(): Promise<void> {
      await running.stop();
      content.remove();
    },
  };
}

export function starterSettings(): Files {
  const read = (name: string) => readFileSync(join(ROOT, 'content/starter', name));
  return { 'site.yml': read('site.yml'), 'capacity.yml': read('capacity.yml') };
}

export type TestServer = Awaited<ReturnType<typeof startTestServer>>;

type LogLine = Readonly<Record<string, unknown>>;

/** What a logger writes, line by line. */
export function createCapturedLog() {
  const lines: LogLine[] = [];
  const write = (text: string) => {
    lines.push(z.record(z.string(), z.unknown()).parse(JSON.parse(text)));
  };
  return { stream: { write }, lines: lines as readonly LogLine[] };
}
