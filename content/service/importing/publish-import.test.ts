import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { plainImage } from '../../testing/images.ts';
import { openImports } from '../../testing/imports.ts';
import {
  createPostsWorkspace,
  TEST_CALLER as me,
  type PostsWorkspace,
  TEST_NOW,
} from '../../testing/posts-workspace.ts';
import { type WxrPost, wxr } from '../../testing/wxr.ts';
import { createPostReferences } from '../post-references.ts';
import { publishPosts } from '../publishing/publish-posts.ts';
import { currentView } from '../waiting/author-view.ts';
import { keepEdited } from '../waiting/pending-keeping.ts';
import type { Imports } from './import-operations.ts';

const UPLOADS = '/wp-content/uploads/2019/05';
const POST: WxrPost = {
  id: 1,
  title: 'Un titre',
  slug: 'titre',
  content: `<p>Bonjour.</p><p><img src="https://ancien.example.org${UPLOADS}/vue.jpg" alt="Une vue"></p>`,
  categories: ['Voyages'],
};
const OTHER: WxrPost = { id: 2, title: 'Un autre', slug: 'autre', content: '<p>Bonsoir.</p>' };

let site: PostsWorkspace;
let folder: string;
let imports: Imports;
const errors: unknown[] = [];
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'encrier-publish-'));
  site = await createPostsWorkspace();
  const bytes = await plainImage(60, 40).jpeg().toBuffer();
  imports = openImports(site, {
    folder,
    onProblem: (problem) => errors.push(problem),
    fetch: () => Promise.resolve({ kind: 'bytes', bytes }),
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
  const { id } = await imports.fromPaths([file]);
  await imports.idle();
  const chosen = { id, fetchesPictures: true, takesChanged, removesStarter: false };
  await imports.handlers.startImport(chosen, me);
  await imports.idle();
  return id;
}

const reportOf = async (id: string) => (await imports.state(id)).report;

async function publish(id: string) {
  await imports.handlers.publishImport({ id }, me);
  await imports.idle();
  expect(await imports.state(id)).toMatchObject({ state: 'published', reason: null });
  return reportOf(id);
}

async function idOf(slug: string): Promise<string> {
  const { versions, snapshot } = await currentView(site.workspace);
  return [...versions.values(), ...snapshot.posts].find((post) => post.slug === slug)?.id ?? '';
}

const redirects = async () => Object.fromEntries((await site.workspace.current()).redirects);
const online = (slug: string): string => site.git('show', `main:posts/2019/${slug}.md`);

describe('publishing an import', () => {
  it('leaves what its author keeps waiting of an article that readers have', async () => {
    await publish(await imported([POST]));
    await site.posts.savePendingVersion({ id: await idOf('titre'), content: 'À moitié' }, me);
    const newer = await imported([POST, OTHER]);
    expect(await reportOf(newer)).toMatchObject({ toPublish: 1 });
    expect(await publish(newer)).toMatchObject({ published: 1 });
    expect(online('titre')).toContain('Bonjour.');
    expect(online('autre')).toContain('Bonsoir.');
  });

  it('leads to the pictures that readers saw alone, not to those of drafts', async () => {
    const at = (name: string) =>
      `<p>Mots <img src="https://ancien.example.org${UPLOADS}/${name}" alt=""></p>`;
    const draft: WxrPost = { ...OTHER, status: 'draft', content: at('idee.jpg') };
    await publish(await imported([POST, draft]));
    expect(Object.keys(await redirects()).filter((from) => from.startsWith(UPLOADS))).toEqual([
      `${UPLOADS}/vue.jpg`,
    ]);
  });

  it('puts what it took anew of an article in the place of what readers have', async () => {
    await publish(await imported([POST]));
    const newer = await imported([{ ...POST, content: '<p>Revu.</p>' }], true);
    await publish(newer);
    expect(online('titre')).toContain('Revu.');
  });

  it('says what it leaves of what it took anew, since a picture or a link in it changed here', async () => {
    await publish(await imported([POST]));
    const newer = await imported([{ ...POST, content: '<p>Revu.</p>' }, OTHER], true);
    expect(await reportOf(newer)).toMatchObject({ updated: 1, toPublish: 2 });
    const text = (markdown: string) => markdown.replace('Revu', '[Revu](/revu)');
    const edit = { field: (address: string) => address, text };
    await keepEdited(site.workspace, { ids: [await idOf('titre')], edit, author: me.author });
    await imports.handlers.publishImport({ id: newer }, me);
    await imports.idle();
    expect([online('titre'), await imports.state(newer)]).toMatchObject([
      expect.stringContaining('Bonjour.'),
      {
        state: 'published',
        reason:
          'Un texte a changé ici depuis l’import et attend encore\u00a0: publiez-le depuis la liste des articles.',
      },
    ]);
  });

  it('leads to an article from the address that it took since on the old site, and from none that its author removed', async () => {
    await publish(await imported([POST]));
    const said = site.git('show', 'main:redirects.yml').split('\n');
    site.commitBehind({ 'redirects.yml': said.filter((line) => !line.startsWith('/?p=1:')).join('\n') });
    await site.workspace.refresh();
    const moved = { ...POST, address: 'https://ancien.example.org/2018/02/titre/' };
    await publish(await imported([moved], true));
    expect(await redirects()).toMatchObject({
      '/2019/05/titre': '/blog/titre',
      '/2018/02/titre': '/blog/titre',
    });
    expect(await redirects()).not.toHaveProperty(['/?p=1']);
  });

  it('leaves an article under the date that it was given where the source has none', async () => {
    const undated = { ...OTHER, date: '0000-00-00 00:00:00' };
    await publish(await imported([undated]));
    const published = async () => (await site.workspace.current()).posts.map((post) => post.published);
    const before = await published();
    site.at(TEST_NOW + 60 * 24 * 3600_000);
    await publish(await imported([{ ...undated, content: '<p>Revu.</p>' }], true));
    expect(site.git('show', 'main:posts/2026/autre.md')).toContain('Revu.');
    expect(await published()).toEqual(before);
  });

  it('puts on line what its author changed of an article before any reader had it', async () => {
    const id = await imported([POST]);
    await site.deskPosts.updatePost({ id: await idOf('titre'), title: 'À moi' }, me);
    await publish(id);
    expect(online('titre')).toContain('À moi');
  });
});

describe('addresses of the old site that are of no article', () => {
  const lists = {
    '/feed': '/rss.xml',
    '/category/x': '/blog/categorie/voyages',
    [`${UPLOADS}/vue.jpg`]: expect.stringMatching(/^\/images\//) as string,
  };

  it('lead here though the articles went on line one by one', async () => {
    const id = await imported([POST]);
    const references = createPostReferences(site.workspace, 'https://exemple.fr');
    const context = { ...site, references, history: site.pathIndex() };
    await publishPosts(context, { ids: [await idOf('titre')] }, me);
    expect(await redirects()).not.toMatchObject(lists);
    await publish(id);
    expect(await redirects()).toMatchObject(lists);
    const before = site.git('rev-parse', 'main');
    await publish(id);
    expect(site.git('rev-parse', 'main')).toBe(before);
  });

  it('lead here from the texts too: later pages of a list, of an article and of its comments as the first one, an author as all of them, a day as its month', async () => {
    const old = 'https://ancien.example.org';
    const later = ['page/2', 'category/x/page/3', '2019/05/autre/comment-page-2', '2019/05/absent/page/2'];
    const parts = ['author/adm1n', 'author/adm1n/page/2', '2019/05/12', '2019/05/autre/amp'];
    const content = `<p>${[...later, ...parts].map((at) => `<a href="${old}/${at}/">là</a>`).join(' ')}</p>`;
    const id = await imported([{ ...POST, content }, OTHER]);
    expect(site.git('show', 'travail:posts/2019/titre.md')).toContain(
      `[là](/blog) [là](/blog/categorie/voyages) [là](/blog/autre) [là](${old}/2019/05/absent/page/2/) [là](/blog) [là](/blog) [là](/blog) [là](/blog/autre)`,
    );
    expect((await imports.state(id)).plan?.deadLinks).toMatchObject([{ address: '/2019/05/absent/page/2' }]);
  });
});
