import { spawn } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTemporaryFolder } from '#content/testing/temporary-repository.ts';
import { createJournal } from './journal.ts';

const WRITER = fileURLToPath(new URL('../testing/journal-writer.ts', import.meta.url));
const KILLS = 12;

let place: ReturnType<typeof createTemporaryFolder>;
beforeEach(() => {
  place = createTemporaryFolder();
});
afterEach(() => place.remove());

const open = (folder = '/articles') => createJournal(place.path, folder);

describe('createJournal', () => {
  it('keeps one text a form, of each folder and subject apart', async () => {
    await open().keep({ key: 'a', subject: 'new', title: 'Un' });
    await open().keep({ key: 'a', subject: 'new', title: 'Un bis' });
    await open().keep({ key: 'b', subject: 'post', title: 'Deux' });
    await open('/autres').keep({ key: 'a', subject: 'new', title: 'Ailleurs' });
    expect(await open().list('new')).toEqual([{ key: 'a', subject: 'new', title: 'Un bis' }]);
    await open().forget('a');
    await open().forget('a');
    expect([await open().list('new'), (await open('/autres').list('new')).length]).toEqual([[], 1]);
  });

  it('passes over what is no text, and sweeps what a dead program was writing', async () => {
    await open().keep({ key: 'a', subject: 'new' });
    const [folder = ''] = readdirSync(place.path);
    writeFileSync(join(place.path, folder, 'text-b.json'), '{"key":"b","subj');
    writeFileSync(join(place.path, folder, 'tmp_obj_encrier-1-abc'), '{');
    expect(await open().list('new')).toEqual([{ key: 'a', subject: 'new' }]);
    expect(readdirSync(join(place.path, folder)).sort()).toEqual(['text-a.json', 'text-b.json']);
  });

  it('rejects when its folder cannot be made, and keeps the text once it can', async () => {
    const journals = join(place.path, 'journaux');
    writeFileSync(journals, 'a file where the folder is to be');
    const journal = createJournal(journals, '/articles');
    await expect(journal.keep({ key: 'a', subject: 'new' })).rejects.toThrow();
    rmSync(journals);
    await journal.keep({ key: 'a', subject: 'new' });
    expect(await journal.list('new')).toEqual([{ key: 'a', subject: 'new' }]);
  });
});

/** Starts a writer and kills it some acknowledged strokes later; the last one it acknowledged. */
function typeAndKill(strokes: number, size: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', WRITER, place.path, '/articles', String(size)],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
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
    { timeout: 180_000 },
    async (size) => {
      for (let kill = 0; kill < (size === 0 ? KILLS : 3); kill++) {
        const acknowledged = await typeAndKill(1 + ((kill * 7) % 11), size);
        const texts = await open().list('new');
        const typed = Number(texts[0]?.['typed']);
        expect(texts).toHaveLength(1);
        expect(String(texts[0]?.['text'])).toHaveLength(size + typed);
        expect(typed === acknowledged || typed === acknowledged + 1).toBe(true);
      }
    },
  );
});
