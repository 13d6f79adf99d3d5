import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { plainImage } from '../../testing/images.ts';
import { openImports } from '../../testing/imports.ts';
import {
  createPostsWorkspace,
  type PostsWorkspace,
  TEST_CALLER,
  TEST_NOW,
} from '../../testing/posts-workspace.ts';
import { type WxrPost, wxr } from '../../testing/wxr.ts';
import { createImageUpload } from '../images/image-changes.ts';
import { inProcess } from '../images/image-pipeline.ts';
import { createPostReferences } from '../post-references.ts';
import { publishPosts } from '../publishing/publish-posts.ts';
import type { Imports } from './import-operations.ts';

const POSTS: readonly WxrPost[] = [
  {
    id: 1,
    title: 'Un premier titre',
    slug: 'premier',
    content:
      '<p>Bonjour, <a href="https://ancien.example.org/2019/05/second/">la suite</a> et <a href="/2019/05/second/#h-fin">sa fin</a>.</p><p><img src="https://ancien.example.org/wp-content/uploads/2019/05/vue.jpg" alt="Une vue"></p>',
    categories: ['Voyages', 'Été'],
    tags: ['mer'],
  },
  {
    id: 2,
    title: 'Second',
    slug: 'second',
    content:
      '<p>La suite. <a href="/absent/">Rien</a> <a href="#h-fin">plus bas</a></p><h2 id="h-fin">Été à Sète</h2>',
    categories: ['Voyages'],
  },
  { id: 3, title: 'Un brouillon', slug: 'brouillon', content: '<p>À finir.</p>', status: 'draft' },
];

let site: PostsWorkspace;
let folder: string;
let picture: Buffer;
let asked: string[];
/** Before the old site answers for the picture that it was asked for last. */
let onAsked: () => Promise<void>;
const opened: Imports[] = [];
const errors: unknown[] = [];
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'encrier-import-'));
  site = await createPostsWorkspace();
  asked = [];
  onAsked = () => Promise.resolve();
  picture = await plainImage(60, 40).jpeg().toBuffer();
});
afterEach(async () => {
  for (const imports of opened.splice(0)) await imports.close();
  expect(errors.splice(0)).toEqual([]);
  expect(site.git('fsck', '--strict', '--no-dangling')).toBe('');
  expect(await site.close()).toEqual([]);
  rmSync(folder, { recursive: true });
});

function open(onRest?: (tookMs: number) => void): Imports {
  const imports = openImports(site, {
    folder,
    onRest,
    onProblem: (problem) => errors.push(problem),
    fetch: async (address) => {
      asked.push(address);
      await onAsked();
      return { kind: 'bytes', bytes: picture };
    },
  });
  opened.push(imports);
  return imports;
}

async function read(posts: readonly WxrPost[], imports = open()) {
  const file = path.join(folder, 'export.xml');
  writeFileSync(file, wxr(posts));
  const { id } = await imports.fromPaths([file]);
  await imports.idle();
  return { imports, id, state: await imports.state(id) };
}

async function run(
  posts: readonly WxrPost[],
  options: { readonly takesChanged?: boolean; readonly fetchesPictures?: boolean } = {},
) {
  const done = await read(posts);
  const { imports, id } = done;
  const chosen = { id, fetchesPictures: true, takesChanged: false, removesStarter: false, ...options };
  await imports.handlers.startImport(chosen, TEST_CALLER);
  await imports.idle();
  return { imports, id, state: await imports.state(id) };
}

const waiting = (): readonly string[] =>
  site.git('diff', '--name-only', 'main...travail').split('\n').filter(Boolean);
const onBranch = (branch: string, file: string): string => site.git('show', `${branch}:${file}`);

