import { describe, expect, it } from 'vitest';
import { createRandom, type Random } from '#content/testing/random.ts';
import { capacitySchema } from './capacity.ts';
import type { SnapshotPost } from './post.ts';
import { newestFirst } from './post-lists.ts';
import { isPublic, type PublicView, publicView, type Snapshot } from './snapshot.ts';

const NOON = Date.UTC(2026, 10, 20, 12);
const HOUR = 3_600_000;

function post(slug: string, publishedAt: number | null, other: Partial<SnapshotPost> = {}): SnapshotPost {
  return {
    path: `posts/2026/${slug}.md`,
    revision: slug,
    id: slug,
    title: slug,
    subtitle: null,
    slug,
    excerpt: '',
    category: 'Business',
    tags: [],
    published: publishedAt === null ? null : new Date(publishedAt).toISOString(),
    publishedAt,
    unpublishAt: null,
    unpublishedAt: null,
    readTime: '1 min',
    isPublished: true,
    menu: false,
    coverImage: null,
    coverImageAlt: null,
    ogImage: null,
    socialTitle: null,
    socialDescription: null,
    formerAddresses: [],
    feedId: null,
    importedFrom: null,
    ...other,
  };
}

function snapshot(posts: readonly SnapshotPost[]): Snapshot {
  const empty = {
    problems: [],
    images: new Map<string, string>(),
    redirects: new Map<string, string>(),
    redirectsId: '',
    derivedRedirects: [],
    formerTopics: new Set<string>(),
    searching: new Set<string>(),
    lost: new Map(),
  };
  return {
    commit: 'c',
    posts,
    site: SITE,
    siteId: '',
    capacity: capacitySchema.parse({}),
    capacityId: '',
    ...empty,
  };
}

/** Nothing here reads the site's texts. */
const SITE = {} as Snapshot['site'];

describe('isPublic', () => {
  it('shows a published post from its moment until it is withdrawn, drafts and undated posts never', () => {
    expect(isPublic(post('a', NOON), NOON)).toBe(true);
    expect(isPublic(post('a', NOON + 1), NOON)).toBe(false);
    expect(isPublic(post('a', NOON, { isPublished: false }), NOON)).toBe(false);
    expect(isPublic(post('a', null), NOON)).toBe(false);
    expect(isPublic(post('a', NOON - HOUR, { unpublishedAt: NOON + 1 }), NOON)).toBe(true);
    expect(isPublic(post('a', NOON - HOUR, { unpublishedAt: NOON }), NOON)).toBe(false);
  });
});

describe('newestFirst', () => {
  it('orders by date, then by id', () => {
    const posts = [post('b', NOON), post('c', NOON - HOUR), post('a', NOON), post('d', NOON + HOUR)];
    expect(posts.toSorted(newestFirst).map(({ id }) => id)).toEqual(['d', 'a', 'b', 'c']);
    expect(newestFirst(post('a', NOON), post('a', NOON))).toBe(0);
  });
});

