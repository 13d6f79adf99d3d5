import { readdirSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { processIdentity } from '#content/git/processes.ts';
import type { ImportedItem } from '#content/import/imported.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../testing/temporary-repository.ts';
import { createImportFolders, type ImportFolder, newImport } from './import-folder.ts';

const ID = '00000000-0000-4000-8000-000000000001';

let folder: TemporaryFolder;
let imported: ImportFolder;
beforeEach(async () => {
  folder = createTemporaryFolder();
  const folders = createImportFolders(folder.path, (sentence) => expect.fail(sentence));
  const begun = newImport({ id: ID, createdAt: '2026-01-01T08:00:00.000Z', paths: null, files: [] });
  imported = await folders.create({ ...begun, state: 'planned' });
});
afterEach(() => folder.remove());

function left(what: string): ImportedItem {
  return { kind: 'left-out', what, count: 1 };
}

async function all(items: AsyncIterable<ImportedItem>): Promise<readonly ImportedItem[]> {
  const found: ImportedItem[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe('the folder of an import', () => {
  it('loses what programs that ended were writing, and nothing else', async () => {
    const dead = 'tmp_obj_encrier-00000000-0000-4000-8000-000000000000.1.1-abc';
    const alive = `tmp_obj_encrier-${processIdentity()}-abc`;
    const own = path.join(folder.path, ID);
    const before = readdirSync(own);
    for (const name of [dead, alive]) writeFileSync(path.join(own, name), '');
    await createImportFolders(folder.path, (sentence) => expect.fail(sentence)).sweep();
    expect(readdirSync(own).sort()).toEqual([...before, alive].sort());
  });
});

describe('what was read of an export', () => {
  it('comes back as it was, whatever ends a line in it', async () => {
    const items = ['a\nb\r\nc', '\u2028é\u2029', '', '🖋️'.repeat(40_000), 'z'].map(left);
    await imported.writeItems(Readable.from(items));
    expect(await all(imported.readItems())).toEqual(items);
  });

  it('is read no further ahead than a few of its texts, however long nobody takes them', async () => {
    await imported.writeItems(Readable.from(Array.from({ length: 200 }, () => left('x'.repeat(100_000)))));
    const items = imported.readItems()[Symbol.asyncIterator]();
    await items.next();
    for (let turns = 0; turns < 2000; turns += 1) await turn();
    truncateSync(path.join(folder.path, ID, 'items.ndjson'));
    const ahead = await all({ [Symbol.asyncIterator]: () => items });
    expect(ahead.length).toBeLessThan(5);
  });
});
