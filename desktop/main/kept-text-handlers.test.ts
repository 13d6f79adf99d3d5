import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTemporaryFolder, type TemporaryFolder } from '#content/testing/temporary-repository.ts';
import { createJournal } from './journal/journal.ts';
import { keptTextHandlers } from './kept-text-handlers.ts';

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
    const journal = createJournal(texts, '/articles');
    const { listKeptTexts, listDamagedTexts, keepText, forgetText } = keptTextHandlers(() => journal);
    await expect(listKeptTexts({ subject: 'new' }, undefined)).rejects.toMatchObject(REFUSED);
    await expect(keepText(TEXT, undefined)).rejects.toMatchObject(REFUSED);
    await expect(listDamagedTexts({}, undefined)).rejects.toMatchObject(REFUSED);
    await expect(forgetText({ key: 'form' }, undefined)).rejects.toMatchObject(REFUSED);
    rmSync(texts);
    await keepText(TEXT, undefined);
    expect(await listKeptTexts({ subject: 'new' }, undefined)).toEqual([TEXT]);
  });
});
