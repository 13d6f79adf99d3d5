import { renameSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createObjectStore, type ObjectStore } from '#content/git/objects/objects.ts';
import { createSnapshotCache } from '#content/snapshot/snapshot-cache.ts';
import { type ContentHistory, createContentHistory } from '../testing/content-history.ts';
import { eventually } from '../testing/eventually.ts';
import { liveContentOf } from '../testing/live-content.ts';
import { BROKEN_POST, postText, SETTINGS } from '../testing/posts.ts';
import { git } from '../testing/temporary-repository.ts';
import { createBackground } from './background.ts';
import type { LiveContent } from './live-content.ts';

let history: ContentHistory;
let live: LiveContent | null;
let errors: unknown[];
beforeEach(() => {
  history = createContentHistory();
  live = null;
  errors = [];
});
afterEach(async () => {
  await live?.close();
  history.remove();
});

type Changed = Partial<Parameters<typeof liveContentOf>[1]>;

function create(changed: Changed = {}): LiveContent {
  return liveContentOf(history.path, { onError: (error) => errors.push(error), ...changed });
}

async function open(changed: Changed = {}): Promise<LiveContent> {
  live = create(changed);
  await live.open();
  return live;
}

/** The titles shown once they are those expected, which happens by itself or not at all. */
function shown(content: LiveContent, expected: readonly string[]): Promise<readonly string[]> {
  const titles = () => content.snapshot()?.posts.map(({ title }) => title) ?? [];
  return eventually(titles, (now) => now.join() === expected.join());
}

describe('the content shown', () => {
  it('follows a commit of the git program', async () => {
    history.commit({ ...SETTINGS, 'posts/a.md': postText(1, 'Un') });
    const content = await open();
    history.commit({ 'posts/a.md': postText(1, 'Deux') });
    expect(await shown(content, ['Deux'])).toEqual(['Deux']);
  });

  it('follows a push from a clone', async () => {
    history.commit({ ...SETTINGS, 'posts/a.md': postText(1, 'Un') });
    const content = await open();
    const clone = path.join(history.path, 'clone');
    git(['clone', '--quiet', history.path, clone], { cwd: history.path });
    git(['mv', 'posts/a.md', 'posts/b.md'], { cwd: clone });
    git(['commit', '--quiet', '-m', 'Renommer'], { cwd: clone });
    git(['push', '--quiet', 'origin', 'main'], { cwd: clone });
    const slugs = () => content.snapshot()?.posts.map(({ slug }) => slug) ?? [];
    expect(await eventually(slugs, ([slug]) => slug === 'b')).toEqual(['b']);
  });

  it('follows a branch whose refs were packed, before and after', async () => {
    history.commit({ ...SETTINGS, 'posts/a.md': postText(1, 'Un') });
    history.git(['pack-refs', '--all']);
    const content = await open();
    history.commit({ 'posts/a.md': postText(1, 'Deux') });
    const before = await shown(content, ['Deux']);
    history.git(['pack-refs', '--all']);
    history.commit({ 'posts/a.md': postText(1, 'Trois') });
    expect([before, await shown(content, ['Trois'])]).toEqual([['Deux'], ['Trois']]);
  });

  it('goes on after git gc moved every object into a new pack', async () => {
    history.commit({ ...SETTINGS, 'posts/a.md': postText(1, 'Un') });
    const content = await open();
    for (const title of ['Deux', 'Trois', 'Quatre']) {
      history.commit({ 'posts/a.md': postText(1, title) });
      history.git(['gc', '--quiet', '--prune=now']);
      await shown(content, [title]);
    }
    expect([await shown(content, ['Quatre']), errors]).toEqual([['Quatre'], []]);
  });

  it('is the newest after many quick moves', async () => {
    const first = history.commit({ ...SETTINGS, 'posts/a.md': postText(1, 'Un') });
    const second = history.commit({ 'posts/a.md': postText(1, 'Deux') });
    const content = await open();
    const moves = Array.from(
      { length: 60 },
      (_, index) => `update refs/heads/main ${index % 2 ? second : first}`,
    );
    for (const move of [...moves, `update refs/heads/main ${first}`]) {
      git(['update-ref', '--stdin'], { cwd: history.path, input: `${move}\n` });
    }
    expect([await shown(content, ['Un']), content.snapshot()?.commit]).toEqual([['Un'], first]);
  });

  it('follows a branch set back to an older commit, or to one with another history', async () => {
    const first = history.commit({ ...SETTINGS, 'posts/a.md': postText(1, 'Un') });
    history.commit({ 'posts/a.md': postText(1, 'Deux') });
    const content = await open();
    history.git(['update-ref', 'refs/heads/main', first]);
    const older = await shown(content, ['Un']);
    history.git(['update-ref', '-d', 'refs/heads/main']);
    history.commit({ ...SETTINGS, 'posts/z.md': postText(9, 'Autre') }, []);
    expect([older, await shown(content, ['Autre'])]).toEqual([['Un'], ['Autre']]);
  });

  it('stays while the ref is missing for a moment', async () => {
    const first = history.commit({ ...SETTINGS, 'posts/a.md': postText(1, 'Un') });
    const content = await open();
    history.git(['update-ref', '-d', 'refs/heads/main']);
    await content.refresh();
    const meanwhile = content.snapshot()?.commit;
    history.commit({ 'posts/a.md': postText(1, 'Deux') }, [first]);
    expect([meanwhile, await shown(content, ['Deux'])]).toEqual([first, ['Deux']]);
  });

  it('completes by itself what a start without a cache lacks', async () => {
    history.commit({ ...SETTINGS, 'posts/a.md': postText(1, 'Un') });
    history.commit({ 'posts/a.md': BROKEN_POST });
    const content = await open();
    expect([await shown(content, ['Un']), content.snapshot()?.searching]).toEqual([['Un'], new Set()]);
  });
});

