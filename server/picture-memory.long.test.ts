import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { plainImage } from '#content/testing/images.ts';
import { createTemporaryFolder } from '#content/testing/temporary-repository.ts';
import { signIn } from '#scripts/programs/author.ts';
import { familyOf, memoryOf } from '#scripts/programs/program.ts';
import { readyServer, withServers } from '#scripts/programs/server.ts';
import { createSlowPictures } from './images/picture-process.ts';
import { ROOT } from './testing/running-server.ts';

const PICTURES = 8;
/** What may stay: two pictures of 20 megapixels as they are when decoded. Without the settings it is three and more. */
const MAY_STAY_BYTES = 120 * 1024 * 1024;
const LONGEST_MS = 240_000;
const hasGlibc =
  process.platform === 'linux' &&
  z.object({ header: z.object({ glibcVersionRuntime: z.string() }) }).safeParse(process.report.getReport())
    .success;

describe('a server that was sent large pictures', () => {
  it.runIf(hasGlibc)(
    'has about the memory of before once they are kept',
    async () => {
      const folder = createTemporaryFolder();
      await withServers({ dataDir: folder.path, settings: { LOG_LEVEL: 'silent' } }, async (launch) => {
        const { origin, pid } = await readyServer(launch);
        const { client } = await signIn(origin);
        const bytes = new Uint8Array(await plainImage(5000, 4000).jpeg().toBuffer());
        const before = memoryOf(pid);
        for (let sent = 0; sent < PICTURES; sent += 1)
          await client.uploadImage({ image: { filename: `photo-${sent}.jpg`, bytes } });
        await vi.waitFor(() => expect(memoryOf(pid) - before).toBeLessThan(MAY_STAY_BYTES), {
          timeout: 380_000,
          interval: 250,
        });
      });
      folder.remove();
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
