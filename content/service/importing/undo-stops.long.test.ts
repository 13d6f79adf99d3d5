import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFailingDisk, type FailingDisk, leaveAsDead } from '#scripts/testing/failing-disk.ts';
import { type ContentHistory, createContentHistory } from '../../testing/content-history.ts';
import { plainImage } from '../../testing/images.ts';
import { startImporting } from '../../testing/imports.ts';
import { SETTINGS } from '../../testing/posts.ts';
import { TEST_CALLER } from '../../testing/posts-workspace.ts';
import { rounds } from '../../testing/rounds.ts';
import { type WxrPost, wxr } from '../../testing/wxr.ts';

const PICTURE = '<p><img src="https://ancien.example.org/vue.jpg" alt="Une vue"></p>';
const OWN_PICTURE = 'images/2024/mienne.jpg';

/** The texts of an export: `said` is what each has by then. */
function texts(said: Readonly<Record<string, string>>, rest: Partial<WxrPost> = {}): readonly WxrPost[] {
  return Object.entries(said).map(([slug, content]) => ({
    id: slug.charCodeAt(0) * 1000 + Number(slug.slice(1)),
    title: `Article ${slug}`,
    slug,
    content: `<p>${content}</p>`,
    ...rest,
  }));
}

let disk: FailingDisk;
let place: string;
let history: ContentHistory;
let picture: Buffer;
beforeEach(async () => {
  disk = createFailingDisk();
  await disk.install();
  place = mkdtempSync(path.join(tmpdir(), 'encrier-undo-'));
  mkdirSync(path.join(place, 'imports'));
  history = createContentHistory();
  picture = await plainImage(30, 20).jpeg().toBuffer();
  history.commit({ ...SETTINGS, [OWN_PICTURE]: await plainImage(9, 7).jpeg().toBuffer() });
});
afterEach(() => {
  disk.restore();
  rmSync(place, { recursive: true });
  history.remove();
});

const start = () =>
  startImporting({
    gitDir: history.path,
    folder: place,
    fetch: () => Promise.resolve({ kind: 'bytes', bytes: picture }),
  });
type Program = Awaited<ReturnType<typeof start>>;

async function imported(
  { imports }: Program,
  posts: readonly WxrPost[],
  publishes: boolean,
): Promise<string> {
  const file = path.join(place, 'export.xml');
  writeFileSync(file, wxr(posts));
  const { id } = await imports.fromPaths([file]);
  await imports.idle();
  await imports.handlers.startImport(
    { id, fetchesPictures: true, takesChanged: true, removesStarter: false },
    TEST_CALLER,
  );
  await imports.idle();
  if (publishes) await imports.handlers.publishImport({ id }, TEST_CALLER);
  await imports.idle();
  expect(await imports.state(id)).toMatchObject({ state: publishes ? 'published' : 'done', reason: null });
  return id;
}

const trees = (): readonly string[] =>
  ['main', 'travail'].flatMap((branch) => history.git(['ls-tree', '-r', branch]).split('\n'));

/** What is there already when the last import comes, and is updated by it or edited since. */
const LEFT = /\/[abch]\.md$/;

/** A site whose texts came by several imports; answers the last, with what the last is to leave when it is taken back. */
async function lived(publishes: boolean) {
  const program = await start();
  await imported(program, [...texts({ a: 'Un', b: 'Un' })], true);
  await imported(program, texts({ c: 'Un', d: 'Un' }), false);
  // What is published of `a` is older than what waits of it.
  await imported(program, texts({ a: 'Deux', c: 'Deux' }), false);
  const before = trees();
  const drafts = texts({ e: 'Un', f: 'Un' }, { status: 'draft' });
  const more = Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`m${at}`, 'Un autre']));
  const id = await imported(
    program,
    [...texts({ a: 'Trois', b: 'Deux', c: 'Trois', g: `Un${PICTURE}`, h: 'Un', ...more }), ...drafts],
    publishes,
  );
  const { texts: written } = await program.imports.handlers.listImportTexts(
    { id, only: 'all', offset: 0 },
    TEST_CALLER,
  );
  const edited = written.find(({ title }) => title === 'Article h')?.postId ?? '';
  await program.posts.updatePost({ id: edited, content: 'À moi.\n' }, TEST_CALLER);
  await program.end();
  return { id, before };
}

async function undo(id: string): Promise<Program> {
  const program = await start();
  await program.imports.handlers.undoImport({ id }, TEST_CALLER);
  await program.imports.idle();
  return program;
}

/** What there is now, to be gone back to. */
function kept() {
  const copy = mkdtempSync(path.join(tmpdir(), 'encrier-kept-'));
  cpSync(history.path, path.join(copy, 'git'), { recursive: true });
  cpSync(place, path.join(copy, 'place'), { recursive: true });
  return {
    again(): void {
      for (const [to, name] of [
        [history.path, 'git'],
        [place, 'place'],
      ] as const) {
        for (const entry of readdirSync(to)) rmSync(path.join(to, entry), { recursive: true });
        cpSync(path.join(copy, name), to, { recursive: true });
      }
    },
    remove: () => rmSync(copy, { recursive: true }),
  };
}

describe('taking an import back', () => {
  it.each([false, true])(
    'ends in the same trees, at whichever change the disk ended, the import published: %s',
    async (publishes) => {
      const { id, before } = await lived(publishes);
      const there = kept();
      const calm = await undo(id);
      expect(await calm.imports.state(id)).toMatchObject({ state: 'undone', reason: null });
      await calm.end();
      const wanted = trees();
      // An address that readers knew stays in redirects.yml, and a draft that they had is one of the published branch.
      if (!publishes)
        expect(wanted.filter((line) => !LEFT.test(line))).toEqual(before.filter((line) => !LEFT.test(line)));
      const step = rounds({ few: 31, all: 11 });
      let hasEnded = true;
      for (let changes = 0; hasEnded; changes += step) {
        there.again();
        disk.endAfter(history.path, changes);
        await (await undo(id)).end();
        hasEnded = disk.hasEnded(history.path);
        disk.mend(history.path);
        leaveAsDead(history.path);
        const program = await start();
        const { state } = await program.imports.state(id);
        // It may have ended when all but a cache was written.
        if (!hasEnded) expect(state).toBe('undone');
        if (state !== 'undone') await program.imports.handlers.undoImport({ id }, TEST_CALLER);
        await program.imports.idle();
        expect(await program.imports.state(id)).toMatchObject({
          state: 'undone',
          reason: null,
          report: { leftByUndo: ['Article a', 'Article b', 'Article c', 'Article h'] },
        });
        await program.end();
        expect(program.failures).toEqual([]);
        expect({ changes, trees: trees() }).toEqual({ changes, trees: wanted });
        expect(history.git(['fsck', '--strict', '--no-dangling'])).toBe('');
      }
      there.remove();
    },
  );
});
