import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRelatedPosts } from '#content/model/related-posts.ts';
import { type PublicView, publicView } from '#content/model/snapshot.ts';
import { NO_UPDATES } from '#content/model/updates/post-updates.ts';
import { createKnownUpdates } from '#content/service/known-updates.ts';
import { postById } from '#content/service/posts/find-post.ts';
import { listChange } from '#content/service/search-thread.ts';
import type { ContentFolder } from '#content/snapshot/snapshot-files.ts';
import { restoredState, type SnapshotState } from '#content/snapshot/snapshot-state.ts';
import { type ContentHistory, createContentHistory } from '#content/testing/content-history.ts';
import { postText, SETTINGS } from '#content/testing/posts.ts';
import { rounds } from '#content/testing/rounds.ts';
import { stateAt } from '#content/testing/states.ts';
import { keptPage } from '#site/render/kept-page.ts';
import { createSitemapFiles } from '../feeds/sitemap.ts';
import { TEST_NOW } from '../testing/post-texts.ts';
import { createNotingReader, type PageSources, readsTheSame } from './page-reads.ts';

/** What a commit of one file may cost, all views together, and a page, at any number of posts. */
const MOST = 200;
const A_FOLDER = 50;
const WORDS = ['marge', 'prix', 'équipe', 'trésorerie', 'vente', 'client', 'budget', 'réunion'];
const HOUR = 3_600_000;

let history: ContentHistory;
beforeAll(() => {
  history = createContentHistory();
});
afterAll(() => history.remove());

describe.each([600, 2400].slice(0, rounds({ few: 1, all: 2 })))('of %i posts', (size) => {
  it(`no more than ${MOST} are looked into for a commit of one file and for a page, whatever it changes`, async () => {
    const files = Object.fromEntries(Array.from({ length: size }, (_, n) => [pathOf(n), textOf(n)]));
    const first = history.commit({ ...SETTINGS, ...files }, []);
    const counter = createCounter();
    let now = TEST_NOW;
    const counted = counter.watched(await stateAt(history.path, first, { clock: () => now }));
    const views = createViews(counted, now);
    // What is asked of all posts is made at the first commit after a start, and when it is first asked for.
    let state = await stateAt(
      history.path,
      history.commit({ [pathOf(9)]: textOf(9, ['tags: [autre]', 'category: Autre']) }),
      {
        before: counted,
        clock: () => now,
      },
    );
    views.follow(state, now);
    await views.sitemap();
    for (const target of PAGES) await views.page(target, now);
    const changes: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
      edited: { [pathOf(70)]: textOf(70, ['excerpt: Autre chose']) },
      retagged: { [pathOf(71)]: textOf(71, ['tags: [nouveau, prix]', 'category: Neuve']) },
      'dated anew': { [pathOf(72)]: textOf(72, ['published: 2024-02-02T08:00:00.000Z']) },
      hidden: { [pathOf(73)]: textOf(73, ['isPublished: false']) },
      deleted: { [pathOf(74)]: null },
      renamed: { [pathOf(75)]: null, [pathOf(size + 1)]: textOf(75) },
      added: { [pathOf(size + 2)]: textOf(size + 2) },
      scheduled: { [pathOf(76)]: textOf(76, [`published: ${new Date(TEST_NOW + HOUR).toISOString()}`]) },
      broken: { [pathOf(77)]: '---\ntitle: "\n---\n' },
      'a rival': { [pathOf(78).replace('posts/', 'posts/z')]: textOf(78) },
      redirects: { 'redirects.yml': '/blog/ancien: /blog/nouveau\n' },
      'edited again, after all that': { [pathOf(70)]: textOf(70) },
    };
    const visits: Record<string, number> = {};
    const note = async (what: string, work: () => unknown): Promise<void> => {
      counter.reset();
      await work();
      visits[what] = counter.count();
    };
    for (const [what, changed] of Object.entries(changes)) {
      const commit = history.commit(changed);
      await note(what, async () => {
        state = await stateAt(history.path, commit, { before: state, clock: () => now });
        views.follow(state, now);
      });
      await note(`an id that no post has once ${what}`, () =>
        expect(() => postById(state.snapshot, '-')).toThrow(),
      );
      for (const target of PAGES) await note(`${target} once ${what}`, () => views.page(target, now));
      await note(`the sitemap once ${what}`, views.sitemap);
    }
    now += 2 * HOUR;
    await note('at the moment of a scheduled post', () => views.follow(state, now));
    expect(Object.entries(visits).filter(([, count]) => count > MOST)).toEqual([]);
    expect(Math.max(...Object.values(visits))).toBeGreaterThan(5);
  });
});

