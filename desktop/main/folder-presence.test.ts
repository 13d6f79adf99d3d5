import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ContentError } from '#content/model/errors.ts';
import { createTemporaryFolder, type TemporaryFolder } from '#content/testing/temporary-repository.ts';
import { tellingOfAbsence } from './folder-presence.ts';

let place: TemporaryFolder;
beforeEach(() => {
  place = createTemporaryFolder();
  mkdirSync(join(place.path, 'Articles/.git'), { recursive: true });
});
afterEach(() => place.remove());

describe('tellingOfAbsence', () => {
  it('says that the folder is gone, whatever failed by it, and nothing of that once it is back', async () => {
    const folder = join(place.path, 'Articles');
    const failure = new ContentError('corrupt', { what: 'object' });
    const asked = tellingOfAbsence(
      () => Promise.reject(failure),
      () => folder,
    );
    renameSync(folder, `${folder} 2`);
    await expect(asked({})).rejects.toMatchObject({
      code: 'read-only',
      data: { reason: expect.stringContaining(`n’est plus à sa place`) as string },
    });
    renameSync(`${folder} 2`, folder);
    await expect(asked({})).rejects.toBe(failure);
  });

  it('lets through what is answered all the same', async () => {
    const asked = tellingOfAbsence(
      () => Promise.resolve('la liste'),
      () => join(place.path, 'ailleurs'),
    );
    expect(await asked({})).toBe('la liste');
  });
});
