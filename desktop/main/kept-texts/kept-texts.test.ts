import { spawn } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rounds } from '#content/testing/rounds.ts';
import { syncsDuring } from '#content/testing/synced.ts';
import { createTemporaryFolder } from '#content/testing/temporary-repository.ts';
import { TYPESCRIPT } from '#content/testing/typescript-program.ts';
import type { KeptText } from '#desktop/host/kept-texts.ts';
import { createKeptTexts } from './kept-texts.ts';

const WRITER = fileURLToPath(new URL('../../testing/kept-text-writer.ts', import.meta.url));
const KILLS = rounds({ few: 3, all: 40 });

let place: ReturnType<typeof createTemporaryFolder>;
beforeEach(() => {
  place = createTemporaryFolder();
});
afterEach(() => place.remove());

const open = (folder = '/articles') => createKeptTexts(place.path, folder);

const LONG_TEXT = 'Une phrase du milieu. '.repeat(1000);
const typed = (count: number): KeptText => ({
  key: 'a',
  subject: 'new',
  count,
  values: { title: 'Un long article', content: `${LONG_TEXT}${'né '.repeat(count)}${LONG_TEXT}` },
});

describe('createKeptTexts', () => {
  it('has each text on disk before it says that it is kept', async () => {
    const texts = open();
    await texts.keep(typed(0));
    const [name = ''] = readdirSync(place.path);
    const folder = join(place.path, name);
    const inode = () => statSync(join(folder, 'text-a.jsonl')).ino;
    const before = inode();
    const syncs = await syncsDuring(inode, () => texts.keep(typed(1)));
    expect(syncs).toEqual([
      { inode: inode(), seen: before },
      { inode: statSync(folder).ino, seen: inode() },
    ]);
  });

  it('gives the last whole text of a file to which an earlier build added what was typed, cut anywhere or damaged', async () => {
    await open().keep(typed(0));
    const [folder = ''] = readdirSync(place.path);
    const file = join(place.path, folder, 'text-a.jsonl');
    const whole = readFileSync(file);
    const added = [1, 2].map((count) => lineOf({ difference: typedOnce(count) }));
    const bytes = Buffer.concat([whole, ...added]);
    const [first, second] = [whole.length, bytes.length - (added[1]?.length ?? 0)];
    for (const end of [first, first + 1, second - 1, second, second + 5, bytes.length - 1, bytes.length]) {
      writeFileSync(file, bytes.subarray(0, end));
      const last = end < second ? 0 : end < bytes.length ? 1 : 2;
      expect(await open().list('new')).toEqual([typed(last)]);
    }
    writeFileSync(file, bytes.fill(0x20, second - 4, second - 2));
    expect(await open().list('new')).toEqual([typed(0)]);
    writeFileSync(file, bytes.subarray(0, first - 1));
    expect(await open().list('new')).toEqual([]);
  });

  it('writes a text anew where its file is not the one that was written last', async () => {
    const texts = open();
    await texts.keep(typed(0));
    const [folder = ''] = readdirSync(place.path);
    const file = join(place.path, folder, 'text-a.jsonl');
    rmSync(file);
    await texts.keep(typed(1));
    appendFileSync(file, 'half a li');
    await texts.keep(typed(2));
    expect(await open().list('new')).toEqual([typed(2)]);
    await texts.keep({ key: 'b', subject: 'new' });
    await texts.keep(typed(3));
    await texts.forget('a');
    await texts.keep(typed(4));
    expect(await open().list('new')).toEqual([typed(4), { key: 'b', subject: 'new' }]);
  });

  it('keeps one text a form, of each folder and subject apart', async () => {
    await open().keep({ key: 'a', subject: 'new', title: 'Un' });
    await open().keep({ key: 'a', subject: 'new', title: 'Un bis' });
    await open().keep({ key: 'a-b', subject: 'post', title: 'Deux' });
    await open('/autres').keep({ key: 'a', subject: 'new', title: 'Ailleurs' });
    expect(await open().list('new')).toEqual([{ key: 'a', subject: 'new', title: 'Un bis' }]);
    await open().forget('a');
    await open().forget('a');
    expect([await open().list('new'), (await open('/autres').list('new')).length]).toEqual([[], 1]);
  });

  it('tells what is no text as it is, and sweeps what a dead program was writing', async () => {
    await open().keep({ key: 'a', subject: 'new' });
    const [folder = ''] = readdirSync(place.path);
    writeFileSync(join(place.path, folder, 'text-b.jsonl'), '{"key":"b","subj');
    writeFileSync(join(place.path, folder, 'tmp_obj_encrier-1-abc'), '{');
    expect(await open().list('new')).toEqual([{ key: 'a', subject: 'new' }]);
    expect(await open().damaged()).toEqual([{ key: 'b', text: '{"key":"b","subj' }]);
    expect(readdirSync(join(place.path, folder)).sort()).toEqual(['text-a.jsonl', 'text-b.jsonl']);
    await open().forget('b');
    expect(await open().damaged()).toEqual([]);
  });

  it('rejects when its folder cannot be made, and keeps the text once it can', async () => {
    const folder = join(place.path, 'journaux');
    writeFileSync(folder, 'a file where the folder is to be');
    const texts = createKeptTexts(folder, '/articles');
    await expect(texts.keep({ key: 'a', subject: 'new' })).rejects.toThrow();
    rmSync(folder);
    await texts.keep({ key: 'a', subject: 'new' });
    expect(await texts.list('new')).toEqual([{ key: 'a', subject: 'new' }]);
  });
});

/** What made {@link typed} of so many of the one before, as builds of November 2026 said it. */
function typedOnce(count: number) {
  const from = LONG_TEXT.length + 3 * (count - 1);
  const content = { kind: 'splice', from, to: from, text: 'né ' };
  const values = { kind: 'edit', fields: { content }, removed: [] };
  return { kind: 'edit', fields: { count: { kind: 'set', value: count }, values }, removed: [] };
}

/** As each line of a file is. */
function lineOf(value: unknown): Buffer {
  const json = JSON.stringify(value);
  return Buffer.from(`${crc32(json).toString(16).padStart(8, '0')} ${json}\n`);
}

/** Starts a writer and kills it some acknowledged strokes later; the last one it acknowledged. */
function typeAndKill(strokes: number, size: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...TYPESCRIPT, WRITER, place.path, '/articles', String(size)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.split('\n').length > strokes) child.kill('SIGKILL');
    });
    child.on('error', reject);
    child.on('close', () => resolve(Number(output.trimEnd().split('\n').at(-1))));
  });
}

describe('a program killed while it keeps a text', () => {
  it.each([0, 2_000_000])(
    'loses no stroke that was kept, and leaves one whole text (%i characters before)',
    { timeout: 380_000 },
    async (size) => {
      for (let kill = 0; kill < (size === 0 ? KILLS : Math.ceil(KILLS / 4)); kill++) {
        const acknowledged = await typeAndKill(1 + ((kill * 7) % 11), size);
        const texts = await open().list('new');
        const typed = Number(texts[0]?.['typed']);
        expect(texts).toHaveLength(1);
        expect(String(texts[0]?.['text'])).toHaveLength(size + typed);
        expect([acknowledged, acknowledged + 1]).toContain(typed);
      }
    },
  );
});
