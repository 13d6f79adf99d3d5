import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSignal } from '../../git/concurrency.ts';
import { plainImage } from '../../testing/images.ts';
import { openImports } from '../../testing/imports.ts';
import { createPostsWorkspace, type PostsWorkspace, TEST_CALLER } from '../../testing/posts-workspace.ts';
import { type WxrPost, wxr } from '../../testing/wxr.ts';
import type { Fetched } from './fetch-picture.ts';
import type { Imports } from './import-operations.ts';

const PICTURES = 'https://ancien.example.org/wp-content/uploads/2019/05';
const POST: WxrPost = { id: 1, title: 'Un titre', slug: 'titre', content: '' };
const OTHER: WxrPost = { id: 2, title: 'Un autre', slug: 'autre', content: '' };

let site: PostsWorkspace;
let folder: string;
let imports: Imports;
/** What the old site says of a picture; null where it has it. */
let answer: (address: string) => Fetched | null | Promise<null>;
const errors: unknown[] = [];
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'encrier-import-'));
  site = await createPostsWorkspace();
  const picture = await plainImage(60, 40).jpeg().toBuffer();
  imports = openImports(site, {
    folder,
    onProblem: (problem) => errors.push(problem),
    fetch: async (address) => (await answer(address)) ?? { kind: 'bytes', bytes: picture },
  });
});
afterEach(async () => {
  await imports.close();
  expect(errors.splice(0)).toEqual([]);
  expect(site.git('fsck', '--strict', '--no-dangling')).toBe('');
  expect(await site.close()).toEqual([]);
  rmSync(folder, { recursive: true });
});

async function read(posts: readonly WxrPost[]): Promise<string> {
  const file = path.join(folder, 'export.xml');
  writeFileSync(file, wxr(posts));
  const { id } = await imports.fromPaths([file]);
  await imports.idle();
  return id;
}

async function after(operation: 'startImport' | 'publishImport' | 'undoImport', id: string) {
  await imports.handlers[operation]({ id, fetchesPictures: true }, TEST_CALLER);
  await imports.idle();
  return imports.state(id);
}

async function imported(posts: readonly WxrPost[]): Promise<string> {
  const id = await read(posts);
  await after('startImport', id);
  return id;
}

const files = (): readonly string[] =>
  site.git('ls-tree', '-r', '--name-only', 'travail', 'posts', 'images').split('\n').filter(Boolean);
const text = (file: string): string => site.git('show', `travail:${file}`);