describe('an import', () => {
  it('says each time that nothing of what was done is in use any more', async () => {
    let rests = 0;
    const imports = open(() => {
      rests += 1;
    });
    const { id } = await read(POSTS, imports);
    expect(rests).toBe(1);
    await imports.handlers.startImport({ id, fetchesPictures: false }, TEST_CALLER);
    await imports.idle();
    expect(rests).toBe(2);
  });

  it('shows what it would do, and writes nothing', async () => {
    const before = site.git('for-each-ref');
    const { state, imports, id } = await read(POSTS);
    expect(state).toMatchObject({ state: 'planned', reason: null });
    expect(state.plan).toMatchObject({
      system: 'wordpress',
      siteTitle: 'L’ancien blog',
      articles: 3,
      drafts: 1,
      pages: 0,
      pictures: { inside: 0, outside: 1 },
      categories: [
        { name: 'Voyages', articles: 2, becomes: 'category' },
        { name: 'Business', articles: 1, becomes: 'given' },
        { name: 'Été', articles: 1, becomes: 'tag' },
      ],
      authors: [{ name: 'Claire Exemple', articles: 3 }],
      deadLinks: [{ address: '/absent', titles: ['Second'] }],
    });
    const { texts } = await imports.handlers.listImportTexts({ id, only: 'all', offset: 0 }, TEST_CALLER);
    expect(texts.map(({ address, fate }) => [address, fate])).toEqual([
      ['/blog/premier', 'new'],
      ['/blog/second', 'new'],
      ['/blog/brouillon', 'new'],
    ]);
    expect(site.git('for-each-ref')).toBe(before);
    expect(asked).toEqual([]);
  });

  it('goes onto the work branch, with pictures and links that lead to ours, and nothing of it to readers', async () => {
    const main = site.git('rev-parse', 'main');
    const { state } = await run(POSTS);
    expect(state).toMatchObject({ state: 'done', report: { written: 3, pictures: 1, failedPictures: [] } });
    expect(site.git('rev-parse', 'main')).toBe(main);
    const files = waiting();
    const image = files.find((file) => file.startsWith('images/')) ?? '';
    expect(files.filter((file) => file !== image)).toEqual([
      'posts/2019/brouillon.md',
      'posts/2019/premier.md',
      'posts/2019/second.md',
    ]);
    const text = onBranch('travail', 'posts/2019/premier.md');
    expect(text).toContain(`Bonjour, [la suite](/blog/second) et [sa fin](/blog/second#ete-a-sete).`);
    expect(onBranch('travail', 'posts/2019/second.md')).toContain('[plus bas](#ete-a-sete)');
    expect(text).toContain(`![Une vue](/${image})`);
    expect(text).toMatch(/\ncategory: Voyages\n/);
    expect(text).not.toContain('claire@example.org');
    expect(site.git('log', '-1', '--format=%s', 'travail')).toBe('Importer 3 articles');
    expect(site.git('log', '-1', '--format=%B', 'travail')).toMatch(
      /Encrier-Import: .*\nEncrier-Minor: true\nEncrier-Waits: true/,
    );
  });

  it('has no more of its texts in memory than a commit is to have', async () => {
    const long = Array.from({ length: 8 }, (_, at): WxrPost => {
      return { id: at + 1, title: `Titre ${at}`, slug: `titre-${at}`, content: 'Des mots. '.repeat(190_000) };
    });
    await run(long);
    expect(waiting()).toHaveLength(8);
    expect(site.git('log', '--format=%s', 'main..travail').match(/^Importer/gm)).toHaveLength(2);
  });

  it('made twice makes nothing again, and leaves what was edited here', async () => {
    await run(POSTS);
    const before = site.git('rev-parse', 'travail');
    const again = await read(POSTS);
    expect(again.state.plan).toMatchObject({ there: 3, edited: 0, changed: 0 });
    const { posts } = await site.workspace.current();
    expect(posts).toEqual([]);
    const [, second] = POSTS;
    const id =
      (await again.imports.handlers.listImportTexts({ id: again.id, only: 'all', offset: 0 }, TEST_CALLER))
        .texts[1]?.postId ?? '';
    await site.deskPosts.updatePost({ id, content: 'Revu ici.\n' }, TEST_CALLER);
    const changed = POSTS.map((post) => ({ ...post, content: `${post.content}<p>De plus.</p>` }));
    const { state } = await run(changed, { takesChanged: true });
    expect(state.report).toMatchObject({ written: 0, updated: 2, kept: 1 });
    expect(onBranch('travail', 'posts/2019/second.md')).toContain('Revu ici.');
    expect(onBranch('travail', 'posts/2019/premier.md')).toContain('De plus.');
    expect(second).toBeDefined();
    expect(before).not.toBe(site.git('rev-parse', 'travail'));
  });

  it('is published by one commit that is no news, with the addresses of before', async () => {
    const { imports, id } = await run(POSTS);
    await imports.handlers.publishImport({ id }, TEST_CALLER);
    await imports.idle();
    expect(await imports.state(id)).toMatchObject({
      state: 'published',
      reason: null,
      report: { published: 2 },
    });
    expect(waiting()).toEqual(['posts/2019/brouillon.md']);
    expect(site.git('log', '-1', '--format=%B', 'main')).toMatch(
      /^Publier 2 articles\n[^]*Encrier-Minor: true/,
    );
    const redirects = onBranch('main', 'redirects.yml');
    expect(redirects).toContain('/2019/05/premier: /blog/premier\n');
    expect(redirects).toContain('/?p=1: /blog/premier\n');
    expect(redirects).toMatch(
      /\/wp-content\/uploads\/2019\/05\/vue\.jpg: \/images\/\d+\/vue-[0-9a-f]{12}\.jpg$/m,
    );
    expect(redirects).not.toContain('brouillon');
  });

  it('counts what went on line before its publication was asked for again', async () => {
    const { imports, id } = await run(POSTS);
    const { texts } = await imports.handlers.listImportTexts({ id, only: 'all', offset: 0 }, TEST_CALLER);
    const [first] = texts.flatMap(({ title, postId }) => (title === 'Second' ? postId : []));
    const { workspace, pending } = site;
    const references = createPostReferences(workspace, 'https://exemple.fr');
    const context = { workspace, pending, references, history: site.pathIndex() };
    await publishPosts(context, { ids: [first ?? ''] }, TEST_CALLER);
    await imports.handlers.publishImport({ id }, TEST_CALLER);
    await imports.idle();
    expect(await imports.state(id)).toMatchObject({ state: 'published', report: { published: 2 } });
  });

  it('is taken back before and after it is published, but for what somebody changed', async () => {
    const first = await run(POSTS);
    await first.imports.handlers.undoImport({ id: first.id }, TEST_CALLER);
    await first.imports.idle();
    expect(await first.imports.state(first.id)).toMatchObject({
      state: 'undone',
      report: { leftByUndo: [] },
    });
    expect(waiting()).toEqual([]);
    const { imports, id } = await run(POSTS);
    await imports.handlers.publishImport({ id }, TEST_CALLER);
    await imports.idle();
    const [kept] = (await site.workspace.current()).posts.filter(({ slug }) => slug === 'second');
    await site.posts.updatePost({ id: kept?.id ?? '', title: 'Second, revu' }, TEST_CALLER);
    await imports.handlers.undoImport({ id }, TEST_CALLER);
    await imports.idle();
    expect(await imports.state(id)).toMatchObject({
      state: 'undone',
      report: { leftByUndo: ['Second, revu'] },
    });
    expect((await site.workspace.current()).posts.map(({ slug }) => slug)).toEqual(['second']);
    expect(site.git('ls-tree', '-r', '--name-only', 'main')).not.toContain('images/');
    const redirects = onBranch('main', 'redirects.yml');
    expect(redirects).toContain('/2019/05/second: /blog/second\n');
    expect(redirects).not.toContain('/2019/05/premier');
  });

  it('leaves a picture that its author sent while the import was about to write the same one', async () => {
    const keeping = { ...site.keeping('by-saving'), describe: () => Promise.resolve(null) };
    const upload = createImageUpload(keeping, inProcess);
    const sent: string[] = [];
    onAsked = async () => {
      if (asked.length === 2)
        sent.push(
          (await upload({ filename: 'vue.jpg', bytes: new Uint8Array(picture) }, TEST_CALLER.author)).url,
        );
    };
    const [first] = POSTS;
    const content = `${first?.content}<p><img src="/autre-vue.jpg" alt=""></p>`;
    const { imports, id } = await run([{ id: 1, title: 'Un titre', slug: 'premier', content }]);
    expect(onBranch('travail', 'posts/2019/premier.md')).toContain(`![Une vue](${sent[0]})`);
    await imports.handlers.undoImport({ id }, TEST_CALLER);
    await imports.idle();
    expect(site.git('ls-tree', '-r', '--name-only', 'travail', 'images/')).toBe(sent[0]?.slice(1));
  });

  it('goes on where another program stopped', async () => {
    const { imports, id } = await read(POSTS);
    const chosen = { id, fetchesPictures: true, takesChanged: false, removesStarter: false };
    await imports.handlers.startImport(chosen, TEST_CALLER);
    await imports.close();
    const next = open();
    await next.handlers.startImport(chosen, TEST_CALLER);
    await next.idle();
    expect(await next.state(id)).toMatchObject({ state: 'done' });
    expect(waiting()).toHaveLength(4);
  });

  it('goes on after a text that no file can hold, and names it', async () => {
    const tags = Array.from({ length: 60 }, (_, at) => `${at} ${'mot '.repeat(1_200)}`);
    const { imports, id, state } = await run([
      { id: 4, title: 'Trop de mots', slug: 'mots', content: '', tags },
      ...POSTS,
    ]);
    const reason: unknown = expect.stringContaining('256 Ko');
    const report = { written: 3, refused: [{ title: 'Trop de mots', reason }] };
    expect(state).toMatchObject({ state: 'done', report });
    await imports.handlers.publishImport({ id }, TEST_CALLER);
    await imports.idle();
    expect(await imports.state(id)).toMatchObject({ state: 'published', reason: null, report });
  });

  it('refuses what is no export, and a torn one, and says why', async () => {
    const imports = open();
    for (const text of ['Bonjour', wxr(POSTS).slice(0, 900)]) {
      const file = path.join(folder, 'autre.xml');
      writeFileSync(file, text);
      const { id } = await imports.fromPaths([file]);
      await imports.idle();
      const state = await imports.state(id);
      expect(state).toMatchObject({ state: 'refused', plan: null });
      expect(state.reason).toMatch(/\.$/);
    }
  });

  it('does nothing out of turn, and says why', async () => {
    const { imports, id } = await read(POSTS);
    const chosen = { id, fetchesPictures: true, takesChanged: false, removesStarter: false };
    const { handlers } = imports;
    const before = site.git('for-each-ref');
    await expect(handlers.publishImport({ id }, TEST_CALLER)).rejects.toMatchObject({ code: 'done' });
    await expect(handlers.undoImport({ id }, TEST_CALLER)).rejects.toMatchObject({ code: 'done' });
    expect(site.git('for-each-ref')).toBe(before);
    await handlers.startImport(chosen, TEST_CALLER);
    await imports.idle();
    await expect(handlers.readImport({ id }, TEST_CALLER)).rejects.toMatchObject({ code: 'done' });
    await expect(handlers.startImport(chosen, TEST_CALLER)).rejects.toMatchObject({ code: 'done' });
    await handlers.undoImport({ id }, TEST_CALLER);
    await imports.idle();
    await expect(handlers.startImport(chosen, TEST_CALLER)).rejects.toMatchObject({ code: 'done' });
    expect(waiting()).toEqual([]);
  });

  it('forgets after a day what was read and never used, and keeps what was', async () => {
    const { imports, id: used } = await run(POSTS);
    const { id: unused } = await read(POSTS, imports);
    const listed = async () => (await imports.handlers.listImports({}, TEST_CALLER)).map(({ id }) => id);
    expect((await listed()).toSorted()).toEqual([unused, used].toSorted());
    site.at(TEST_NOW + 24 * 3600_000 + 1);
    const folders = (): readonly string[] => readdirSync(path.join(folder, 'imports'));
    expect(folders().toSorted()).toEqual([unused, used].toSorted());
    // A program that starts again does so by itself.
    await open().close();
    expect(folders()).toEqual([used]);
    expect(await imports.handlers.listImports({}, TEST_CALLER)).toMatchObject([
      { id: used, siteTitle: 'L’ancien blog' },
    ]);
    await expect(imports.handlers.getImport({ id: unused }, TEST_CALLER)).rejects.toMatchObject({
      code: 'not-found',
    });
  });
});

