import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createObjectStore, type ObjectStore } from '#content/git/objects/objects.ts';
import { createRandom } from '#content/testing/random.ts';
import { makeRandomHistory, type RandomTips } from '#content/testing/random-history.ts';
import {
  createTemporaryRepository,
  type TemporaryRepository,
} from '#content/testing/temporary-repository.ts';
import { createHistoryIndex } from './history-index.ts';
import type { PathHistory } from './path-index.ts';

const PATHS = [
  'posts/a.md',
  'posts/b.md',
  'posts/2025/a.md',
  'posts/2025/é c.md',
  'images/i.jpg',
  'site.yml',
];
const NOT_OURS = 'README.md';

let repository: TemporaryRepository;
let objects: ObjectStore;
beforeEach(() => {
  repository = createTemporaryRepository();
  objects = createObjectStore({ gitDir: repository.path });
});
afterEach(() => {
  objects.close();
  repository.remove();
});

const noGit = () => Promise.resolve(null);
const cacheFile = () => path.join(repository.path, 'history-cache');

function openIndex(git?: typeof noGit) {
  return createHistoryIndex({
    gitDir: repository.path,
    objects,
    file: cacheFile(),
    onError: (error) => expect.fail(String(error)),
    ...(git === undefined ? {} : { git }),
  });
}

function randomHistory(seed: number): RandomTips {
  const random = createRandom(seed);
  const file = () => {
    if (random.oneIn(4)) return null;
    return random.oneIn(8) ? { link: `b${random.below(2)}.md` } : `Texte ${random.below(6)}`;
  };
  return makeRandomHistory(repository.path, { random, commits: 60, paths: [...PATHS, NOT_OURS], file });
}

interface ToldChange {
  readonly commit: string;
  readonly blobId: string | null;
  readonly isGone: boolean;
}

/** The commits of some histories as the git program names them, with their parents, children first. */
function commitsOf(tips: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const lines = repository.git(['rev-list', '--topo-order', '--parents', ...tips]).split('\n');
  return new Map(lines.map((line) => [line.slice(0, 40), line.split(' ').slice(1)]));
}

function waitingCommits(tips: readonly string[]): ReadonlySet<string> {
  return new Set(repository.git(['log', '--grep=^Encrier-Waits: true$', '--format=%H', ...tips]).split('\n'));
}

const COMPARE = ['diff-tree', '--stdin', '-m', '-r', '-z', '--raw', '--root', '--no-renames', '--no-abbrev'];

/** What each commit of these histories made of each file, as the git program compares it with its parents one by one. */
function toldByGit(tips: readonly string[], isCounted: (commit: string) => boolean) {
  const commits = commitsOf(tips);
  const waiting = waitingCommits(tips);
  const input = [...commits.keys()].filter(isCounted).map((commit) => `${commit}\n`);
  const words = repository.git(COMPARE, { input: input.join('') }).split('\0');
  const told = new Map<string, ToldChange[]>();
  let commit = '';
  const seen = new Map<string, number>();
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]?.trim() ?? '';
    if (/^[0-9a-f]{40}$/.test(word)) commit = word;
    const [, was, is, wasId, isId = ''] = /^:(\d+) (\d+) (\S+) (\S+)/.exec(word) ?? [];
    if (was === undefined) continue;
    at += 1;
    const name = words[at] ?? '';
    const [before, blobId] = [was === '100644' ? wasId : null, is === '100644' ? isId : null];
    const isGone = is === '000000';
    const isSame = before === blobId && (was === '000000') === isGone;
    if (isSame || !PATHS.includes(name)) continue;
    const times = 1 + (seen.get(`${commit} ${name}`) ?? 0);
    seen.set(`${commit} ${name}`, times);
    const least = waiting.has(commit) ? Math.max(1, commits.get(commit)?.length ?? 0) : 1;
    if (times === least) told.set(name, [...(told.get(name) ?? []), { commit, blobId, isGone }]);
  }
  return sorted(told);
}

function toldByIndex(index: PathHistory) {
  const changes = [...index.paths()].map(
    (name) =>
      [
        name,
        index.changesOf(name).map(({ commit, blobId, isGone }) => ({ commit, blobId, isGone })),
      ] as const,
  );
  return sorted(new Map(changes));
}

function sorted(
  told: ReadonlyMap<string, readonly ToldChange[]>,
): Readonly<Record<string, readonly ToldChange[]>> {
  const byCommit = (a: ToldChange, b: ToldChange) => (a.commit < b.commit ? -1 : 1);
  return Object.fromEntries([...told].map(([name, list]) => [name, list.toSorted(byCommit)] as const));
}

/** Everything in the order it is told in. */
const inOrder = (index: PathHistory) =>
  [...index.paths()].sort().map((name) => [name, index.changesOf(name), index.removingCommits()]);

describe('histories of chance', () => {
  it.each([1, 2, 3, 4, 5, 6])('are told as the git program tells them (%i)', async (seed) => {
    const { main, work } = randomHistory(seed);
    const waiting = waitingCommits([main]);
    const index = openIndex();
    expect(toldByIndex(await index.at(main))).toEqual(toldByGit([main], (commit) => !waiting.has(commit)));
    expect(toldByIndex(await index.withWaiting({ main, work }))).toEqual(toldByGit([main, work], () => true));
    expect(toldByIndex(await index.withWaiting({ main, work: null }))).toEqual(toldByGit([main], () => true));
  });

  it.each([7, 8, 9])('are the same added to, kept, and made anew without git (%i)', async (seed) => {
    const { main, work } = randomHistory(seed);
    const grown = openIndex();
    for (const commit of repository.git(['rev-list', '--reverse', '--first-parent', main]).split('\n'))
      await grown.at(commit);
    const expected = inOrder(await grown.withWaiting({ main, work }));
    await grown.close();
    expect(inOrder(await openIndex().withWaiting({ main, work }))).toEqual(expected);
    for (const git of [undefined, noGit]) {
      rmSync(cacheFile(), { force: true });
      expect(inOrder(await openIndex(git).withWaiting({ main, work }))).toEqual(expected);
    }
  });

  it.each([10, 11])('put each commit before all that it was made from (%i)', async (seed) => {
    const { main, work } = randomHistory(seed);
    const index = await openIndex().withWaiting({ main, work });
    const parents = commitsOf([main, work]);
    for (const name of PATHS) {
      const places = index.changesOf(name).map(({ commit }, at) => [commit, at] as const);
      expect(latest(parents, new Map(places))).toEqual(new Map(places));
    }
  });
});

/** The place of each of these commits in a list, or of the last of its descendants, were that one behind it. */
function latest(parents: ReadonlyMap<string, readonly string[]>, places: ReadonlyMap<string, number>) {
  const last = new Map<string, number>();
  for (const [commit, before] of parents) {
    const own = Math.max(places.get(commit) ?? -1, last.get(commit) ?? -1);
    for (const parent of before) last.set(parent, Math.max(own, last.get(parent) ?? -1));
  }
  return new Map([...places].map(([commit, at]) => [commit, Math.max(at, last.get(commit) ?? -1)]));
}
