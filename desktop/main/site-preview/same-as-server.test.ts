import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openClone } from '#content/folder/work-tree.ts';
import { createImageInfo } from '#content/service/images/image-info.ts';
import { inProcess } from '#content/service/images/image-pipeline.ts';
import { createLiveContent } from '#content/service/live-content.ts';
import { createMarkdown } from '#content/service/markdown-rendering.ts';
import { createPendingVersions } from '#content/service/waiting/pending.ts';
import { createWorkspace } from '#content/service/workspace.ts';
import { createSnapshotCache } from '#content/snapshot/snapshot-cache.ts';
import { takingIn } from '#content/testing/change-sets.ts';
import { pathIndexOf } from '#content/testing/path-index.ts';
import { createTemporaryFolder } from '#content/testing/temporary-repository.ts';
import { SITE_ORIGIN } from '#desktop/host/site-preview.ts';
import { photograph } from '#server/testing/pictures.ts';
import { postText, TEST_NOW } from '#server/testing/post-texts.ts';
import { startTestServer, type TestServer } from '#server/testing/running-server.ts';
import { documentHtml } from '#site/render/html.ts';
import { createSitePages } from './site-pages.ts';

const AUTHOR = { name: 'Camille Test', email: 'camille@exemple.fr' };
const ID = '6f1f0000-0000-4000-8000-00000000abcd';
const TEXT = `## Une partie

Un paragraphe avec un [lien](/blog/second), une image et une note[^1].

![La mer](/images/2026/mer.jpg)

[^1]: La note.
`;

let server: TestServer;
let place: ReturnType<typeof createTemporaryFolder>;
let site: ReturnType<typeof createSitePages>;
let wait: (files: Readonly<Record<string, string | Buffer>>) => Promise<unknown>;
let close: () => Promise<void>;
beforeAll(async () => {
  place = createTemporaryFolder();
  server = await startTestServer({
    files: {
      'posts/2026/premier.md': postText({ lines: ['coverImage: /images/2026/mer.jpg'], body: TEXT }),
      'posts/2026/second.md': postText({}),
      'posts/2026/brouillon.md': `---\nid: ${ID}\ntitle: Brouillon\n---\nRien encore.\n`,
      'images/2026/mer.jpg': await photograph(),
      'redirects.yml': '/blog/ancien: /blog/premier\n/blog/perdu: gone\n',
    },
  });
  const folder = join(place.path, 'articles');
  execFileSync('git', ['clone', '-q', join(server.content.path, 'content.git'), folder]);
  ({ site, wait, close } = await openSite(folder));
});
afterAll(async () => {
  await close();
  await server.stop();
  place.remove();
});

async function openSite(folder: string) {
  const gitDir = join(folder, '.git');
  const onError = (error: unknown) => {
    throw error;
  };
  const clone = await openClone({
    folder,
    branch: 'main',
    committer: AUTHOR,
    clock: () => TEST_NOW,
    onError,
  });
  const { repository } = clone;
  const { objects } = repository;
  const live = createLiveContent({
    repository,
    cache: createSnapshotCache(join(place.path, 'snapshot')),
    history: pathIndexOf({ gitDir, objects }),
    onError,
  });
  await live.open();
  const pending = createPendingVersions(repository);
  const workspace = createWorkspace({ repository, live, pending });
  const info = createImageInfo({ objects, cacheDir: place.path, images: inProcess, onError });
  const markdown = createMarkdown({ origin: SITE_ORIGIN, workerUrl: new URL('file:///nowhere.js'), onError });
  const sources = { origin: SITE_ORIGIN, body: workspace.body, image: info.describe, markdown };
  return {
    site: createSitePages({ workspace, sources }),
    /** Saves files that wait to be published. */
    wait: (files: Readonly<Record<string, string | Buffer>>) => pending.change(AUTHOR, takingIn(files)),
    close: async () => {
      await live.close();
      await clone.close();
    },
  };
}

