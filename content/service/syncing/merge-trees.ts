import type { Commit } from '#content/git/commit-object.ts';
import { EMPTY_TREE_ID } from '#content/git/objects/object-id.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { compareHistories } from '#content/git/paint-history.ts';
import { isFolder, isLink, isSubmodule } from '#content/git/tree.ts';
import {
  createEntryLookup,
  type EntryDifference,
  treeDifferences,
  treeOf,
} from '#content/git/tree-differences.ts';
import { blobAfter, type MadeTree, treeWith, withMade, writeCommit } from '#content/git/write-commit.ts';
import { isRemoval, movedFile, type TreeChange } from '../../model/change-set.ts';
import { unless } from '../../model/errors.ts';
import type { ThreeWay } from '../../model/merge.ts';
import { isPostPath, pathWithSlug, slugOfPath } from '../../model/paths.ts';
import { freeSlug } from '../../model/slug.ts';
import { withAddressesKept } from './kept-addresses.ts';
import { type Moves, mergeOtherFiles, mergePostMoves, type Outcome } from './merge-files.ts';
import { type Clash, type ReadBlob, readSides, type Side, type Sides, type Trees } from './tree-sides.ts';

type Objects = Pick<ObjectStore, 'readTree' | 'read'>;

interface MergedTrees {
  /** What makes our tree the merged one; what is as a side has it is named by its blob. */
  readonly changes: readonly TreeChange[];
  /** What only the author can decide. */
  readonly clashes: readonly Clash[];
}

/**
 * Merges two trees, unattended: what one side alone changed is in the result, what both changed is merged post by post and
 * file by file. Where only the author can decide our side stays, and the clash says where theirs is. No text of either side
 * is lost, no conflict marker is ever written.
 */
export async function mergeTrees(
  objects: Objects,
  trees: Trees,
  chosen: ReadonlyMap<string, Chosen> = new Map(),
): Promise<MergedTrees> {
  const read: ReadBlob = async (id) => (await objects.read(id)).bytes;
  const sides = await readSides(objects, trees);
  const both: PostOutcome[] = [];
  const arriving: PostOutcome[] = [];
  const staying = new Map(sides.ours.posts);
  for (const [key, theirs] of sides.theirs.posts) {
    const ours = sides.ours.posts.get(key);
    const choice = chosen.get(key);
    const moves = { key, ours: ours ?? { before: theirs.before, after: theirs.before }, theirs };
    if (choice === 'ours') staying.set(key, moves.ours);
    else if (ours === undefined || choice === 'theirs')
      arriving.push({ ...moves, ...asTheyHaveIt(moves, sides.theirs) });
    else both.push({ ...moves, ...(await mergePostMoves(moves, read)) });
  }
  const outcomes: Outcome[] = await atFreeAddresses(objects, trees.ours, [...both, ...arriving]);
  const texts = { ...sides, ours: { ...sides.ours, posts: staying } };
  outcomes.push(...(await mergeOtherFiles(texts, read)));
  const changes = outcomes.flatMap((outcome) => outcome.changes);
  // A path that one post leaves and another takes is written, not removed.
  const once = new Map(changes.sort(writesLast).map((change) => [change.path, change]));
  const { removed, put } = takenModules(sides);
  const room = await makeRoom(objects, trees.ours, [...withModes([...once.values()], sides), ...removed]);
  const clashes = outcomes.flatMap(({ clash }) => (clash === null ? [] : whereItIs(clash, room.moved)));
  let merged = room.changes;
  for (const module of put) {
    const next = [...merged.filter(({ path }) => path !== module.path), module];
    // One that something of ours is in the way of is left out.
    merged = await unless(
      ['conflict'],
      treeWith(objects, trees.ours, next).then(() => next),
      merged,
    );
  }
  return { changes: merged, clashes: [...clashes, ...room.clashes] };
}

/** The submodules that they alone removed, and those that they alone added or moved on. Of two, ours stays. */
function takenModules({ ours, theirs }: Sides) {
  const removed: TreeChange[] = [];
  const put: TreeChange[] = [];
  for (const { path, is } of theirs.modules.values()) {
    if (ours.modules.has(path) || ours.entries.has(path)) continue;
    if (is === null) removed.push({ path, bytes: null });
    // A file that took its place is merged as the others are.
    else if (isSubmodule(is)) put.push({ path, blob: is.id, mode: is.mode });
  }
  return { removed, put };
}

