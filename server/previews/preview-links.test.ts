import { readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import express from 'express';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRelatedPosts } from '#content/model/related-posts.ts';
import { type PublicView, publicView } from '#content/model/snapshot.ts';
import { createMarkdown } from '#content/service/markdown-rendering.ts';
import { isGone, readDraft } from '#content/service/posts/draft-posts.ts';
import { postText, testId } from '#content/testing/posts.ts';
import {
  createPostsWorkspace,
  type PostsWorkspace,
  TEST_CALLER,
  TEST_NOW,
} from '#content/testing/posts-workspace.ts';
import { openState, type State } from '../data/state.ts';
import { createSiteRenderer } from '../pages/site-renderer.ts';
import { ask } from '../testing/exchange.ts';
import { ROOT } from '../testing/running-server.ts';
import { createPreviewLinks } from './preview-links.ts';

/** Made for nobody's journal. */
const CALL = { about: () => undefined };
const DAY = 24 * 3600 * 1000;
const ORIGIN = 'https://exemple.fr';
const ID = testId(1);
const PATH = 'posts/2026/secret.md';
const DRAFT = postText(1, 'Titre secret').replace('isPublished: true', 'isPublished: false');

let place: PostsWorkspace;
let server: Server;
let now: number;
let links: ReturnType<typeof createPreviewLinks>;
let state: State;

beforeEach(async () => {
  now = TEST_NOW;
  place = await createPostsWorkspace({ [PATH]: DRAFT, 'posts/2026/live.md': postText(2, 'En ligne') });
  await reopen();
  const app = express();
  app.use((request, response, next) => links.route(request, response, next));
  app.use((_request, response) => void response.status(418).end());
  server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  await new Promise((resolve) => server.close(resolve));
  state.close();
  await place.close();
});

/** As a start does: the same folder, nothing remembered. */
async function reopen(): Promise<void> {
  state = await openState({ dataDir: place.history.path, onError: fail, say: fail });
  links = open();
}
function fail(what: unknown): never {
  throw new Error(String(what));
}

function open() {
  const { workspace } = place;
  const clock = () => now;
  const workerUrl = pathToFileURL(join(ROOT, 'dist/server/markdown-worker.js'));
  return createPreviewLinks({
    state,
    origin: ORIGIN,
    clock,
    render: createSiteRenderer(pathToFileURL(join(ROOT, 'dist/server/site.js'))).render,
    sources: {
      origin: ORIGIN,
      body: (post) => workspace.body(post),
      image: () => Promise.resolve(null),
      related: createRelatedPosts(),
      updates: { of: () => Promise.resolve(null) },
      markdown: createMarkdown({ origin: ORIGIN, workerUrl, onError: () => undefined }),
    },
    viewAt: () => view,
    draft: (id) => readDraft(workspace, id),
    isGone: (id) => isGone(workspace, id),
  });
}
let view: PublicView | null;
beforeEach(async () => {
  view = publicView(await place.workspace.current(), now);
});

const create = (days = 7) => links.handlers.createPreviewLink({ id: ID, days }, CALL);

async function get(url: string, method = 'GET') {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  return ask(address.port, url.replace(ORIGIN, ''), { method });
}
/** Whether an address shows the draft, and that it tells nothing else when it does not. */
async function isShown(url: string): Promise<boolean> {
  const { status, text } = await get(url);
  if (status === 200) return text.includes('<h1>Titre secret</h1>');
  expect([status, text.includes('<h1>Cet aperçu n’existe plus</h1>'), text.includes('secret')]).toEqual([
    404,
    true,
    false,
  ]);
  return false;
}

