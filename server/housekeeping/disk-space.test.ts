import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { diskTroubles } from '../troubles.ts';
import { createDiskSpace, isNearlyFull } from './disk-space.ts';

const MIN_FREE_BYTES = 256 * 1024 * 1024;
const MIN_FREE_FILES = 5000;

const ENOUGH = { bytes: MIN_FREE_BYTES, files: MIN_FREE_FILES };

describe('createDiskSpace', () => {
  it('asks the system, and tells of a folder that it cannot be asked about', async () => {
    const errors: unknown[] = [];
    const onError = (error: unknown) => errors.push(error);
    const disk = createDiskSpace({ folder: tmpdir(), gitDir: tmpdir(), onError });
    expect(disk.left()).toBeNull();
    await disk.look();
    expect(disk.left()?.bytes).toBeGreaterThan(0);
    await disk.close();
    const nowhere = createDiskSpace({ folder: '/nulle/part', gitDir: '/nulle/part', onError });
    await nowhere.look();
    await nowhere.close();
    expect([nowhere.left(), errors]).toEqual([null, [expect.objectContaining({ code: 'ENOENT' })]]);
  });
});

describe('isNearlyFull', () => {
  it('counts bytes, and files where the file system does', () => {
    const spaces = [
      ENOUGH,
      { ...ENOUGH, files: null },
      { ...ENOUGH, bytes: MIN_FREE_BYTES - 1 },
      { ...ENOUGH, files: MIN_FREE_FILES - 1 },
    ];
    expect(spaces.map(isNearlyFull)).toEqual([false, false, true, true]);
  });
});

describe('diskTroubles', () => {
  it('says how much is left, only when that is little', () => {
    expect([diskTroubles(null), diskTroubles(ENOUGH)]).toEqual([[], []]);
    const [trouble] = diskTroubles({ bytes: 12.5 * 1024 ** 2, files: 4000 });
    expect(trouble).toMatchObject({ code: 'disk-nearly-full' });
    expect(trouble?.reason).toContain('12\u00a0Mo et 4000\u00a0fichiers');
  });
});