describe('the addresses that history is asked for', () => {
  it('are asked for again where redirects.yml has changed meanwhile, even back', async () => {
    const post = postText(1, 'Un');
    const first = history.commit({ ...SETTINGS, 'posts/ancien.md': post });
    const answers: (() => void)[] = [];
    const asked: string[] = [];
    const content = await open({
      past: {
        background: createBackground({ onError: (error) => expect.fail(String(error)) }),
        look: async ({ commit }) => {
          asked.push(commit);
          await new Promise<void>((resolve) => answers.push(resolve));
          return new Map();
        },
      },
    });
    content.lookForPast();
    const follow = (commit: string) =>
      eventually(
        () => content.snapshot()?.commit,
        (now) => now === commit,
      );
    const moved = { 'posts/ancien.md': null, 'posts/nouveau.md': post };
    await follow(history.commit({ ...moved, 'redirects.yml': '/blog/ancien: /blog/nouveau\n' }));
    const last = history.commit({ 'redirects.yml': null });
    await follow(last);
    answers[0]?.();
    await eventually(
      () => asked.length,
      (count) => count === 2,
    );
    expect([asked, content.isPastKnown()]).toEqual([[first, last], false]);
    answers[1]?.();
    await content.pastKnown();
    expect(content.isPastKnown()).toBe(true);
  });
});