/** The same of commits: the merged tree, to be written. */
export async function mergeCommits(
  objects: Pick<ObjectStore, 'readCommit' | 'readTree' | 'read'>,
  { base, ours, theirs }: ThreeWay<string, MadeTree>,
): Promise<{ readonly tree: MadeTree; readonly clashes: readonly Clash[] }> {
  const trees = { ours: await treeOf(objects, ours), theirs: await treeOf(objects, theirs) };
  const merged = await mergeTrees(withMade(objects, base), { ...trees, base: base.id });
  const changes = await withAddressesKept(objects, { ...trees, ...merged });
  return { tree: await treeWith(objects, trees.ours, changes), clashes: merged.clashes };
}

function writesLast(a: TreeChange, b: TreeChange): number {
  return Number(isRemoval(b)) - Number(isRemoval(a));
}

/** Which side's text of a post it is known to be, whatever both did to it. */
export type Chosen = 'ours' | 'theirs';

type PostOutcome = Moves & Outcome;

/** A post as their tree has it, in place of ours. */
function asTheyHaveIt({ ours, theirs: { after } }: Moves, theirs: Side): Outcome {
  if (after === null) return { changes: movedFile(ours.after, null), clash: null };
  const mode = theirs.entries.get(after.path)?.is?.mode;
  const put = { path: after.path, blob: after.id, ...(mode === undefined ? {} : { mode }) };
  return { changes: movedFile(ours.after, put), clash: null };
}

/** The outcomes, where each post that comes to an address that another one has here gets one beside it, and its author is told. */
async function atFreeAddresses(
  objects: Objects,
  tree: string,
  outcomes: readonly PostOutcome[],
): Promise<Outcome[]> {
  const isComing = ({ ours, changes }: PostOutcome) =>
    changes.some((change) => !isRemoval(change) && change.path !== ours.after?.path);
  if (!outcomes.some(isComing)) return [...outcomes];
  const taken = new Map<string, string>();
  for await (const { path } of treeDifferences(objects, { before: null, after: tree }))
    if (isPostPath(path)) taken.set(slugOfPath(path), path);
  for (const { path } of outcomes.flatMap(({ changes }) => changes.filter(isRemoval)))
    if (taken.get(slugOfPath(path)) === path) taken.delete(slugOfPath(path));
  return outcomes.map((outcome) => (isComing(outcome) ? atFreeAddress(outcome, taken) : outcome));
}

function atFreeAddress(outcome: PostOutcome, taken: Map<string, string>): Outcome {
  const { key, ours, theirs, clash } = outcome;
  const coming = outcome.changes.find((change) => !isRemoval(change));
  if (coming === undefined || theirs.after === null) return outcome;
  const slug = freeSlug(slugOfPath(coming.path), (free) => !taken.has(free));
  const path = pathWithSlug(coming.path, slug);
  taken.set(slug, path);
  if (path === coming.path) return outcome;
  const asked = clash ?? { kind: 'same-address', postId: isPostPath(key) ? null : key, ours: null };
  const at = clash === null ? theirs.after : { ...theirs.after, path };
  return {
    changes: outcome.changes.map((change) => (change === coming ? { ...change, path } : change)),
    clash: { base: ours.before ?? theirs.before, ...asked, path, theirs: at },
  };
}

/**
 * The changes that make our tree the merged one, with the modes of files (executable or not): of the side that changed it;
 * of ours when both did. A file whose mode alone they changed is written again as it is here.
 */
function withModes(changes: readonly TreeChange[], sides: Sides): readonly TreeChange[] {
  const written = changes.map((change): TreeChange => {
    const mode = isRemoval(change) ? null : (change.mode ?? mergedMode(change.path, sides));
    return mode === null ? change : { ...change, mode };
  });
  const paths = new Set(changes.map(({ path }) => path));
  for (const difference of sides.theirs.entries.values()) {
    const id = paths.has(difference.path) ? null : modeAlone(difference, sides.ours);
    if (id !== null && difference.is !== null)
      written.push({ path: difference.path, blob: id, mode: difference.is.mode });
  }
  return written;
}

/** Null where the file keeps the mode that it has in our tree. */
function mergedMode(path: string, { ours, theirs }: Sides): string | null {
  const [mine, other] = [ours.entries.get(path), theirs.entries.get(path)];
  if (mine !== undefined && mine.is !== null && mine.is.mode !== mine.was?.mode) return null;
  return other?.is?.mode ?? mine?.was?.mode ?? null;
}

/** The blob that is here of a file of which they changed the mode; null where they did not, or we did. */
function modeAlone({ path, was, is }: EntryDifference, ours: Side): string | null {
  if (was === null || is === null || was.mode === is.mode || isLink(was) || isLink(is)) return null;
  const mine = ours.entries.get(path);
  const here = mine === undefined ? was : mine.is;
  return here?.mode === was.mode ? here.id : null;
}

/** Of a text that stays beside its address, where that is. */
function whereItIs(clash: Clash, moved: ReadonlyMap<string, string>): Clash {
  const { theirs } = clash;
  const path = theirs === null ? undefined : moved.get(theirs.path);
  return theirs === null || path === undefined ? clash : { ...clash, path, theirs: { ...theirs, path } };
}