describe('an import of what is here already', () => {
  it('has nothing to publish once readers see it', async () => {
    const first = await run(POSTS);
    expect(first.state.report?.toPublish).toBe(2);
    expect((await run(POSTS)).state.report).toMatchObject({ written: 0, toPublish: 2 });
    await first.imports.handlers.publishImport({ id: first.id }, TEST_CALLER);
    await first.imports.idle();
    expect((await first.imports.state(first.id)).report).toMatchObject({ published: 2, toPublish: 0 });
    expect((await run(POSTS)).state.report).toMatchObject({ written: 0, kept: 3, toPublish: 0 });
  });
});

describe('pictures of other sites', () => {
  const CDN = 'http://images.example.net/vue';
  const shown = (address: string) => `<p><img src="${address}" alt="Une vue"></p>`;
  const post = (content: string): WxrPost => ({ id: 1, title: 'Un titre', slug: 'titre', content });

  it('are fetched where they are, each with its query, and so are those of players', async () => {
    const video = '<iframe src="https://www.youtube.com/embed/abcdefghijk"></iframe>';
    const { state, imports, id } = await run([post(shown(`${CDN}?id=1`) + shown(`${CDN}?id=2`) + video)]);
    expect(state.plan?.pictures).toEqual({ inside: 0, outside: 3, bytes: 0, homeless: 0 });
    expect(asked).toEqual([`${CDN}?id=1`, `${CDN}?id=2`, 'https://i.ytimg.com/vi/abcdefghijk/hqdefault.jpg']);
    const written = onBranch('travail', 'posts/2019/titre.md');
    expect(written).not.toContain('example.net');
    expect(written).toMatch(/\[!\[Vidéo sur YouTube\]\(\/images\/[^)]+\)\]\(https:\/\/www\.youtube/);
    await imports.handlers.publishImport({ id }, TEST_CALLER);
    await imports.idle();
    expect(onBranch('main', 'redirects.yml')).not.toContain('example.net');
  });

  it('stay where they are unless their author has them fetched', async () => {
    const { state } = await run([post(shown(CDN))], { fetchesPictures: false });
    expect(onBranch('travail', 'posts/2019/titre.md')).toContain(CDN);
    expect([asked, state.report?.failedPictures]).toEqual([[], []]);
  });
});
