import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { plainImage } from '../../testing/images.ts';
import { openImports } from '../../testing/imports.ts';
import { postText, siteText, testId } from '../../testing/posts.ts';
import {
  createPostsWorkspace,
  TEST_CALLER as me,
  type PostsWorkspace,
} from '../../testing/posts-workspace.ts';
import { type WxrPost, wxr } from '../../testing/wxr.ts';
import { currentView } from '../waiting/author-view.ts';
import type { Imports } from './import-operations.ts';

const OLD = 'https://ancien.example.org';
const UPLOADS = '/wp-content/uploads/2019/05';
const shows = (name: string): string => `<p><img src="${OLD}${UPLOADS}/${name}" alt="Une vue"></p>`;
const POST: WxrPost = { id: 1, title: 'Un titre', slug: 'titre', content: '<p>Bonjour.</p>' };
const OTHER: WxrPost = { id: 2, title: 'Un autre', slug: 'autre', content: '<p>Bonsoir.</p>' };

let site: PostsWorkspace;
let folder: string;
let imports: Imports;
const errors: unknown[] = [];
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'encrier-undo-'));
  site = await createPostsWorkspace();
  const [bytes, other] = [
    await plainImage(60, 40).jpeg().toBuffer(),
    await plainImage(61, 40).jpeg().toBuffer(),
  ];
  imports = openImports(site, {
    folder,
    onProblem: (problem) => errors.push(problem),
    fetch: (address) =>
      Promise.resolve({ kind: 'bytes', bytes: address.endsWith('vue.jpg') ? bytes : other }),
  });
});
afterEach(async () => {
  await imports.close();
  expect(errors.splice(0)).toEqual([]);
  expect(site.git('fsck', '--strict', '--no-dangling')).toBe('');
  expect(await site.close()).toEqual([]);
  rmSync(folder, { recursive: true });
});

async function imported(posts: readonly WxrPost[], takesChanged = false): Promise<string> {
  const file = path.join(folder, 'export.xml');
  writeFileSync(file, wxr(posts));
  return start(file, takesChanged);
}

async function start(file: string, takesChanged: boolean): Promise<string> {
  const { id } = await imports.fromPaths([file]);
  await imports.idle();
  const chosen = { id, fetchesPictures: true, takesChanged, removesStarter: false };
  await imports.handlers.startImport(chosen, me);
  await imports.idle();
  return id;
}

/** Publishes an import, or takes it back; what is told of it then. */
async function after(act: 'publishImport' | 'undoImport', id: string) {
  await imports.handlers[act]({ id }, me);
  await imports.idle();
  return (await imports.state(id)).report;
}

async function idOf(slug: string): Promise<string> {
  const { versions, snapshot } = await currentView(site.workspace);
  return [...versions.values(), ...snapshot.posts].find((post) => post.slug === slug)?.id ?? '';
}

const redirects = async () => Object.fromEntries((await site.workspace.current()).redirects);
const files = (): readonly string[] =>
  site.git('ls-tree', '-r', '--name-only', 'travail', 'posts', 'images').split('\n').filter(Boolean);

describe('an article whose address a merge gave to another', () => {
  const slug = 'titre-2';
  async function merged(): Promise<string> {
    const id = await imported([POST, OTHER]);
    const theirs = site.git('rev-parse', 'travail');
    site.git('update-ref', 'refs/heads/travail', 'main');
    await site.deskPosts.createPost({ title: 'Ici', slug: 'titre', content: '' }, me);
    await site.pending.join(theirs);
    expect(files()).toContain(`posts/2019/${slug}.md`);
    return id;
  }

  it('goes when the import is undone, as nobody edited it', async () => {
    expect(await after('undoImport', await merged())).toMatchObject({ leftByUndo: [] });
    expect(files()).toEqual(['posts/2026/titre.md']);
  });

  it('stays where its author gave it another one since', async () => {
    const id = await merged();
    await site.posts.savePendingVersion({ id: await idOf(slug), slug: 'mien' }, me);
    expect(await after('undoImport', id)).toMatchObject({ leftByUndo: ['Un titre'] });
  });

  it('stays where its author gave it that number, and no other has the address without it', async () => {
    const id = await imported([POST]);
    await site.posts.savePendingVersion({ id: await idOf('titre'), slug }, me);
    expect(await after('undoImport', id)).toMatchObject({ leftByUndo: ['Un titre'] });
    expect(files()).toEqual([`posts/2019/${slug}.md`]);
  });

  it('is replaced where it changed in the source', async () => {
    await merged();
    const again = await imported([{ ...POST, content: '<p>Revu.</p>' }, OTHER], true);
    expect((await imports.state(again)).report).toMatchObject({ updated: 1 });
    expect(site.git('show', `travail:posts/2019/${slug}.md`)).toContain('Revu.');
  });
});

