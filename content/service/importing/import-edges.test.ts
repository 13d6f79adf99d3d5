import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TEMPORARY_PREFIX } from '../../git/durable-fs.ts';
import { plainImage } from '../../testing/images.ts';
import { openImports } from '../../testing/imports.ts';
import { createPostsWorkspace, type PostsWorkspace, TEST_CALLER } from '../../testing/posts-workspace.ts';
import { type WxrPost, wxr } from '../../testing/wxr.ts';
import { createHistoryOperations } from '../history/history-operations.ts';
import { createPostReferences } from '../post-references.ts';
import type { Fetched } from './fetch-picture.ts';
import type { Imports } from './import-operations.ts';

const OLD = 'https://ancien.example.org';
const PICTURES = `${OLD}/wp-content/uploads/2019/05`;
const POST: WxrPost = { id: 1, title: 'Un titre', slug: 'titre', content: '<p>Bonjour.</p>' };
const OTHER: WxrPost = { id: 2, title: 'Un autre', slug: 'autre', content: '<p>Bonsoir.</p>' };

const STARTER = path.join(import.meta.dirname, '../../starter/posts');

let site: PostsWorkspace;
let folder: string;
let imports: Imports;
let picture: Buffer;
/** What the old site says of a picture; null where it has it. */
let answer: (address: string) => Fetched | null;
const errors: unknown[] = [];
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'encrier-import-'));
  site = await createPostsWorkspace();
  picture = await plainImage(60, 40).jpeg().toBuffer();
  answer = () => null;
  imports = opened();
});
afterEach(async () => {
  await imports.close();
  expect(errors.splice(0)).toEqual([]);
  expect(site.git('fsck', '--strict', '--no-dangling')).toBe('');
  expect(await site.close()).toEqual([]);
  rmSync(folder, { recursive: true });
});

function opened(): Imports {
  return openImports(site, {
    folder,
    onProblem: (problem) => errors.push(problem),
    fetch: (address) => Promise.resolve(answer(address) ?? { kind: 'bytes', bytes: picture }),
  });
}

/** Reads an export of one file, or of several that hold these texts. */
async function read(...files: readonly (readonly WxrPost[])[]): Promise<string> {
  const paths = files.map((posts, at) => {
    const file = path.join(folder, `export-${at}.xml`);
    writeFileSync(file, wxr(posts));
    return file;
  });
  const { id } = await imports.fromPaths(paths);
  await imports.idle();
  return id;
}

async function start(id: string, takesChanged = false) {
  const chosen = { id, fetchesPictures: true, takesChanged, removesStarter: false };
  await imports.handlers.startImport(chosen, TEST_CALLER);
  await imports.idle();
  return imports.state(id);
}

async function undo(id: string) {
  await imports.handlers.undoImport({ id }, TEST_CALLER);
  await imports.idle();
  return imports.state(id);
}

async function publish(id: string) {
  await imports.handlers.publishImport({ id }, TEST_CALLER);
  await imports.idle();
  expect(await imports.state(id)).toMatchObject({ state: 'published', reason: null });
}

async function imported(posts: readonly WxrPost[]): Promise<string> {
  const id = await read(posts);
  await start(id);
  return id;
}

const files = (): readonly string[] =>
  site.git('ls-tree', '-r', '--name-only', 'travail', 'posts', 'images').split('\n').filter(Boolean);
const text = (file: string): string => site.git('show', `travail:${file}`);

