import type { Commit } from '#content/git/commit-object.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { compareHistories } from '#content/git/paint-history.ts';
import { fileIdIn } from '#content/git/tree-differences.ts';
import { commitTrailers } from '../../contract/commit-trailers.ts';
import { tryReadFile } from '../posts/post-version.ts';
import { findMergeBase, mergeBases } from '../syncing/merge-trees.ts';
import { textsToWait } from '../syncing/stated-questions.ts';
import { type FileAt, movesSince } from '../syncing/tree-sides.ts';
import type { WorkHistory } from './work-history.ts';

/**
 * Where posts were on the work branch when they were published from it, or deleted with what waited of them, since a commit that
 * both branches hold (`start`): path → blob id, null for none. Of what another machine published from, what both machines had. Nothing of a post whose text was dropped here
 * meanwhile, which takes back nothing that another machine published of it; nor by a deletion that was taken back itself; nor of one that
 * was taken in already: whatever came of it since, a commit that says the same once more adds it anew (`git cherry-pick`).
 */
export async function takenFiles(
  objects: ObjectStore,
  start: string,
  { main, work, missing }: WorkHistory,
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

/** The id of the post in a file; null where it cannot be read. */
export async function postAt(objects: ObjectStore, file: FileAt): Promise<string | null> {
  return (await tryReadFile(objects, file))?.post.id ?? null;
}