interface Room extends Pick<MergedTrees, 'changes' | 'clashes'> {
  /** Where the files are that are not where they were to be. */
  readonly moved: ReadonlyMap<string, string>;
}

/**
 * The changes, with a file that a folder of the tree stands in the way of, or a folder that a file does, beside it:
 * `notes-2`, which the author is told. What the changes remove is in nobody's way.
 */
async function makeRoom(
  objects: Pick<ObjectStore, 'readTree'>,
  tree: string,
  changes: readonly TreeChange[],
): Promise<Room> {
  const entryOf = createEntryLookup(objects, tree);
  const removed = new Set(changes.filter(isRemoval).map(({ path }) => path));
  const written = new Set(changes.flatMap((change) => (isRemoval(change) ? [] : [change.path])));

  async function isBlocked(path: string, isWhole: boolean): Promise<boolean> {
    const entry = await entryOf(path);
    if (entry === null) return false;
    if (!isFolder(entry)) return !isWhole && !removed.has(path);
    if (!isWhole) return false;
    for await (const below of treeDifferences(objects, { path, before: null, after: entry.id }))
      if (!removed.has(below.path)) return true;
    return false;
  }

  async function freeFor(path: string): Promise<string> {
    const parts = path.split('/');
    for (let length = 1; length <= parts.length; length += 1) {
      const start = parts.slice(0, length).join('/');
      if (!(await isBlocked(start, length === parts.length))) continue;
      for (let number = 2; ; number += 1) {
        const numbered = start.replace(/(\.[^./]+)?$/, `-${number}$1`);
        const beside = [numbered, ...parts.slice(length)].join('/');
        if ((await entryOf(numbered)) === null && !written.has(beside)) return beside;
      }
    }
    return path;
  }

  const kept: TreeChange[] = [];
  const clashes: Clash[] = [];
  const moved = new Map<string, string>();
  for (const change of changes) {
    const from = change.path;
    const id = blobAfter(change);
    const path = id === null ? from : await freeFor(from);
    kept.push({ ...change, path });
    if (id === null || path === from) continue;
    moved.set(from, path);
    const theirs = { path: from, id };
    clashes.push({ kind: 'file', path, postId: null, base: null, ours: null, theirs });
  }
  return { changes: kept, clashes, moved };
}

/** More common ancestors than this are the work of nobody: the newest of them are enough. */
const MAX_BASES = 8;

/**
 * The commit that a merge of two starts from: their best common ancestor or, where there are several (each side merged the
 * other once), these merged, as git's recursive strategy does. Where they clash it has the text that they come from: what
 * either wrote then counts as written since, and what both took out stays out. Null when nothing is in common. No ref moves.
 */
export async function findMergeBase(
  objects: ObjectStore,
  { ours, theirs }: { readonly ours: string; readonly theirs: string },
): Promise<string | null> {
  const { bases } = await compareHistories(objects, { ours: [ours], theirs: [theirs] });
  const [newest = null, ...others] = bases.slice(0, MAX_BASES);
  let base = newest;
  for (const other of others) base = base === null ? other : await mergeBases(objects, base, other);
  return base;
}

/** Two commits that a merge starts from, in one: the later one where it holds the other. */
export async function mergeBases(objects: ObjectStore, first: string, second: string): Promise<string> {
  const origin = await findMergeBase(objects, { ours: first, theirs: second });
  if (origin === first) return second;
  if (origin === second) return first;
  const [ours, theirs] = [await objects.readCommit(first), await objects.readCommit(second)];
  const base = origin === null ? EMPTY_TREE_ID : await treeOf(objects, origin);
  const merged = await mergeTrees(objects, { base, ours: ours.tree, theirs: theirs.tree });
  const changes = new Map(merged.changes.map((change) => [change.path, change]));
  for (const clash of merged.clashes) {
    const common = commonText(clash);
    changes.set(common.path, common);
  }
  return writeBase(objects, [ours, theirs], [...changes.values()]);
}

function commonText({ path: named, base, ours }: Clash): TreeChange {
  const path = ours?.path ?? named;
  return base === null ? { path, bytes: null } : { path, blob: base.id };
}

async function writeBase(
  objects: ObjectStore,
  [ours, theirs]: readonly [Commit, Commit],
  changes: readonly TreeChange[],
): Promise<string> {
  const later = ours.committer.seconds > theirs.committer.seconds ? ours.committer : theirs.committer;
  return writeCommit(objects, {
    tree: await treeWith(objects, ours.tree, changes),
    parents: [ours.id, theirs.id],
    author: later,
    committer: later,
    message: 'Origine commune',
  });
}
