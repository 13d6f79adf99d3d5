import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SnapshotPost } from '#content/model/post.ts';
import { searchedTexts } from '#content/model/post-fields.ts';
import { createRelatedPosts } from '#content/model/related-posts.ts';
import { neighboursOf, type PublicView, publicView } from '#content/model/snapshot.ts';
import { TOPIC_KINDS, topicNamesIn, topicsInOrder } from '#content/model/topics.ts';
import { NO_UPDATES, type PostUpdates } from '#content/model/updates/post-updates.ts';
import { createSearchIndex } from '#content/search/search-index.ts';
import { createKnownUpdates } from '#content/service/known-updates.ts';
import { listChange } from '#content/service/search-thread.ts';
import { createContentHistory } from '#content/testing/content-history.ts';
import { createPostStory } from '#content/testing/post-story.ts';
import { createRandom } from '#content/testing/random.ts';
import { rounds } from '#content/testing/rounds.ts';
import { stateAt } from '#content/testing/states.ts';
import { createSitemapFiles } from '../feeds/sitemap.ts';
import { TEST_NOW } from '../testing/post-texts.ts';
import { startTestServer, type TestServer } from '../testing/running-server.ts';

const ORIGIN = 'https://exemple.fr';

describe('what is made of one view after another', () => {
  it.each([1, 2, 3].slice(0, rounds({ few: 1, all: 3 })))(
    'is what is made of the last one alone (story %i)',
    async (seed) => {
      const history = createContentHistory();
      const story = createPostStory(createRandom(seed), TEST_NOW);
      const { clock } = story;
      let state = await stateAt(history.path, history.commit(story.first), { clock });
      let view = publicView(state.snapshot, clock());
      const follower = createFollower();
      try {
        for (let step = 1; step <= 50; step += 1) {
          state = await stateAt(history.path, history.commit(story.step()), { before: state, clock });
          view = publicView(state.snapshot, clock(), view);
          const alone = publicView(state.snapshot, clock());
          const what = `story ${seed}, step ${step}`;
          expect(listed(view), what).toEqual(listed(alone));
          const fresh = createFollower();
          expect(await follower.made(view), what).toEqual(await fresh.made(alone));
          fresh.close();
        }
      } finally {
        follower.close();
        history.remove();
      }
    },
  );
});

function listed(view: PublicView) {
  const { posts, withdrawn, lost, validUntil, bySlug, byId, topics, withdrawnTopics } = view;
  const found = posts.map(({ slug, id }) => [bySlug.get(slug), byId.get(id), bySlug.has(id)]);
  const known = [topics, withdrawnTopics].flatMap((of) => TOPIC_KINDS.map((kind) => topicsInOrder(of[kind])));
  const names = TOPIC_KINDS.map((kind) => topicNamesIn(topics[kind]));
  const beside = posts.map((post) => neighboursOf(view, post));
  return { posts, withdrawn, lost, validUntil, found, known, names, beside };
}

const CHANGED: PostUpdates = {
  passages: 1,
  changedAt: [],
  updates: [
    {
      at: '2026-06-01T10:00:00.000Z',
      formerTitle: null,
      notes: [],
      parts: [],
      changed: 1,
      added: 0,
      removed: 0,
      replacedImages: 0,
    },
  ],
};

/** Whatever keeps something from one view to the next, and what it says of each. */
function createFollower() {
  const articles = createRelatedPosts();
  const onError = (error: unknown) => expect(error).toBe(null);
  const updates = createKnownUpdates({
    read: ({ revision }) => Promise.resolve(/^[0-7]/.test(revision) ? NO_UPDATES : CHANGED),
    ready: Promise.resolve(),
    onError,
  });
  const sitemap = createSitemapFiles(ORIGIN, updates);
  let known: PublicView | null = null;
  const search = createSearchIndex({
    file: null,
    read: (posts) => Promise.resolve(posts.map(({ slug }) => textOf(known?.bySlug.get(slug)))),
    onError,
  });
  return {
    async made(view: PublicView) {
      const change = listChange(known?.posts ?? null, view.posts);
      known = view;
      if (change !== null) search.notice(change);
      const { posts } = view;
      return {
        related: posts.map((post) => articles.related(view, post, 3)),
        similar: posts.map(({ slug }) => articles.similar(view, slug, 3)),
        sitemap: await sitemap(view),
        search: await search.search('titre', { offset: 0, limit: 50 }),
      };
    },
    close: search.close,
  };
}

function textOf(post: SnapshotPost | undefined) {
  return post === undefined ? null : { ...searchedTexts(post), date: post.publishedAt ?? 0, sections: [] };
}

describe('what a server answers after many commits', () => {
  let server: TestServer;
  afterEach(() => server.stop());

  it.each([11, 12].slice(0, rounds({ few: 1, all: 2 })))(
    'is, byte for byte, what one answers that has just started (story %i)',
    async (seed) => {
      const story = createPostStory(createRandom(seed), TEST_NOW);
      server = await startTestServer({ files: story.first, env: { PUBLIC_ORIGIN: ORIGIN } });
      const seen = new Set([
        '/',
        '/blog',
        '/rss.xml',
        '/feed.json',
        '/sitemap.xml',
        '/llms.txt',
        '/blog/marge',
      ]);
      const answers = async (targets: Iterable<string> = seen) => {
        const said: Record<string, string> = {};
        for (const target of targets) {
          const { status, headers, text } = await server.get(target);
          said[target] = [status, headers['location'], headers['etag'], text].join('\n');
          for (const [, address = ''] of text.matchAll(/href="(\/blog\/[^"?#]+)"/g)) seen.add(address);
        }
        return said;
      };
      const lastAnswers = () =>
        vi.waitFor(
          async () => {
            const said = await answers();
            expect(await answers(Object.keys(said))).toEqual(said);
            expect(await server.health()).toMatchObject({ background: [] });
            return said;
          },
          { timeout: 60_000, interval: 200 },
        );
      for (let round = 0; round < 3; round += 1) {
        for (let step = round === 0 ? -10 : 0; step < 5; step += 1) {
          const changed = story.step();
          server.setClock(story.clock());
          if (Object.keys(changed).length > 0) await server.publish(changed);
          if (step >= 0) await answers();
        }
        const before = await lastAnswers();
        // What texts became is kept beside the repository: once it was, and then it is made anew.
        const dropped = round % 2 === 1 ? [] : [join(server.content.path, 'cache/markdown.sqlite')];
        await server.restart(() => dropped.forEach((file) => rmSync(file)));
        // What became of an article is read beside, and told once it is known.
        await vi.waitFor(async () => expect(before).toEqual(await answers(Object.keys(before))), {
          timeout: 380_000,
          interval: 200,
        });
      }
      expect(seen.size).toBeGreaterThan(12);
    },
    240_000,
  );
});
