import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFailingDisk, type FailingDisk, leaveAsDead } from '#scripts/testing/failing-disk.ts';
import { type ContentHistory, createContentHistory } from '../../testing/content-history.ts';
import { plainImage } from '../../testing/images.ts';
import { startImporting } from '../../testing/imports.ts';
import { SETTINGS } from '../../testing/posts.ts';
import { TEST_CALLER } from '../../testing/posts-workspace.ts';
import { createRandom } from '../../testing/random.ts';
import { type WxrPost, wxr } from '../../testing/wxr.ts';

/** More than go into one commit. */
const POSTS = Array.from({ length: 130 }, (_, at): WxrPost => {
  const picture = `https://ancien.example.org/wp-content/uploads/2019/05/vue-${at % 7}.jpg`;
  const next = `https://ancien.example.org/2019/05/article-${(at + 1) % 130}/`;
  const shown = at % 10 === 0 ? `<p><img src="${picture}" alt="Une vue"></p>` : '';
  return {
    id: at + 1,
    title: `Article ${at}`,
    slug: `article-${at}`,
    content: `<p>Texte ${at}, <a href="${next}">la suite</a>.</p>${shown}`,
    status: at % 9 === 0 ? 'draft' : 'publish',
    categories: ['Voyages'],
  };
});

let disk: FailingDisk;
let place: string;
let history: ContentHistory;
let pictures: readonly Buffer[];
beforeEach(async () => {
  disk = createFailingDisk();
  await disk.install();
  place = mkdtempSync(path.join(tmpdir(), 'encrier-import-'));
  writeFileSync(path.join(place, 'export.xml'), wxr(POSTS));
  pictures = await Promise.all(
    [0, 1, 2, 3, 4, 5, 6].map((at) =>
      plainImage(30 + at, 20)
        .jpeg()
        .toBuffer(),
    ),
  );
});
afterEach(() => {
  disk.restore();
  rmSync(place, { recursive: true });
});

/** A program that has the repository and the imports beside it, from its start to its end. */
async function start() {
  const asked: string[] = [];
  const program = await startImporting({
    gitDir: history.path,
    folder: place,
    fetch: (address) => {
      asked.push(address);
      const bytes = pictures[Number(/(\d)\.jpg$/.exec(address)?.[1])];
      return Promise.resolve(
        bytes === undefined ? { kind: 'failed', reason: 'absente' } : { kind: 'bytes', bytes },
      );
    },
  });
  return { ...program, asked };
}

const CHOSEN = { fetchesPictures: true, takesChanged: false, removesStarter: false };

/** Imports from the first start on, and answers the import's id: its disk ends after so many changes. */
async function importUntil(changes: number): Promise<string> {
  history = createContentHistory();
  history.commit(SETTINGS);
  mkdirSync(path.join(place, 'imports'), { recursive: true });
  const program = await start();
  const { id } = await program.imports.fromPaths([path.join(place, 'export.xml')]);
  await program.imports.idle();
  disk.endAfter(history.path, changes);
  await program.imports.handlers.startImport({ id, ...CHOSEN }, TEST_CALLER);
  await program.imports.idle();
  await program.end();
  return id;
}

/** A program that starts after the end of another, and goes on. */
async function goOn(id: string) {
  disk.mend(history.path);
  leaveAsDead(history.path);
  const program = await start();
  const before = await program.imports.state(id);
  if (before.state !== 'done') await program.imports.handlers.startImport({ id, ...CHOSEN }, TEST_CALLER);
  await program.imports.idle();
  const after = await program.imports.state(id);
  await program.end();
  return { before, after, ...program };
}

const tree = (): string => history.git(['rev-parse', 'travail^{tree}']).trim();

describe('an import whose disk ends', () => {
  it('ends in the same tree, whenever it was stopped and started again', async () => {
    await importUntil(1_000_000);
    const whole = tree();
    const files = history.git(['ls-tree', '-r', '--name-only', 'travail']).split('\n');
    expect(files.filter((name) => name.startsWith('posts/'))).toHaveLength(POSTS.length);
    expect(files.filter((name) => name.startsWith('images/'))).toHaveLength(7);
    disk.mend(history.path);
    history.remove();
    const random = createRandom(16);
    let stopped = 0;
    for (let moment = 0; moment < 10; moment += 1) {
      rmSync(path.join(place, 'imports'), { recursive: true });
      const begun = await importUntil(random.below(900));
      const isEnded = disk.hasEnded(history.path);
      const { before, after, failures } = await goOn(begun);
      if (isEnded) {
        stopped += 1;
        expect(before.state).toBe('stopped');
      }
      expect(failures).toEqual([]);
      expect(after).toMatchObject({
        state: 'done',
        reason: null,
        report: { written: POSTS.length, pictures: 7, failedPictures: [] },
      });
      expect(tree()).toBe(whole);
      expect(history.git(['fsck', '--strict', '--no-dangling'])).toBe('');
      history.remove();
    }
    expect(stopped).toBeGreaterThan(3);
  });
});

/** Asks for something of an import, by a program whose disk ends after so many changes; then by others until it is done. */
async function disturbed(id: string, act: 'publishImport' | 'undoImport', changes: number): Promise<void> {
  const wanted = act === 'publishImport' ? 'published' : 'undone';
  for (const most of [changes, null]) {
    if (most !== null) disk.endAfter(history.path, most);
    const program = await start();
    const { state } = await program.imports.state(id);
    if (state !== wanted) await program.imports.handlers[act]({ id }, TEST_CALLER);
    await program.imports.idle();
    await program.end();
    disk.mend(history.path);
    leaveAsDead(history.path);
  }
  const program = await start();
  expect(await program.imports.state(id)).toMatchObject({ state: wanted, reason: null });
  await program.end();
}

const trees = (): readonly string[] =>
  ['main', 'travail'].map((branch) => history.git(['rev-parse', `${branch}^{tree}`]).trim());

describe('an import whose disk ends while it is published, or undone', () => {
  it('ends in the same trees, whenever it was stopped and asked for again', async () => {
    const random = createRandom(85);
    let wanted: readonly (readonly string[])[] = [];
    for (let moment = 0; moment < 8; moment += 1) {
      rmSync(path.join(place, 'imports'), { recursive: true, force: true });
      const id = await importUntil(1_000_000);
      const most = moment === 0 ? 1_000_000 : random.below(600);
      const ends: (readonly string[])[] = [];
      for (const act of ['publishImport', 'undoImport'] as const) {
        await disturbed(id, act, most);
        ends.push(trees());
        expect(history.git(['fsck', '--strict', '--no-dangling'])).toBe('');
      }
      if (moment === 0) wanted = ends;
      expect([most, ends]).toEqual([most, wanted]);
      disk.mend(history.path);
      history.remove();
    }
  });
});
