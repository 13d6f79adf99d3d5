import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { plainImage } from '#content/testing/images.ts';
import { createTemporaryFolder, type TemporaryFolder } from '#content/testing/temporary-repository.ts';
import { MEMORY_SETTINGS } from '#scripts/node-flags.mjs';
import { familyOf, memoryOf } from '#scripts/programs/program.ts';
import { createSlowPictures } from './images/picture-process.ts';
import { AUTHOR_ENV } from './testing/author.ts';
import { ROOT } from './testing/running-server.ts';

const PICTURES = 8;
/** What may stay: two pictures of 20 megapixels as they are when decoded. Without the settings it is three and more. */
const MAY_STAY_MB = 120;
const LONGEST_MS = 240_000;
const hasGlibc =
  process.platform === 'linux' &&
  z.object({ header: z.object({ glibcVersionRuntime: z.string() }) }).safeParse(process.report.getReport())
    .success;

let folder: TemporaryFolder | null = null;
let child: ChildProcess | null = null;
afterEach(() => {
  child?.kill('SIGKILL');
  folder?.remove();
});

/** The built server as npm start runs it; the port it listens on. */
async function start(): Promise<number> {
  folder = createTemporaryFolder();
  child = fork(join(ROOT, 'dist/server/main.js'), {
    env: {
      PATH: process.env.PATH,
      ...MEMORY_SETTINGS,
      PORT: '0',
      DATA_DIR: folder.path,
      STARTER: 'empty',
      LOG_LEVEL: 'silent',
      ...AUTHOR_ENV,
    },
    silent: true,
    execArgv: [],
  });
  const [message] = (await once(child, 'message')) as readonly unknown[];
  return z.object({ port: z.number() }).parse(message).port;
}

/** Megabytes of memory that the server has now. */
function resident(): number {
  const status = readFileSync(`/proc/${child?.pid ?? 0}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

describe('a server that was sent large pictures', () => {
  it.runIf(hasGlibc)(
    'has about the memory of before once they are kept',
    async () => {
      const port = await start();
      const headers = { 'Content-Type': 'application/json' };
      const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = AUTHOR_ENV;
      const body = JSON.stringify({ username, password });
      const signedIn = await fetch(`http://127.0.0.1:${port}/api/login`, { method: 'POST', headers, body });
      const cookie = signedIn.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; ');
      const picture = new Uint8Array(await plainImage(5000, 4000).jpeg().toBuffer());
      const before = resident();
      for (let sent = 0; sent < PICTURES; sent += 1) {
        const form = new FormData();
        form.append('image', new Blob([picture], { type: 'image/jpeg' }), `photo-${sent}.jpg`);
        const address = `http://127.0.0.1:${port}/api/admin/upload`;
        const answer = await fetch(address, { method: 'POST', headers: { cookie }, body: form });
        expect(answer.status).toBe(201);
      }
      await vi.waitFor(() => expect(resident() - before).toBeLessThan(MAY_STAY_MB), {
        timeout: 380_000,
        interval: 250,
      });
    },
    LONGEST_MS,
  );
});

describe('the process that cleans the pictures of an import', () => {
  it.runIf(hasGlibc)(
    'has about the memory of its first hundred after a thousand',
    async () => {
      const { clean, close } = createSlowPictures(join(ROOT, 'dist/server/picture-worker.js'));
      try {
        const picture = await plainImage(400, 300).jpeg().toBuffer();
        const cleaned = async (count: number): Promise<number> => {
          for (let done = 0; done < count; done += 1) await clean(picture);
          return familyOf(process.pid)
            .filter(isPictureWorker)
            .reduce((sum, pid) => sum + memoryOf(pid, 'VmRSS'), 0);
        };
        const before = await cleaned(100);
        expect(before).toBeGreaterThan(0);
        expect(((await cleaned(900)) - before) / 2 ** 20).toBeLessThan(30);
      } finally {
        close();
      }
    },
    LONGEST_MS,
  );
});

function isPictureWorker(pid: number): boolean {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('picture-worker');
}