describe('publicView', () => {
  it('holds what readers may see, newest first, and finds it by slug and id', () => {
    const posts = [
      post('old', NOON - HOUR),
      post('draft', NOON, { isPublished: false }),
      post('future', NOON + HOUR),
      post('new', NOON),
    ];
    const view = publicView(snapshot(posts), NOON);
    expect(view.posts.map(({ slug }) => slug)).toEqual(['new', 'old']);
    expect(view.bySlug.get('old')).toBe(posts[0]);
    expect(view.byId.get('new')).toBe(posts[3]);
    for (const slug of ['draft', 'future'])
      expect([view.bySlug.has(slug), view.byId.has(slug)]).toEqual([false, false]);
  });

  it('holds pages apart: they are found, and are in no list', () => {
    const page = post('services', NOON, { isPage: true, tags: ['prix'] });
    const view = publicView(snapshot([post('new', NOON), page]), NOON);
    expect([view.posts.map(({ slug }) => slug), view.pages]).toEqual([['new'], [page]]);
    expect([view.bySlug.get('services'), view.topics.tag.size]).toEqual([page, 0]);
    expect(view.topics.category.get('business')?.posts).toEqual(view.posts);
  });

  it('is, whatever view it goes on from, the one that is made from nothing', () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const random = createRandom(seed);
      let posts: readonly SnapshotPost[] = [];
      let [now, view] = [NOON, publicView(snapshot([]), NOON)];
      for (let step = 0; step < 25; step += 1) {
        posts = changed(random, posts, now);
        if (random.oneIn(4)) now += (random.below(9) - 1) * HOUR;
        const next = { ...snapshot(posts), lost: random.oneIn(9) ? LOST : new Map() };
        view = publicView(next, now, view);
        expect(seen(view), `seed ${seed}, step ${step}`).toEqual(seen(publicView(next, now)));
      }
    }
  });

  it('holds until the next post appears or goes away', () => {
    const appears = post('a', NOON + 2 * HOUR);
    const goes = post('b', NOON - HOUR, { unpublishedAt: NOON + HOUR });
    const gone = post('c', NOON - HOUR, { unpublishedAt: NOON - 1 });
    const draft = post('d', NOON + 1, { isPublished: false });
    expect(publicView(snapshot([appears, gone, draft]), NOON).validUntil).toBe(NOON + 2 * HOUR);
    expect(publicView(snapshot([appears, goes, gone, draft]), NOON).validUntil).toBe(NOON + HOUR);
    expect(publicView(snapshot([gone, draft, post('e', NOON)]), NOON).validUntil).toBe(
      Number.POSITIVE_INFINITY,
    );
  });

  it('changes exactly at the moment it said', () => {
    const posts = snapshot([post('a', NOON + HOUR)]);
    const { validUntil } = publicView(posts, NOON);
    expect(publicView(posts, validUntil - 1).posts).toEqual([]);
    expect(publicView(posts, validUntil).posts).toHaveLength(1);
  });

  it('leaves the snapshot as it was', () => {
    const posts = Object.freeze([post('a', NOON - HOUR), post('b', NOON)]);
    publicView(snapshot(posts), NOON);
    expect(posts.map(({ id }) => id)).toEqual(['a', 'b']);
  });
});

const SLUGS = 12;

/** Of a few posts some go, some come, some say something else; now and then all stand in another order. */
function changed(random: Random, posts: readonly SnapshotPost[], now: number): readonly SnapshotPost[] {
  const next = new Map(posts.map((one) => [one.slug, one]));
  for (let left = random.below(4); left > 0; left -= 1) {
    const slug = `article-${random.below(SLUGS)}`;
    const date = (): number => now + (random.below(9) - 5) * HOUR;
    const unpublishedAt = random.oneIn(3) ? date() : null;
    if (random.oneIn(3)) next.delete(slug);
    else {
      const isPage = random.oneIn(3) ? ({ isPage: true } as const) : {};
      next.set(slug, post(slug, date(), { isPublished: !random.oneIn(4), unpublishedAt, ...isPage }));
    }
  }
  return random.oneIn(6) ? [...next.values()].toReversed() : [...next.values()];
}

/** What is found by name is: nobody asks for an order. */
function seen({ posts, pages, topics, bySlug, byId, withdrawn, lost, since, validUntil }: PublicView) {
  const slugs = Array.from({ length: SLUGS }, (_, number) => `article-${number}`);
  const found = [bySlug, byId, withdrawn].map((known) => slugs.map((slug) => known.get(slug)));
  const isThere = slugs.map((slug) => bySlug.has(slug));
  const category = topics.category.get('business')?.posts ?? [];
  return { posts, pages, category, lost, since, validUntil, found, isThere };
}

const LOST: Snapshot['lost'] = new Map([
  ['perdu', { path: 'posts/2026/perdu.md', object: 'x', known: post('perdu', NOON) }],
  ['inconnu', { path: 'posts/2026/inconnu.md', object: 'y', known: null }],
]);
