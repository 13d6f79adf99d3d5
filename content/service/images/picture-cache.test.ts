import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createTemporaryFolder } from '#content/testing/temporary-repository.ts';
import { createPictureCache } from './picture-cache.ts';

const PICTURE = Buffer.from(Array.from({ length: 200 }, (_, at) => (at * 7919) % 251));

describe('createPictureCache', () => {
  const folder = createTemporaryFolder();
  afterAll(folder.remove);
  const options = {
    folder: folder.path,
    isKept: true,
    onError: (error: unknown) => {
      throw error;
    },
  };

  it('keeps what it made, and makes again what is cut anywhere, zeroed or changed', async () => {
    const cache = createPictureCache<Uint8Array>(options);
    let count = 0;
    const get = () =>
      cache.readOrMake('ab12-400.webp', () => {
        count += 1;
        return Promise.resolve(PICTURE);
      });
    await get();
    expect([Buffer.from(await get()).equals(PICTURE), count]).toEqual([true, 1]);
    const file = join(folder.path, 'ab', 'ab12-400.webp');
    const whole = readFileSync(file);
    const changed = Buffer.from(whole);
    changed[100] = 255;
    const damaged = [
      ...Array.from({ length: whole.length }, (_, length) => whole.subarray(0, length)),
      Buffer.alloc(whole.length),
      changed,
      PICTURE,
    ];
    for (const bytes of damaged) {
      count = 0;
      writeFileSync(file, bytes);
      expect([Buffer.from(await get()).equals(PICTURE), count]).toEqual([true, 1]);
    }
    expect(readFileSync(file)).toEqual(whole);
  });
});
