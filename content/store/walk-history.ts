import { hasCode } from '../model/errors.ts';
import { CAPACITY_FILE, POSTS_FOLDER, SITE_FILE } from '../model/paths.ts';
import { createBreathing } from './breathe.ts';
import type { Commit } from './commit-object.ts';
import type { FileVersion, VersionSearch } from './file-versions.ts';
import { isFolder, type TreeEntry } from './tree.ts';

type WalkOptions = Pick<VersionSearch, 'objects' | 'from' | 'until' | 'isWanted'>;

/**
 * The versions of files, newest first, as `git log` gives them, where there is no git program. History ends where
 * an object is missing: a shallow clone, or damage.
 */
export async function walkHistory(options: WalkOptions): Promise<readonly FileVersion[]> {
  const readTree = remembering(options.objects);
  const versions: FileVersion[] = [];
  let age = 0;
  for await (const { commit, parents } of commitsByDate(options)) {
    const bases = parents.length === 0 ? [null] : parents.map(({ tree }) => tree);
    for (const base of bases) {
      for await (const change of changes(readTree, { path: '', tree: commit.tree, base })) {
        const version = asSeenFrom(bases, { ...change, age });
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

type Entries = ReadonlyMap<string, TreeEntry>;
type ReadTree = (id: string | null) => Promise<Entries>;

interface Compared {
  readonly path: string;
  /** The newer tree and the older one; null where there is none. */
  readonly tree: string | null;
  readonly base: string | null;
}

/** What differs between the files of content of two trees. */
async function* changes(
  readTree: ReadTree,
  { path, tree, base }: Compared,
): AsyncGenerator<Omit<FileVersion, 'age'>> {
  if (tree === base) return;
  for (const { name, now, was } of differences(await readTree(tree), await readTree(base))) {
    const below = path === '' ? name : `${path}/${name}`;
    if (!isContent(below)) continue;
    yield* changes(readTree, { path: below, tree: treeOf(now), base: treeOf(was) });
    const change = fileChange(below, fileOf(now), fileOf(was));
    if (change !== null) yield change;
  }
}

function fileChange(
  path: string,
  now: TreeEntry | null,
  was: TreeEntry | null,
): Omit<FileVersion, 'age'> | null {
  if (now !== null)
    return { path, blobId: now.id, mode: now.mode, status: was === null ? 'added' : 'changed' };
  return was && { path, blobId: was.id, mode: was.mode, status: 'deleted' };
}

function* differences(present: Entries, former: Entries) {
  for (const [name, now] of present) {
    const was = former.get(name);
    if (now.id !== was?.id || now.mode !== was.mode) yield { name, now, was };
  }
  for (const [name, was] of former) if (!present.has(name)) yield { name, now: undefined, was };
}

function isContent(path: string): boolean {
  return [POSTS_FOLDER, SITE_FILE, CAPACITY_FILE].some(
    (ours) => path === ours || path.startsWith(`${ours}/`),
  );
}

function treeOf(entry: TreeEntry | undefined): string | null {
  return entry !== undefined && isFolder(entry) ? entry.id : null;
}

function fileOf(entry: TreeEntry | undefined): TreeEntry | null {
  return entry === undefined || isFolder(entry) ? null : entry;
}

/** Trees are read twice in a row, as the newer one and as the older one: the last few are kept. */
function remembering(objects: WalkOptions['objects']): ReadTree {
  const kept = new Map<string, Entries>();
  return async (id) => {
    if (id === null) return new Map();
    const known = kept.get(id);
    if (known !== undefined) return known;
    const list = (await orNull(objects.readTree(id))) ?? [];
    const entries = new Map(list.map((entry) => [entry.name, entry]));
    kept.set(id, entries);
    const [oldest] = kept.keys();
    if (kept.size > MAX_KEPT_TREES && oldest !== undefined) kept.delete(oldest);
    return entries;
  };
}
const MAX_KEPT_TREES = 64;

async function orNull<Value>(reading: Promise<Value>): Promise<Value | null> {
  return reading.catch((error: unknown) => {
    if (hasCode(error, 'corrupt')) return null;
    throw error;
  });
}