describe('a refresh that fails', () => {
  /** An object store that cannot read a commit as long as `isFailing` says so, as a disk might. */
  function failing(isFailing: () => boolean): ObjectStore {
    const objects = createObjectStore({ gitDir: history.path });
    const readCommit: ObjectStore['readCommit'] = (id) =>
      isFailing() ? Promise.reject(new Error('disk')) : objects.readCommit(id);
    return { ...objects, readCommit };
  }

  it('is tried again without waiting for another commit', async () => {
    history.commit({ ...SETTINGS, 'posts/a.md': postText(1, 'Un') });
    const content = await open({ objects: failing(() => errors.length < 3) });
    expect([content.snapshot(), await shown(content, ['Un']), errors.length]).toEqual([null, ['Un'], 3]);
  });

  it('leaves what was shown as it was until it succeeds', async () => {
    const first = history.commit({ ...SETTINGS, 'posts/a.md': postText(1, 'Un') });
    let isBroken = false;
    const content = await open({ objects: failing(() => isBroken) });
    isBroken = true;
    history.commit({ 'posts/a.md': postText(1, 'Deux') });
    await eventually(
      () => errors.length,
      (count) => count > 0,
    );
    const meanwhile = content.snapshot()?.commit;
    isBroken = false;
    expect([meanwhile, await shown(content, ['Deux'])]).toEqual([first, ['Deux']]);
  });
});

describe('a start with a cache', () => {
  it('parses nothing again', async () => {
    history.commit({ ...SETTINGS, 'posts/a.md': postText(1, 'Un'), 'posts/b.md': postText(2, 'Deux') });
    const first = await open();
    const before = first.snapshot();
    await first.close();
    const parsed: string[] = [];
    const content = await open({ onParsed: (file) => parsed.push(file) });
    expect([content.snapshot(), parsed]).toEqual([before, []]);
  });

  it('keeps what history was asked for', async () => {
    history.commit({ ...SETTINGS, 'posts/a.md': postText(1, 'Un') });
    history.commit({ 'posts/a.md': BROKEN_POST });
    await (await open()).close();
    const cached = await createSnapshotCache(path.join(history.path, 'cache')).load();
    expect(cached?.snapshot.posts.map(({ title }) => title)).toEqual(['Un']);
  });

  it('never shows what the branch withdrew in the meantime', async () => {
    history.commit({ ...SETTINGS, 'posts/a.md': postText(1, 'Un'), 'posts/b.md': postText(2, 'Deux') });
    await (await open()).close();
    const head = history.commit({ 'posts/b.md': null });
    const objects = createObjectStore({ gitDir: history.path });
    const shownWhileReading: (string | null)[] = [];
    const readCommit: ObjectStore['readCommit'] = (id) => {
      shownWhileReading.push(content.snapshot()?.commit ?? null);
      return objects.readCommit(id);
    };
    const content = create({ objects: { ...objects, readCommit } });
    live = content;
    await content.open();
    expect([shownWhileReading[0], content.snapshot()?.commit]).toEqual([null, head]);
  });

  it('shows the commit of the cache when the branch cannot be read', async () => {
    const first = history.commit({ ...SETTINGS, 'posts/a.md': postText(1, 'Un') });
    await (await open()).close();
    history.commit({ 'posts/a.md': postText(1, 'Deux') });
    const objects = createObjectStore({ gitDir: history.path });
    const readCommit: ObjectStore['readCommit'] = () => Promise.reject(new Error('disk'));
    const content = await open({ objects: { ...objects, readCommit } });
    expect(content.snapshot()?.commit).toBe(first);
  });

  it('trusts nothing but the parsed files of a cache made from another repository', async () => {
    history.commit({ ...SETTINGS, 'posts/a.md': postText(1, 'Étranger') });
    const cacheFile = path.join(history.path, 'cache');
    await (await open()).close();
    const other = createContentHistory();
    renameSync(cacheFile, path.join(other.path, 'cache'));
    history.remove();
    history = other;
    history.commit({ ...SETTINGS, 'posts/a.md': BROKEN_POST });
    expect((await open()).snapshot()?.posts).toEqual([]);
  });

  it('does without when the folder cannot be written', async () => {
    history.commit({ ...SETTINGS, 'posts/a.md': postText(1, 'Un') });
    const cacheFile = path.join(history.path, 'absent/cache');
    const content = await open({ cacheFile });
    await content.close();
    expect([content.snapshot()?.posts.length, errors.length]).toEqual([1, 1]);
  });
});
