import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ImportedItem } from '#content/import/imported.ts';
import { readExport } from '#content/import/read-export.ts';
import { wxr } from '../../testing/wxr.ts';
import { readExportInThread } from './export-thread.ts';

const BUILT = pathToFileURL(path.join(import.meta.dirname, '../../../dist/server/export-worker.js'));
const SENTENCE = '<p>Une phrase de l’ancien blog, parmi beaucoup d’autres.</p>';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'encrier-thread-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function source(content: string) {
  const file = path.join(folder, 'export.xml');
  writeFileSync(file, content);
  return [{ name: 'export.xml', path: file }];
}

function reading(signal = new AbortController().signal) {
  let read = 0;
  const workFolder = path.join(folder, 'taken-out');
  mkdirSync(workFolder, { recursive: true });
  const onBytes = (count: number) => void (read += count);
  return { how: { signal, workFolder, onBytes }, read: () => read };
}

async function all(items: AsyncIterable<ImportedItem>): Promise<readonly ImportedItem[]> {
  const found: ImportedItem[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe('readExportInThread', () => {
  it('gives what the export holds, in order, and tells of as many bytes', async () => {
    const posts = Array.from({ length: 100 }, (_, at) => ({
      id: at + 1,
      title: `Titre ${at}`,
      slug: `titre-${at}`,
      content: SENTENCE.repeat(at % 7 === 0 ? 600 : 20),
    }));
    const files = source(wxr(posts));
    const [here, there] = [reading(), reading()];
    const items = await all(readExportInThread(BUILT, files, there.how));
    expect(items).toEqual(await all(readExport(files, here.how)));
    expect(there.read()).toBe(here.read());
  });

  it('throws what the reader throws, with its sentence', async () => {
    const files = source(wxr([]).slice(0, -40));
    await expect(all(readExportInThread(BUILT, files, reading().how))).rejects.toMatchObject({
      code: 'invalid',
      data: { reason: expect.stringContaining('coupé') as unknown },
    });
  });

  it('ends when it is told to, and when its thread cannot be started', async () => {
    const stop = new AbortController();
    const posts = Array.from({ length: 400 }, (_, at) => ({
      id: at + 1,
      title: `Titre ${at}`,
      slug: `titre-${at}`,
      content: SENTENCE.repeat(50),
    }));
    const items = readExportInThread(BUILT, source(wxr(posts)), reading(stop.signal).how);
    await items.next();
    stop.abort();
    await expect(all(items)).rejects.toThrow();
    const nowhere = new URL('file:///nowhere.js');
    await expect(all(readExportInThread(nowhere, source(wxr([])), reading().how))).rejects.toThrow();
  });
});