describe('a preview address', () => {
  it('shows the draft as the site would, to be kept and listed by nobody', async () => {
    const { url } = await create();
    const { status, text, headers } = await get(url);
    expect(status).toBe(200);
    expect(text).toContain('Aperçu d’un brouillon, visible jusqu’au 8\u00a0juillet 2026 à 12 h 00.');
    expect(text).toContain('<p>Texte de Titre secret.</p>');
    expect(text).toMatch(/<link rel="stylesheet"[^>]*href="\/assets\//);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
      'content-type': 'text/html; charset=utf-8',
    });
    expect((await get(url, 'HEAD')).bytes).toHaveLength(0);
  });

  it('cannot be guessed nor read in the folder of data', async () => {
    const [one, two] = [await create(), await create()];
    const token = one.url.slice(`${ORIGIN}/apercu/`.length);
    expect([token.length, one.url === two.url]).toEqual([43, false]);
    const file = join(place.history.path, 'state.sqlite');
    expect([readFileSync(file).includes(token), statSync(file).mode & 0o777]).toEqual([false, 0o600]);
  });

  it('ends at its moment', async () => {
    const { url } = await create(2);
    now += 2 * DAY - 1;
    expect(await isShown(url)).toBe(true);
    now += 1;
    expect(await isShown(url)).toBe(false);
    expect(await links.handlers.listPreviewLinks({ id: ID })).toEqual([]);
  });

  it('ends when it is revoked, the others stay', async () => {
    const [one, two] = [await create(), await create()];
    await links.handlers.revokePreviewLink({ id: one.id }, CALL);
    expect([await isShown(one.url), await isShown(two.url)]).toEqual([false, true]);
    await expect(links.handlers.revokePreviewLink({ id: one.id }, CALL)).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  it('ends with the post', async () => {
    const { url } = await create();
    await place.posts.deletePost({ id: ID }, TEST_CALLER);
    await place.workspace.refresh();
    expect(await isShown(url)).toBe(false);
  });

  describe('of a draft that only waits', () => {
    const path = 'posts/2026/attendu.md';
    const text = postText(3, 'Titre secret').replace('isPublished: true', 'isPublished: false');
    /** As another program writes it. */
    const wait = (bytes: string) =>
      place.workspace.changeWaiting(TEST_CALLER.author, () =>
        Promise.resolve({
          changes: [{ path, bytes: Buffer.from(bytes) }],
          action: { kind: 'take-in', change: 'edit', post: { id: path, title: path } },
          value: undefined,
        }),
      );
    const address = async () =>
      (await links.handlers.createPreviewLink({ id: testId(3), days: 7 }, CALL)).url;

    it('outlives a while in which its file cannot be read', async () => {
      await wait(text);
      const url = await address();
      await wait(text.replace('title:', 'title: Un :'));
      await links.endOfGone();
      await wait(text);
      expect(await isShown(url)).toBe(true);
    });

    it('outlives its publication, which both branches say before readers are shown it', async () => {
      await wait(text);
      const url = await address();
      const commit = place.commitBehind({ [path]: text });
      place.git('update-ref', 'refs/heads/travail', commit);
      await links.endOfGone();
      await place.workspace.refresh();
      expect(await isShown(url)).toBe(true);
    });
  });

  it('outlives a restart', async () => {
    const { url, id } = await create();
    state.close();
    await reopen();
    expect(await isShown(url)).toBe(true);
    await links.handlers.revokePreviewLink({ id }, CALL);
    state.close();
    await reopen();
    expect(await isShown(url)).toBe(false);
  });

  it.each([['/apercu/'], ['/apercu/court'], [`/apercu/${'a'.repeat(43)}`], [`/apercu/${'a'.repeat(43)}/x`]])(
    'is not %s',
    async (path) => {
      await create();
      expect(await isShown(path)).toBe(false);
    },
  );

  it('opens with the final slash that a program or a person added', async () => {
    const { url } = await create();
    expect(await isShown(`${url}/`)).toBe(true);
  });

  it('shows what was saved since, and the pending version of a live post', async () => {
    const { url } = await create();
    await place.posts.updatePost({ id: ID, content: 'Neuf.', isPublished: true }, TEST_CALLER);
    expect((await get(url)).text).toContain('<p>Neuf.</p>');
    await place.posts.savePendingVersion({ id: ID, content: 'En attente.' }, TEST_CALLER);
    expect((await get(url)).text).toContain('<p>En attente.</p>');
  });

  it('is made for a post that there is, and not without end', async () => {
    await expect(links.handlers.createPreviewLink({ id: testId(9), days: 1 }, CALL)).rejects.toMatchObject({
      code: 'not-found',
    });
    for (let made = 0; made < 50; made += 1) await create();
    await expect(create()).rejects.toMatchObject({ code: 'invalid' });
    expect(await links.handlers.listPreviewLinks({ id: ID })).toHaveLength(50);
  });
});

describe('the route of previews', () => {
  it('passes every other address and verb on', async () => {
    expect((await get('/apercu')).status).toBe(418);
    expect((await get((await create()).url, 'POST')).status).toBe(418);
  });

  it('asks to wait while there is no content', async () => {
    const { url } = await create();
    view = null;
    const { status, headers } = await get(url);
    expect([status, headers['retry-after'], headers['cache-control']]).toEqual([503, '2', 'no-store']);
  });
});
