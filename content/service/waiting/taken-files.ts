import type { Commit } from '#content/git/commit-object.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { compareHistories } from '#content/git/paint-history.ts';
import { isRegularFile, type TreeEntry } from '#content/git/tree.ts';
import { createEntryLookup, entryDifferences, fileIdIn } from '#content/git/tree-differences.ts';
import { type MadeTree, withMade } from '#content/git/write-commit.ts';
import { commitTrailers } from '../../contract/commit-trailers.ts';
import type { TreeChange } from '../../model/change-set.ts';
import { isPostPath } from '../../model/paths.ts';
import { findMergeBase, mergeBases } from '../syncing/merge-trees.ts';
import { textsToWait } from '../syncing/stated-questions.ts';
import { type FileAt, movesSince, postIdOf } from '../syncing/tree-sides.ts';
import type { Tips } from './work-history.ts';

/** What two branches go on from. */
interface Start extends Tips {
  /** The commit that both hold. */
  readonly base: string;
}

/**
 * Where posts were on the work branch when they were published from it, or deleted with what waited of them, since: path → blob id,
 * null for none. Of what another machine published from, what both machines had. Nothing of a post whose text was dropped here
 * meanwhile, which takes back nothing that another machine published of it; nor by a deletion that was taken back itself; nor of one that
 * was taken in already: whatever came of it since, a commit that says the same once more adds it anew (`git cherry-pick`).
 */
export async function takenFiles(
  objects: ObjectStore,
  { base: start, main, work }: Start,
  missing: readonly Commit[],
): Promise<ReadonlyMap<string, string | null>> {
  const publications = missing.filter(({ message }) => commitTrailers(message).from !== null).toReversed();
  if (publications.length === 0) return new Map();
  const [now, written] = [await movesSince(objects, start, main), await movesSince(objects, start, work)];
  const isPutBack = await publicationsPutBack(objects, missing);
  const taken = new Map<string, string | null>();
  for (const { id: commit, message, parents } of publications) {
    const { from } = commitTrailers(message);
    const [parent] = parents;
    if (from === null || parent === undefined) continue;
    const shared = await sharedCommit(objects, { start, work, from });
    if (shared === null) continue;
    const known = await postsTaken(objects, { start, from });
    const dropped = await postsDropped(objects, { tips: [work], since: shared });
    const moves = await movesSince(objects, parent, commit);
    const waited = await movesSince(objects, parent, shared);
    const there: FileAt[] = [];
    for (const [id, { before, after }] of moves) {
      const isDropped = !written.has(id) || dropped.has(id);
      const isBack = after === null && now.get(id)?.after !== null;
      if (isDropped || isBack || isPutBack(commit, id) || known.has(id)) continue;
      const file = waited.has(id) ? waited.get(id)?.after : before;
      if (before !== null) taken.set(before.path, null);
      if (file != null) there.push(file);
    }
    // One may have the address that another left.
    for (const { path, id } of there) taken.set(path, id);
  }
  return taken;
}

/** Tells the publications of a post that a merge put back to wait, with what was published of it since: they took nothing. */
async function publicationsPutBack(
  objects: ObjectStore,
  missing: readonly Commit[],
): Promise<(commit: string, post: string) => boolean> {
  const putBack = new Map<string, Set<string>>();
  for (const { commit, theirs } of textsToWait(missing)) {
    if (theirs === null) continue;
    const post = await postAt(objects, theirs);
    if (post === null) continue;
    const lost: string[] = [];
    const won: string[] = [];
    for (const parent of commit.parents) {
      const { tree } = await objects.readCommit(parent);
      const isLost = (await fileIdIn(objects, tree, theirs.path)) === theirs.id;
      (isLost ? lost : won).push(parent);
    }
    const { ours } = await compareHistories(objects, { ours: lost, theirs: won });
    putBack.set(post, new Set([...(putBack.get(post) ?? []), ...ours.map(({ id }) => id)]));
  }
  return (commit, post) => putBack.get(post)?.has(commit) === true;
}

interface Sharing {
  /** What both branches hold of what is published. */
  readonly start: string;
  readonly work: string;
  /** The commit of a work branch, ours or another machine's, that something was published from. */
  readonly from: string;
}

/** What our work branch and that one hold both; null where that is not known here. */
export async function sharedCommit(
  objects: ObjectStore,
  { start, work, from }: Sharing,
): Promise<string | null> {
  for (const commit of [work, from]) if ((await objects.tryRead(commit)) === null) return null;
  const shared = await findMergeBase(objects, { ours: work, theirs: from });
  return shared === null ? null : mergeBases(objects, start, shared);
}

/** The posts whose text was dropped on work branches since: what was written of one after that was made from what is published. */
export async function postsDropped(
  objects: ObjectStore,
  { tips, since }: { readonly tips: readonly string[]; readonly since: string },
): Promise<ReadonlySet<string>> {
  const { ours } = await compareHistories(objects, { ours: tips, theirs: [since] });
  const said = ours.map(({ message }) => commitTrailers(message));
  return new Set(said.flatMap(({ action, posts }) => (action === 'drop' ? posts : [])));
}

/** The posts that what both branches hold has as they were published from a commit. */
async function postsTaken(
  objects: ObjectStore,
  { start, from }: Pick<Sharing, 'start' | 'from'>,
): Promise<ReadonlySet<string>> {
  const { ours } = await compareHistories(objects, { ours: [start], theirs: [from] });
  const said = ours.map(({ message }) => commitTrailers(message));
  return new Set(said.flatMap((trailers) => (trailers.from === from ? trailers.posts : [])));
}

interface Beside {
  readonly start: MadeTree;
  /** What waits, by the id of the post. */
  readonly posts: Pick<ReadonlyMap<string, unknown>, 'has'>;
  /** The published commits that the work branch does not hold. */
  readonly missing: readonly Commit[];
  /** Two trees. */
  readonly published: string;
  readonly waiting: string;
}

/**
 * What was published of nothing that waits, where all else of it is as it waited: it is taken in at the cost of that, however much waits.
 * Null where the two sides are to be merged.
 */
export async function changedBeside(
  objects: ObjectStore,
  { start, posts, missing, published, waiting }: Beside,
): Promise<readonly TreeChange[] | null> {
  if (textsToWait(missing).length > 0) return null;
  const entryOf = createEntryLookup(objects, waiting);
  const changes: TreeChange[] = [];
  const compared = { before: start.id, after: published };
  for await (const { path, was, is } of entryDifferences(withMade(objects, start), compared)) {
    const here = await entryOf(path);
    if (isSameEntry(here, is)) continue;
    // What comes or goes may meet what waits, and so may a text.
    if (was === null || is === null || !isSameEntry(here, was)) return null;
    if (!isRegularFile(was) || !isRegularFile(is)) return null;
    if (isPostPath(path)) {
      const [before, after] = [
        await postAt(objects, { path, id: was.id }),
        await postAt(objects, { path, id: is.id }),
      ];
      if (before === null || before !== after || posts.has(before)) return null;
    }
    changes.push({ path, blob: is.id, mode: is.mode });
  }
  return changes;
}

function isSameEntry(one: TreeEntry | null, other: TreeEntry | null): boolean {
  return one?.id === other?.id && one?.mode === other?.mode;
}

/** The id of the post in a file; null where it cannot be read. */
export async function postAt(objects: ObjectStore, { path, id }: FileAt): Promise<string | null> {
  const text = await objects.tryRead(id);
  return text === null ? null : postIdOf({ path, bytes: text.bytes });
}
