import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createTemporaryFolder, type TemporaryFolder } from '#content/testing/temporary-repository.ts';
import { createStateFile, readCheckedLines, type StateFile, writeCheckedLines } from './state-file.ts';

let folder: TemporaryFolder;
let file: string;
beforeEach(() => {
  folder = createTemporaryFolder();
  file = path.join(folder.path, 'names.json');
});
afterEach(() => folder.remove());

function open(): StateFile<readonly string[]> {
  return createStateFile<readonly string[]>({
    file,
    schema: z.array(z.string()),
    none: [],
    without: 'rien ne manque',
    say: expect.unreachable,
  });
}

describe('createStateFile', () => {
  it('makes changes one after the other, each from what the one before wrote, and reads after them', async () => {
    const names = open();
    const changes = ['un', 'deux', 'trois'].map((name) => names.change((all) => [...all, name]));
    expect(await names.read()).toEqual(['un', 'deux', 'trois']);
    await Promise.all(changes);
    expect(await open().read()).toEqual(['un', 'deux', 'trois']);
  });

  it('writes nothing where nothing changed', async () => {
    await open().change((all) => all);
    expect(() => readFileSync(file)).toThrow('ENOENT');
  });

  it('keeps what it had when a change cannot be written, and writes the next one', async () => {
    const names = open();
    await names.read();
    mkdirSync(file);
    await expect(names.change(() => ['perdu'])).rejects.toThrow();
    expect(await names.read()).toEqual([]);
    rmSync(file, { recursive: true });
    await names.change((all) => [...all, 'gardé']);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(['gardé']);
  });
});

describe('readCheckedLines', () => {
  async function linesOf(): Promise<{ readonly isRight: boolean; readonly lines: readonly string[] }> {
    const lines: string[] = [];
    const isRight = await readCheckedLines(file, 'kind 1', (line) => void lines.push(String(line)));
    return { isRight, lines };
  }

  it('gives the lines of a file that is read in several pieces, whatever their length', async () => {
    const lengths = [3, 0, 700_000, 2_500_000, 1, 400_000];
    const lines = lengths.map((length, index) => `é🖋${index}`.padEnd(length, '\u00FF'));
    await writeCheckedLines(file, 'kind 1', lines);
    expect(await linesOf()).toEqual({ isRight: true, lines });
  });

  it('gives lines of which no more than a piece was in memory while they were written', async () => {
    const all = Array.from({ length: 40 }, (_, number) => `${number} `.padEnd(100_000, 'x'));
    let most = 0;
    function* watched(): Generator<string> {
      let given = 0;
      for (const line of all) {
        const written = readdirSync(folder.path).map((name) => statSync(path.join(folder.path, name)).size);
        most = Math.max(most, given - (written[0] ?? 0));
        given += line.length;
        yield line;
      }
    }
    await writeCheckedLines(file, 'kind 1', watched());
    expect(await linesOf()).toEqual({ isRight: true, lines: all });
    expect(most).toBeLessThan(500_000);
  });

  it('knows a file that is missing, empty, of another kind, cut short or changed, and gives nothing that is not as it was', async () => {
    const nothing = { isRight: false, lines: [] };
    expect(await linesOf()).toEqual(nothing);
    writeFileSync(file, '');
    expect(await linesOf()).toEqual(nothing);
    await writeCheckedLines(file, 'kind 2', ['un', 'deux']);
    expect(await linesOf()).toEqual(nothing);
    await writeCheckedLines(file, 'kind 1', ['un', 'deux']);
    const whole = readFileSync(file, 'latin1');
    for (const other of [whole.replace('un', 'une'), whole.slice(1), whole.slice(0, 20)]) {
      writeFileSync(file, other, 'latin1');
      expect(await linesOf()).toEqual(nothing);
    }
    writeFileSync(file, whole.replace('deux', 'trois'), 'latin1');
    expect(await linesOf()).toEqual({ isRight: false, lines: ['un'] });
    writeFileSync(file, whole.slice(0, -1), 'latin1');
    expect(await linesOf()).toEqual({ isRight: false, lines: ['un', 'deux'] });
  });
});
