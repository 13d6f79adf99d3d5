import { hasCode } from '../model/errors.ts';
import { CAPACITY_FILE, POSTS_FOLDER, SITE_FILE } from '../model/paths.ts';
import { createBreathing } from './breathe.ts';
import type { Commit } from './commit-object.ts';
import type { ObjectStore } from './objects/objects.ts';
import { type EntryDifference, entryDifferences, rememberingTrees } from './tree-differences.ts';

/** One version of a file in history. */
export interface FileVersion {
  readonly path: string;
  /** Of a deletion, the last version there was. */
  readonly blobId: string;
  readonly mode: string;
  /** A merge only changes files: what it brings together was added and deleted before it. */
  readonly status: 'added' | 'changed' | 'deleted';
  /** How many commits back in the walk, from 0. */
  readonly age: number;
}

export interface VersionSearch {
  readonly gitDir: string;
  readonly objects: Pick<ObjectStore, 'readCommit' | 'readTree' | 'has'>;
  /** Versions reachable from this commit, itself included. */
  readonly from: string;
  /** Versions of this commit and its ancestors are left out; null leaves out none. */
  readonly until: string | null;
  readonly isWanted: (version: Pick<FileVersion, 'path' | 'blobId'>) => boolean;
}

type WalkOptions = Pick<VersionSearch, 'objects' | 'from' | 'until' | 'isWanted'>;

/**
 * The versions of files, newest first, as `git log` gives them, where there is no git program. History ends where
 * an object is missing: a shallow clone, or damage.
 */
export async function walkHistory(options: WalkOptions): Promise<readonly FileVersion[]> {
  // A damaged tree has nothing.
  const trees = rememberingTrees({
    readTree: async (id) => (await orNull(options.objects.readTree(id))) ?? [],
  });
  const versions: FileVersion[] = [];
  let age = 0;
  for await (const { commit, parents } of commitsByDate(options)) {
    const bases = parents.length === 0 ? [null] : parents.map(({ tree }) => tree);
    for (const base of bases) {
      const compared = { before: base, after: commit.tree, isWanted: isContent };
      for await (const difference of entryDifferences(trees, compared)) {
        const change = fileChange(difference);
        const version = change && asSeenFrom(bases, { ...change, age });
        if (version !== null && options.isWanted(version)) versions.push(version);
      }
    }
    age += 1;
  }
  return versions;
}

/** A merge neither adds nor deletes. */
function asSeenFrom(parents: readonly unknown[], version: FileVersion): FileVersion | null {
  if (parents.length <= 1) return version;
  return version.status === 'deleted' ? null : { ...version, status: 'changed' };
}

interface Step {
  readonly commit: Commit;
  readonly parents: readonly Commit[];
}

/** Commits from the newest to the oldest by their dates, as git does. */
async function* commitsByDate({ objects, from, until }: WalkOptions): AsyncGenerator<Step> {
  const excluded = until === null ? new Set<string>() : await ancestry(objects, until);
  const breathe = createBreathing();
  const seen = new Set<string>([from]);
  const first = await orNull(objects.readCommit(from));
  const waiting: Commit[] = first === null || excluded.has(from) ? [] : [first];
  for (let commit = waiting.pop(); commit !== undefined; commit = waiting.pop()) {
    await breathe();
    const parents = await readAll(objects, commit.parents);
    for (const parent of parents) {
      if (seen.has(parent.id) || excluded.has(parent.id)) continue;
      seen.add(parent.id);
      insertByDate(waiting, parent);
    }
    yield { commit, parents };
  }
}

async function ancestry(objects: WalkOptions['objects'], id: string): Promise<Set<string>> {
  const breathe = createBreathing();
  const seen = new Set<string>();
  const waiting = [id];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    await breathe();
    waiting.push(...((await orNull(objects.readCommit(next)))?.parents ?? []));
  }
  return seen;
}

async function readAll(objects: WalkOptions['objects'], ids: readonly string[]): Promise<readonly Commit[]> {
  const commits = await Promise.all(ids.map((id) => orNull(objects.readCommit(id))));
  return commits.filter((commit) => commit !== null);
}

/** Keeps the list in order, the newest last. */
function insertByDate(waiting: Commit[], commit: Commit): void {
  let at = waiting.length;
  while (at > 0 && (waiting[at - 1]?.committer.seconds ?? 0) > commit.committer.seconds) at -= 1;
  waiting.splice(at, 0, commit);
}

function fileChange({ path, was, is }: EntryDifference): Omit<FileVersion, 'age'> | null {
  if (is !== null) return { path, blobId: is.id, mode: is.mode, status: was === null ? 'added' : 'changed' };
  return was && { path, blobId: was.id, mode: was.mode, status: 'deleted' };
}

function isContent(path: string): boolean {
  return [POSTS_FOLDER, SITE_FILE, CAPACITY_FILE].some(
    (ours) => path === ours || path.startsWith(`${ours}/`),
  );
}

async function orNull<Value>(reading: Promise<Value>): Promise<Value | null> {
  return reading.catch((error: unknown) => {
    if (hasCode(error, 'corrupt')) return null;
    throw error;
  });
}