const PAGES = [`/blog/${slugOf(70)}`, '/blog', '/blog?page=9', '/', '/blog/tag/prix', '/blog/marge'];

function slugOf(number: number): string {
  const words = [1, 3, 7].map((step) => WORDS[Math.floor(number / step) % WORDS.length] ?? '');
  return `${words.join('-').normalize('NFD').replace(/\p{M}/gu, '')}-${number}`;
}

function pathOf(number: number): string {
  return `posts/${1000 + Math.floor(number / A_FOLDER)}/${slugOf(number)}.md`;
}

/** Later lines of the same name count alone. */
function textOf(number: number, lines: readonly string[] = []): string {
  const tags = [1, 5].map((step) => WORDS[Math.floor(number / step) % WORDS.length]);
  const published = `published: ${new Date(TEST_NOW - (1 + number) * HOUR).toISOString()}`;
  const fields = new Map(
    [
      `tags: [${tags.join(', ')}, tag-${number % 90}]`,
      `category: C${number % 4}`,
      published,
      'isPublished: true',
    ]
      .concat(lines)
      .map((line) => [line.slice(0, line.indexOf(':')), line]),
  );
  const [head = '', ...others] = postText(number, `Titre ${number}`).split('\n').slice(0, 3);
  return [head, ...others, ...fields.values(), '---', `Texte ${number}.`, ''].join('\n');
}

/** Counts posts, and their files, of which anything at all was asked. */
function createCounter() {
  const seen = new Set<string>();
  const watch = <Value extends { readonly path: string }>(value: Value): Value =>
    new Proxy(value, {
      get(target, key) {
        seen.add(target.path);
        return Reflect.get(target, key) as unknown;
      },
      ownKeys(target) {
        seen.add(target.path);
        return Reflect.ownKeys(target);
      },
    });
  const watchedFolder = (folder: ContentFolder): ContentFolder => ({
    ...folder,
    folders: new Map([...folder.folders].map(([name, child]) => [name, watchedFolder(child)])),
    files: new Map(
      [...folder.files].map(([name, file]) => {
        if (file.kind !== 'post' || file.parsed === null) return [name, file];
        const parsed = watch(file.parsed);
        return [name, watch({ ...file, parsed })];
      }),
    ),
  });
  return {
    watched: (state: SnapshotState): SnapshotState =>
      restoredState({ ...state.snapshot, root: watchedFolder(state.root), held: state.held }),
    reset: () => seen.clear(),
    count: () => seen.size,
  };
}

/** All that goes from one snapshot to the next beside it, and pages that are made of it. */
function createViews(state: SnapshotState, now: number) {
  let view: PublicView = publicView(state.snapshot, now);
  const updates = createKnownUpdates({
    read: () => Promise.resolve(NO_UPDATES),
    ready: Promise.resolve(),
    onError: (error) => expect(error).toBe(null),
  });
  const sources: PageSources = {
    origin: 'https://exemple.fr',
    body: () => Promise.resolve(''),
    image: () => Promise.resolve(null),
    markdown: () => Promise.reject(new Error('nothing is rendered here')),
    related: createRelatedPosts(),
    updates,
  };
  const sitemapFiles = createSitemapFiles(sources.origin, updates);
  return {
    follow(next: SnapshotState, at: number): void {
      const before = view;
      view = publicView(next.snapshot, at, before);
      listChange(before.posts, view.posts);
      sources.related.similar(view, 'marge', 3);
    },
    sitemap: () => sitemapFiles(view),
    /** What the pages of articles, lists, topics and missing addresses ask for. */
    async page(target: string, at: number): Promise<void> {
      const moment = { view, now: at };
      keptPage(target, view);
      const { reader, reads } = createNotingReader(sources, moment);
      const slug = target.slice('/blog/'.length);
      reader.posts({ offset: 12, limit: 12 });
      reader.topic({ kind: 'tag', slug: 'prix' }, { offset: 0, limit: 12 });
      reader.topicNames('tag');
      reader.similar(slug, 3);
      reader.related(slug, 3);
      reader.neighbours(slug);
      await reader.updates(slug);
      reader.redirectOf('/blog/ancien');
      expect(readsTheSame(reads, sources, moment)).toBe(true);
    },
  };
}