describe('pictures that could not be taken', () => {
  const content = (name: string) =>
    `<p><img src="${PICTURES}/${name}.jpg" alt="Une vue"> <img src="${PICTURES}/la.jpg" alt="Là"></p>`;
  const posts = [
    { ...POST, content: content('vue') },
    { ...OTHER, content: content('vue') },
  ];
  const retry = async (id: string) => {
    await imports.handlers.retryImportPictures({ id }, TEST_CALLER);
    await imports.idle();
    return imports.state(id);
  };
  const named = (title: string) => ({ id: expect.any(String) as string, title });
  let failing: ReadonlySet<string>;
  let asked: string[];
  beforeEach(() => {
    failing = new Set(['vue.jpg']);
    asked = [];
    answer = (address) => {
      const name = address.replace(/^.*\//, '');
      asked.push(name);
      return failing.has(name) ? { kind: 'failed', reason: 'le site répond 503' } : null;
    };
  });

  it('are tried again, they alone, and articles that nobody changed show them', async () => {
    const id = await imported(posts);
    await after('publishImport', id);
    expect((await imports.state(id)).report?.failedPictures).toEqual([
      {
        address: `${PICTURES}/vue.jpg`,
        reason: 'le site répond 503',
        texts: [named('Un titre'), named('Un autre')],
      },
    ]);
    asked = [];
    expect(await retry(id)).toMatchObject({ state: 'published', reason: null });
    expect(asked).toEqual(['vue.jpg']);
    failing = new Set();
    const { texts } = await imports.handlers.listImportTexts({ id, only: 'all', offset: 0 }, TEST_CALLER);
    await site.posts.updatePost({ id: texts[1]?.postId ?? '', title: 'À moi' }, TEST_CALLER);
    const tried = await retry(id);
    expect(tried).toMatchObject({ state: 'done', report: { pictures: 1, written: 2 } });
    expect(tried.report?.failedPictures).toEqual([
      { address: `${PICTURES}/vue.jpg`, reason: 'le site répond 503', texts: [named('Un autre')] },
    ]);
    expect(text('posts/2019/titre.md')).not.toContain(PICTURES);
    expect(text('posts/2019/autre.md')).toContain(`${PICTURES}/vue.jpg`);
    expect(site.git('show', 'main:posts/2019/titre.md')).toContain(`${PICTURES}/vue.jpg`);
    await after('publishImport', id);
    expect(site.git('show', 'main:posts/2019/titre.md')).not.toContain(PICTURES);
    expect(site.git('show', 'main:redirects.yml')).toContain('/wp-content/uploads/2019/05/vue.jpg: /images/');
    expect((await after('undoImport', id)).report).toMatchObject({ leftByUndo: ['À moi'] });
    expect((await site.workspace.current()).posts.map(({ title }) => title)).toEqual(['À moi']);
  });

  it('stay said of a text that was edited, also where one that is called the same shows them now', async () => {
    const id = await imported(posts.map((post) => ({ ...post, title: 'Sans titre' })));
    failing = new Set();
    const { texts } = await imports.handlers.listImportTexts({ id, only: 'all', offset: 0 }, TEST_CALLER);
    const [edited = ''] = texts.map(({ postId }) => postId);
    await site.posts.updatePost({ id: edited, excerpt: 'À moi' }, TEST_CALLER);
    expect((await retry(id)).report?.failedPictures.map((failed) => failed.texts)).toEqual([
      [{ id: edited, title: 'Sans titre' }],
    ]);
  });

  it('go with what shows them when the import is undone before they are published', async () => {
    const id = await imported(posts);
    await after('publishImport', id);
    failing = new Set();
    await retry(id);
    expect((await after('undoImport', id)).report).toMatchObject({ leftByUndo: [] });
    expect((await site.workspace.current()).posts).toEqual([]);
    expect(files()).toEqual([]);
    expect(site.git('ls-tree', '-r', '--name-only', 'main', 'images')).toBe('');
  });

  it('are tried once an import is done, where one is missing', async () => {
    const planned = await read(posts);
    await expect(imports.handlers.retryImportPictures({ id: planned }, TEST_CALLER)).rejects.toMatchObject({
      code: 'done',
    });
    failing = new Set();
    await after('startImport', planned);
    await expect(imports.handlers.retryImportPictures({ id: planned }, TEST_CALLER)).rejects.toMatchObject({
      code: 'done',
    });
  });

  it('are counted while their text waits for the next of them', async () => {
    const id = await read([{ ...POST, content: content('vue') }]);
    const [reached, gate] = [createSignal(), createSignal()];
    answer = async (address) => {
      if (!address.endsWith('/la.jpg')) return null;
      reached.give();
      await gate.given;
      return null;
    };
    await imports.handlers.startImport({ id, fetchesPictures: true }, TEST_CALLER);
    await reached.given;
    await expect
      .poll(async () => (await imports.state(id)).progress)
      .toMatchObject({ done: 0, total: 1, unit: 'articles', pictures: 1 });
    gate.give();
    await imports.idle();
    expect(await imports.state(id)).toMatchObject({ state: 'done', report: { pictures: 1 } });
  });

  it('are no longer asked for once their site was silent for five', async () => {
    answer = (address) => {
      asked.push(address);
      return { kind: 'failed', reason: 'le site ne répond pas', isSilent: true };
    };
    const many = Array.from({ length: 8 }, (_, at) => `<img src="${PICTURES}/${at}.jpg" alt="">`).join(' ');
    const id = await imported([{ ...POST, content: `<p>${many}</p>` }]);
    expect(asked).toHaveLength(5);
    const { report } = await imports.state(id);
    expect(report?.failedPictures.map(({ reason }) => reason)).toEqual([
      ...Array.from({ length: 5 }, () => 'le site ne répond pas'),
      ...Array.from({ length: 3 }, () => 'le site ne répond plus\u00a0: cette image n’a pas été demandée'),
    ]);
    asked = [];
    answer = () => null;
    expect((await retry(id)).report?.failedPictures).toEqual([]);
  });
});
