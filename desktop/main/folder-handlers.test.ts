import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ContentError } from '#content/model/errors.ts';
import { createTemporaryFolder, type TemporaryFolder } from '#content/testing/temporary-repository.ts';
import { keptTextHandlers, tellingOfAbsence } from './folder-handlers.ts';
import { createKeptTexts } from './kept-texts/kept-texts.ts';

const TEXT = { key: 'form', subject: 'new', values: { title: 'Un titre' } };
const REFUSED = { code: 'read-only' };
let place: TemporaryFolder;
beforeEach(() => {
  place = createTemporaryFolder();
});
afterEach(() => place.remove());

describe('keptTextHandlers', () => {
  it('tells the author of a folder that is out of reach, and goes on once it is back', async () => {
    const texts = join(place.path, 'texts');
    writeFileSync(texts, 'a file where the folder is to be');
    const journal = createKeptTexts(texts, '/articles');
    const { listKeptTexts, listDamagedTexts, keepText, forgetText } = keptTextHandlers(journal);
    await expect(listKeptTexts({ subject: 'new' }, undefined)).rejects.toMatchObject(REFUSED);
    await expect(keepText(TEXT, undefined)).rejects.toMatchObject(REFUSED);
    await expect(listDamagedTexts({}, undefined)).rejects.toMatchObject(REFUSED);
    await expect(forgetText({ key: 'form' }, undefined)).rejects.toMatchObject(REFUSED);
    rmSync(texts);
    await keepText(TEXT, undefined);
    expect(await listKeptTexts({ subject: 'new' }, undefined)).toEqual([TEXT]);
  });
});

describe('tellingOfAbsence', () => {
  beforeEach(() => void mkdirSync(join(place.path, 'Articles/.git'), { recursive: true }));

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