describe('a page of the menu of the old site', () => {
  const page: WxrPost = { id: 3, title: 'Services', slug: 'services', content: '<p>Ici.</p>', type: 'page' };
  const FILE = 'pages/services.md';

  async function withMenu(changed = '', takesChanged = false): Promise<string> {
    const file = path.join(folder, 'export.xml');
    const item = wxr([{ ...page, content: `${page.content}${changed}` }]);
    writeFileSync(file, item.replace('</item>', '<wp:menu_order>1</wp:menu_order></item>'));
    return start(file, takesChanged);
  }

  it('stays as its author has it who took it out of the menu', async () => {
    const id = await withMenu();
    expect(site.git('show', `travail:${FILE}`)).toContain('\nmenu: true\n');
    await site.deskPosts.updatePost({ id: await idOf('services'), menu: false }, me);
    await withMenu('<p>De plus.</p>', true);
    expect(site.git('show', `travail:${FILE}`)).not.toMatch(/menu: true|De plus/);
    expect(await after('undoImport', id)).toMatchObject({ leftByUndo: ['Services'] });
  });

  it('goes with its import where nobody changed it', async () => {
    expect(await after('undoImport', await withMenu())).toMatchObject({ leftByUndo: [] });
    expect(files()).toEqual([]);
  });
});

describe('old addresses', () => {
  it('lead on to what an article shows that stays, and no other does', async () => {
    const id = await imported([
      { ...POST, content: shows('vue.jpg'), categories: ['Voyages'] },
      { ...OTHER, content: shows('vue.jpg') + shows('mer.jpg') },
    ]);
    await after('publishImport', id);
    expect(await redirects()).toMatchObject({
      [`${UPLOADS}/mer.jpg`]: expect.stringMatching(/^\/images\//) as string,
      '/feed': '/rss.xml',
      '/category/x/feed': '/rss.xml',
      '/2019/05/autre': '/blog/autre',
    });
    await site.posts.updatePost({ id: await idOf('titre'), title: 'À moi' }, me);
    expect(await after('undoImport', id)).toMatchObject({ leftByUndo: ['À moi'] });
    const [image = ''] = files();
    const category = ['/category/x', '/categorie/x'];
    expect(await redirects()).toEqual({
      '/2019/05/titre': '/blog/titre',
      '/?p=1': '/blog/titre',
      '/blog/autre': 'gone',
      [`${UPLOADS}/vue.jpg`]: `/${image}`,
      ...Object.fromEntries(category.map((from) => [from, '/blog/categorie/voyages'])),
    });
    expect(site.git('log', '-2', '--format=%s', 'main')).toBe(
      'Supprimer une image\nAnnuler l’import d’un article',
    );
  });
});

describe('a picture that an import brought', () => {
  const withPicture = { ...POST, content: shows('vue.jpg') };
  async function pictureOf(id: string): Promise<string> {
    await after('publishImport', id);
    return files().find((file) => file.startsWith('images/')) ?? '';
  }

  it('stays where the home page shows it', async () => {
    const id = await imported([withPicture]);
    const picture = await pictureOf(id);
    const settings = siteText('Essai').replace('role: Rôle', `role: Rôle, portrait: /${picture}`);
    site.commitBehind({ 'site.yml': settings });
    await site.workspace.refresh();
    await after('undoImport', id);
    expect(files()).toEqual([picture]);
  });

  it('stays where a text shows it that waits beside what readers have', async () => {
    site.commitBehind({ 'posts/2025/mien.md': postText(9, 'Mien') });
    await site.workspace.refresh();
    const id = await imported([withPicture]);
    const picture = files().find((file) => file.startsWith('images/')) ?? '';
    await site.posts.savePendingVersion({ id: testId(9), content: `![Vue](/${picture})\n` }, me);
    await after('undoImport', id);
    expect(files()).toEqual([picture, 'posts/2025/mien.md']);
    expect(await site.posts.applyPendingVersion({ id: testId(9) }, me)).toMatchObject({ state: 'published' });
    expect(site.git('ls-tree', '--name-only', 'main', picture)).toBe(picture);
  });
});
