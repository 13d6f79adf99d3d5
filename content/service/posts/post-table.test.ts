import { describe, expect, it } from 'vitest';
import { postsOperations } from '../../contract/posts-operations.ts';
import { STAGE_FILTERS } from '../../contract/publishing.ts';
import { DEFAULT_CAPACITY, DEFAULT_SITE } from '../../files/settings-file.ts';
import type { SnapshotPost } from '../../model/post.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import { testId } from '../../testing/posts.ts';
import { createPostTable, type StageOf } from './post-table.ts';

const NOW = Date.parse('2026-07-01T10:00:00.000Z');
const { input: inputSchema } = postsOperations.getPostTable;

function post(number: number, title: string, changed: Partial<SnapshotPost> = {}): SnapshotPost {
  const slug = changed.slug ?? `article-${number}`;
  const published = changed.published === undefined ? `2025-0${number}-01T00:00:00.000Z` : changed.published;
  return {
    id: testId(number),
    title,
    slug,
    excerpt: '',
    category: 'Business',
    tags: [],
    readTime: '1 min',
    subtitle: null,
    menu: false,
    unpublishAt: null,
    unpublishedAt: null,
    isPublished: true,
    coverImage: null,
    coverImageAlt: null,
    ogImage: null,
    socialTitle: null,
    socialDescription: null,
    path: `posts/${slug}.md`,
    formerAddresses: [],
    feedId: null,
    importedFrom: null,
    revision: String(number).repeat(40),
    ...changed,
    published,
    publishedAt: published === null ? null : Date.parse(published),
  };
}

const POSTS: readonly SnapshotPost[] = [
  post(1, 'Élan', { tags: ['Sport', 'Cœur'], excerpt: 'Courir' }),
  post(2, 'eau', { category: 'Société', tags: ['sport'], subtitle: 'Une source' }),
  post(3, 'Zèbre', { isPublished: false }),
  post(4, 'Article 10', { published: '2026-12-01T00:00:00.000Z' }),
  post(5, 'Article 9', { unpublishedAt: NOW }),
  post(6, 'Brouillon', { isPublished: false, published: null, slug: 'un-brouillon' }),
];

function snapshotOf(posts: readonly SnapshotPost[]): Snapshot {
  return {
    commit: '1'.repeat(40),
    posts,
    site: DEFAULT_SITE,
    siteId: '',
    capacity: DEFAULT_CAPACITY,
    capacityId: '',
    images: new Map(),
    redirects: new Map(),
    redirectsId: '',
    derivedRedirects: [],
    formerTopics: new Set(),
    problems: [],
    searching: new Set(),
    lost: new Map(),
  };
}

const table = createPostTable();
const snapshot = snapshotOf(POSTS);
function ask(input: object, now = NOW) {
  return table({
    snapshot,
    input: inputSchema.parse(input),
    pending: new Map([[testId(1), {}]]),
    stageOf: null,
    now,
  });
}
const titles = (input: object, now?: number) => ask(input, now).posts.map(({ title }) => title);

describe('the table', () => {
  it('begins with drafts without a date, then the newest', () => {
    expect(titles({})).toEqual(['Brouillon', 'Article 10', 'Article 9', 'Zèbre', 'eau', 'Élan']);
    expect(titles({ order: 'asc' })).toEqual([
      'Élan',
      'eau',
      'Zèbre',
      'Article 9',
      'Article 10',
      'Brouillon',
    ]);
  });

  it('sorts as French does, numbers as numbers', () => {
    expect(titles({ sort: 'title', order: 'asc' })).toEqual([
      ...['Article 9', 'Article 10', 'Brouillon', 'eau', 'Élan', 'Zèbre'],
    ]);
    expect(titles({ sort: 'slug' })[0]).toBe('Brouillon');
    expect(titles({ sort: 'state', order: 'asc' })).toEqual([
      ...['Zèbre', 'Brouillon', 'Élan', 'eau', 'Article 10', 'Article 9'],
    ]);
  });

  it('counts by state, which time changes', () => {
    expect(ask({}).counts).toEqual({ draft: 2, published: 2, scheduled: 1, withdrawn: 1 });
    expect(ask({}, Date.parse('2027-01-01')).counts).toMatchObject({ published: 3, scheduled: 0 });
    expect(titles({ state: 'scheduled' })).toEqual(['Article 10']);
    expect(titles({ state: 'scheduled' }, Date.parse('2027-01-01'))).toEqual([]);
  });

  it.each([
    ['elan', ['Élan']],
    ['  COEUR  ', ['Élan']],
    ['courir sport', ['Élan']],
    ['societe', ['eau']],
    ['un-brouillon', ['Brouillon']],
    ['sport rien', []],
  ])('finds « %s » in titles, slugs, excerpts, tags and categories', (search, expected) => {
    expect(titles({ search })).toEqual(expected);
  });

  it('filters by category and tag without regard to case, and lists both', () => {
    expect(titles({ tag: 'SPORT' })).toEqual(['eau', 'Élan']);
    expect(titles({ tag: 'sport', category: 'société' })).toEqual(['eau']);
    expect(ask({ tag: 'sport' })).toMatchObject({
      total: 2,
      categories: [
        { name: 'Business', count: 5 },
        { name: 'Société', count: 1 },
      ],
      tags: [
        { name: 'Cœur', count: 1 },
        { name: 'Sport', count: 2 },
      ],
    });
  });

  it('finds the words of a subtitle', () => {
    expect(titles({ search: 'SOURCE' })).toEqual(['eau']);
  });

  it('gives a stretch, and what the contract says of each post', () => {
    const { posts, total } = ask({ offset: '1', limit: '2' });
    expect([posts.map(({ title }) => title), total]).toEqual([['Article 10', 'Article 9'], 6]);
    expect(titles({ offset: 10 })).toEqual([]);
    expect(() => postsOperations.getPostTable.output.parse(ask({}))).not.toThrow();
    expect(Object.keys(posts[0] ?? {})).not.toContain('path');
    expect(ask({ search: 'elan' }).posts[0]).toMatchObject({ state: 'published', hasPending: true });
  });

  it('narrows to how far posts have come to readers, where that is known', () => {
    const stages = new Map([
      [testId(1), { stage: 'live', waits: 'change' }],
      [testId(2), { stage: 'sent', waits: 'withdrawal' }],
      [testId(3), { stage: 'ready', waits: 'publication' }],
    ] as const);
    const stageOf: StageOf = ({ id }) => stages.get(id) ?? { stage: 'draft', waits: null };
    const staged = (stage?: string) =>
      table({ snapshot, input: inputSchema.parse({ stage }), pending: new Map(), stageOf, now: NOW });
    const found = STAGE_FILTERS.map((stage) => staged(stage).posts.map(({ title }) => title));
    expect(found.map((titles) => titles.length)).toEqual([3, 1, 1, 1, 1, 1]);
    expect(found.slice(3)).toEqual([['Élan'], ['Élan'], ['eau']]);
    expect(staged().stages).toEqual({ draft: 3, ready: 1, sent: 1, live: 1, change: 1, withdrawal: 1 });
    expect(ask({}).stages).toBeNull();
    expect(() => ask({ stage: 'live' })).toThrow();
  });
});