const halves = () =>
  readdirSync(path.join(folder, 'imports'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    path.basename(file).startsWith(TEMPORARY_PREFIX),
  );

describe('reading an export', () => {
  it('leaves nothing half read: of a torn export, and of a program that was killed', async () => {
    const file = path.join(folder, 'torn.xml');
    writeFileSync(file, wxr([POST, OTHER]).slice(0, -60));
    const { id } = await imports.fromPaths([file]);
    await imports.idle();
    expect([(await imports.state(id)).state, halves()]).toEqual(['refused', []]);
    const gone = '00000000-0000-4000-8000-000000000000.1.1';
    writeFileSync(path.join(folder, 'imports', id, `${TEMPORARY_PREFIX}${gone}-0123456789ab`), 'half');
    await imports.close();
    imports = opened();
    expect([await imports.handlers.listImports({}, TEST_CALLER), halves()]).toMatchObject([[{ id }], []]);
  });
});

describe('pictures of an export that does not say where its site was', () => {
  const post = {
    id: '1',
    title: 'Un titre',
    slug: 'titre',
    status: 'published',
    html: '<p>Bonjour.</p><img src="__GHOST_URL__/content/images/vue.jpg" alt="Une vue">',
  };

  it.each([
    [{}, [{ address: '/content/images/vue.jpg', reason: 'l’export ne dit pas où était l’ancien site' }], []],
    [{ home: OLD }, [], [`${OLD}/content/images/vue.jpg`]],
  ])('are asked of the site that its author names: %j', async (named, failedPictures, expected) => {
    const asked: string[] = [];
    answer = (address) => {
      asked.push(address);
      return null;
    };
    const file = path.join(folder, 'blog.ghost.json');
    writeFileSync(file, JSON.stringify({ db: [{ meta: { version: '5.0.0' }, data: { posts: [post] } }] }));
    const { id } = await imports.fromPaths([file]);
    await imports.idle();
    expect((await imports.state(id)).plan?.pictures).toMatchObject({ outside: 1, homeless: 1 });
    await imports.handlers.startImport({ id, fetchesPictures: true, ...named }, TEST_CALLER);
    await imports.idle();
    expect(await imports.state(id)).toMatchObject({ state: 'done', report: { failedPictures } });
    expect(asked).toEqual(expected);
  });
});

it('writes a text with a file that stays where it was, whatever the old site is said to be', async () => {
  const source = path.join(folder, 'ancien');
  mkdirSync(source);
  writeFileSync(
    path.join(source, 'titre.md'),
    '---\ntitle: Titre\ndate: 2019-05-12\n---\n[Film](/film.zip)\n',
  );
  writeFileSync(path.join(source, 'film.zip'), 'PK');
  const { id } = await imports.fromPaths([source]);
  await imports.idle();
  await imports.handlers.startImport({ id, home: 'ancien.example' }, TEST_CALLER);
  await imports.idle();
  expect(await imports.state(id)).toMatchObject({ state: 'done', report: { written: 1 } });
});

describe('importing again', () => {
  it('keeps an article in its file when its date moved to another year', async () => {
    await start(await read([POST]));
    const moved = { ...POST, date: '2018-02-03 08:00:00' };
    expect((await start(await read([moved]), true)).report).toMatchObject({ updated: 1 });
    expect(files()).toEqual(['posts/2019/titre.md']);
    expect(text('posts/2019/titre.md')).toContain('2018-02-03T08:00:00');
  });

  it('makes a page of a page, and publishes what has no date from now on', async () => {
    const undated = '0000-00-00 00:00:00';
    const page: WxrPost = {
      id: 3,
      title: 'Services',
      slug: 'services',
      content: '<p>Ici.</p>',
      type: 'page',
      date: undated,
    };
    const id = await read([page, { ...OTHER, date: undated }]);
    await start(id);
    await imports.handlers.publishImport({ id }, TEST_CALLER);
    await imports.idle();
    expect(await imports.state(id)).toMatchObject({ report: { published: 2 }, reason: null });
    const { posts } = await site.workspace.current();
    expect(
      posts.map(({ path: file, isPublished, published }) => [file, isPublished, published !== null]),
    ).toEqual([
      ['pages/services.md', true, true],
      ['posts/2026/autre.md', true, true],
    ]);
    expect(site.git('show', 'main:redirects.yml')).toContain('/?p=3: /services\n');
  });

  it('takes a text once that two files of an export hold', async () => {
    const id = await read([POST, OTHER], [{ ...POST, content: '<p>Plus tard.</p>' }]);
    expect(await start(id)).toMatchObject({ state: 'done', reason: null, report: { written: 2 } });
    expect(text('posts/2019/titre.md')).toContain('Bonjour.');
  });

  it('gives each old address to one text: to the one that has it first, or that it names alone', async () => {
    const stale: WxrPost = { ...OTHER, content: `<p><a href="${OLD}/vieux/titre/">ici</a></p>` };
    const file = path.join(folder, 'export.xml');
    writeFileSync(file, wxr([stale, POST]).replace(`${OLD}/?p=2</guid>`, `${OLD}/?p=1</guid>`));
    const { id } = await imports.fromPaths([file]);
    await imports.idle();
    await start(id);
    expect(text('posts/2019/titre.md')).toContain(
      'formerAddresses: ["/?p=1", "/2019/05/titre", "/vieux/titre"]',
    );
    expect(text('posts/2019/autre.md')).toContain('formerAddresses: ["/2019/05/autre", "/?p=2"]');
    expect(text('posts/2019/autre.md')).toContain('[ici](/blog/titre)');
  });

  it('tells of what was there as kept', async () => {
    expect((await start(await read([POST]))).report).toMatchObject({ written: 1, kept: 0 });
    expect((await start(await read([POST, OTHER]))).report).toMatchObject({ written: 1, kept: 1 });
  });

  it('finds another place for a text whose own was taken since the plan', async () => {
    const id = await read([POST]);
    await site.deskPosts.createPost(
      { title: 'Titre', slug: 'titre', excerpt: '', category: 'Ici', content: 'À moi.\n' },
      TEST_CALLER,
    );
    expect(await start(id)).toMatchObject({ state: 'done', reason: null });
    expect(files()).toContain('posts/2019/titre-2.md');
    expect(text('posts/2026/titre.md')).toContain('À moi.');
  });
});

describe('taking back', () => {
  const changed = [{ ...POST, content: '<p>Revu là-bas.</p>' }, OTHER];
  const FILE = 'posts/2019/titre.md';
  const revisions = () => {
    const on = (branch: string) => site.git('ls-tree', '--object-only', branch, FILE);
    return { main: on('main'), travail: on('travail') };
  };
  async function historyOf(taken: string) {
    const [text] = await changedBy(taken);
    const { getPostHistory } = createHistoryOperations({
      ...site.keeping('by-saving'),
      references: createPostReferences(site.workspace, 'https://exemple.fr'),
      history: site.pathIndex(),
    });
    return getPostHistory({ id: text?.postId ?? '', offset: 0, limit: 9 }, TEST_CALLER);
  }
  const changedBy = async (id: string) =>
    (await imports.handlers.listImportTexts({ id, only: 'changed', offset: 0 }, TEST_CALLER)).texts;

  it('leaves what an earlier import wrote', async () => {
    await start(await read([POST, OTHER]));
    const refused = await read(changed);
    await start(refused);
    expect((await undo(refused)).report).toMatchObject({ leftByUndo: [] });
    expect(files()).toHaveLength(2);
  });

  it.each([
    ['waits', false, false],
    ['waited, and is published', false, true],
    ['is published, and waits anew', true, false],
    ['is published anew', true, true],
  ])('leaves an article that it updated, whose history has the text of before: it %s', async (_, was, is) => {
    const first = await imported([POST, OTHER]);
    if (was) await publish(first);
    const before = revisions();
    const taken = await read(changed);
    await start(taken, true);
    if (is) await publish(taken);
    const now = revisions();
    expect((await undo(taken)).report).toMatchObject({ leftByUndo: ['Un titre'] });
    expect([revisions(), text(FILE)]).toEqual([now, expect.stringContaining('Revu là-bas.')]);
    const { versions } = await historyOf(taken);
    expect(versions.map(({ revision }) => revision)).toEqual([now.travail, before.travail]);
    expect((await undo(first)).report).toMatchObject({ leftByUndo: ['Un titre'] });
    expect(files()).toEqual([FILE]);
  });

  it('leaves what somebody changed of a text that took the place of another', async () => {
    await start(await read([POST, OTHER]));
    const taken = await read(changed);
    await start(taken, true);
    const [one] = await changedBy(taken);
    await site.deskPosts.updatePost({ id: one?.postId ?? '', content: 'À moi.\n' }, TEST_CALLER);
    expect((await undo(taken)).report).toMatchObject({ leftByUndo: ['Un titre'] });
    expect(text(FILE)).toContain('À moi.');
  });
});

describe('the addresses of articles that are published together', () => {
  it('are gone once they are taken back, and their own when they come again', async () => {
    const [posts, said] = [[POST, OTHER], () => site.git('show', 'main:redirects.yml')];
    for (const time of [1, 2]) {
      const id = await read(posts);
      await start(id);
      await imports.handlers.publishImport({ id }, TEST_CALLER);
      await imports.idle();
      expect([time, said()]).not.toEqual([time, expect.stringContaining(': gone')]);
      expect(said()).toContain('/?p=1: /blog/titre');
      await undo(id);
      expect(said()).toMatch(/^\/blog\/titre: gone\n\/blog\/autre: gone$/m);
      expect(said()).not.toContain('/?p=1');
    }
  });
});

describe('addresses in imported texts', () => {
  it('lead here whatever their query, and so do links to pictures', async () => {
    const content = `<p><a href="${OLD}/?p=2#fin">La suite</a>, <a href="${PICTURES}/vue.jpg">en grand</a> <img src="${PICTURES}/vue.jpg?w=300" alt="Une vue"></p>`;
    await start(await read([{ ...POST, content }, OTHER]));
    const [image = ''] = files().filter((file) => file.startsWith('images/'));
    const body = text('posts/2019/titre.md').replace(/^---\n[^]*?\n---\n/, '');
    expect(body.trim()).toBe(`[La suite](/blog/autre#fin), [en grand](/${image}) ![Une vue](/${image})`);
    expect(files().filter((file) => file.startsWith('images/'))).toHaveLength(1);
  });
});

describe('what an import leaves alone', () => {
  it('is a picture that was there before, also when the import is taken back', async () => {
    site.commitBehind({ 'images/2020/vue.jpg': picture });
    await site.workspace.refresh();
    const id = await read([{ ...POST, content: `<p><img src="${PICTURES}/vue.jpg" alt="Une vue"></p>` }]);
    await start(id);
    expect(text('posts/2019/titre.md')).toContain('](/images/2020/vue.jpg)');
    await undo(id);
    expect(site.git('ls-tree', '-r', '--name-only', 'main')).toContain('images/2020/vue.jpg');
  });

  it('is what readers do not get of a text that is too long: it stays a draft, and the plan says so', async () => {
    const id = await read([{ ...POST, content: `<p>${'mot '.repeat(600_000)}</p>` }]);
    const { texts } = await imports.handlers.listImportTexts({ id, only: 'noted', offset: 0 }, TEST_CALLER);
    expect(texts.flatMap(({ notes }) => notes.map(({ sentence }) => sentence))).toEqual([
      'Ce texte dépasse 2 Mo\u00a0: il reste un brouillon.',
    ]);
    await start(id);
    expect(text('posts/2019/titre.md')).not.toContain('isPublished: true');
  });

  it('is the starter, unless its author says that it may go', async () => {
    const name =
      readdirSync(STARTER, { recursive: true, encoding: 'utf8' }).find((file) => file.endsWith('.md')) ?? '';
    site.commitBehind({ 'posts/2026/exemple.md': readFileSync(path.join(STARTER, name)) });
    await site.workspace.refresh();
    const first = await read([POST]);
    expect((await imports.state(first)).plan).toMatchObject({ starter: 1 });
    await start(first);
    expect(site.git('ls-tree', '-r', '--name-only', 'main', 'posts')).toBe('posts/2026/exemple.md');
    const again = await read([POST]);
    const chosen = { id: again, fetchesPictures: false, takesChanged: false, removesStarter: true };
    await imports.handlers.startImport(chosen, TEST_CALLER);
    await imports.idle();
    expect(site.git('ls-tree', '-r', '--name-only', 'main', 'posts')).toBe('');
  });
});