/** A page without the files of its build and with its own origin named alike. */
function comparable(html: string, origin: string): string {
  const files =
    /<link rel="(?:stylesheet|preload|modulepreload)"[^>]*>|<script [^>]*type="module"[^>]*><\/script>/g;
  const named = html.replaceAll(origin, '{origin}').replaceAll(encodeURIComponent(origin), '{origin}');
  // What became of articles is not told on a desktop, and may not be known yet on the server.
  return named.replace(files, '').replace(' data-version=""', '');
}

async function preview(target: string): Promise<{ readonly status: number; readonly html: string }> {
  const answer = await site.answer(target);
  if (answer.kind !== 'page') return { status: 301, html: answer.kind === 'moved' ? answer.location : '' };
  const html = documentHtml(answer.page, { stylesheets: [], scripts: [] });
  return { status: answer.page.status, html: comparable(html, SITE_ORIGIN) };
}

describe('the previewed site', () => {
  it.each([
    '/',
    '/blog',
    '/blog?page=1',
    '/blog/premier',
    '/blog/second',
    '/blog/brouillon',
    '/blog/absent',
    '/blog/perdu',
    '/mentions-legales',
    '/confidentialite',
    '/n-importe-quoi',
  ])('shows %s as the server of the same commit does', async (target) => {
    const { status, bytes } = await server.get(target);
    expect(await preview(target)).toEqual({ status, html: comparable(bytes.toString(), server.origin) });
  });

  it.each([
    ['/blog/ancien', '/blog/premier'],
    ['/blog/', '/blog'],
    ['/blog?page=7&a', '/blog?a'],
  ])('leads from %s to %s', async (target, location) => {
    expect(await preview(target)).toEqual({ status: 301, html: location });
  });

  it.each(['/recherche', '/recherche?q=texte'])('says at %s that nobody searches here', async (target) => {
    const { status, html } = await preview(target);
    expect([status, html.includes('<form')]).toEqual([200, false]);
    expect(html).toContain('La recherche ne répond pas dans cet aperçu');
  });

  it('shows the text of the open form in the place of the saved one, a draft at its address only', async () => {
    const post = { title: 'Brouillon', slug: 'brouillon', content: 'Tapé, pas enregistré.' };
    await site.show({ id: ID, post });
    expect(site.place()).toBe('/blog/brouillon');
    const [article, list] = [await preview('/blog/brouillon'), await preview('/blog')];
    expect([article.status, article.html.includes('Tapé, pas enregistré.')]).toEqual([200, true]);
    expect(list.html).not.toContain('Brouillon');

    await site.show({ id: ID, post: { ...post, isPublished: true } });
    expect((await preview('/blog')).html).toContain('Brouillon');
    await site.show({ id: null, post: { title: 'Tout neuf', slug: '', content: 'Neuf.' } });
    expect([site.place(), (await preview('/blog/tout-neuf')).status]).toEqual(['/blog/tout-neuf', 200]);
    await expect(site.show({ id: ID, post: { ...post, slug: 'pas/une adresse' } })).rejects.toThrow();
    await site.show(null);
    expect([(await preview('/blog/brouillon')).status, site.place()]).toEqual([404, '/']);
  });

  it('shows an article that only waits, with a picture that only waits', async () => {
    const id = '6f1f0000-0000-4000-8000-00000000abce';
    const images = { 'images/2026/vague.jpg': await photograph() };
    await wait({ ...images, 'posts/2026/attend.md': `---\nid: ${id}\ntitle: Attend\n---\nGardé.\n` });
    const post = { title: 'Attend', slug: 'attend', content: '![La vague](/images/2026/vague.jpg)' };
    await site.show({ id, post });
    expect(site.place()).toBe('/blog/attend');
    expect((await preview('/blog/attend')).html).toMatch(/<img[^>]+vague-[0-9]+\.webp/);
    await site.show(null);
    expect((await preview('/blog/attend')).status).toBe(404);
  });
});
