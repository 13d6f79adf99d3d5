import type { Commit } from '#content/git/commit-object.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { compareHistories } from '#content/git/paint-history.ts';
import { fileIdIn } from '#content/git/tree-differences.ts';
import { type MadeTree, treeWith } from '#content/git/write-commit.ts';
import { commitTrailers } from '../../contract/commit-trailers.ts';
import { movedFile, type TreeChange } from '../../model/change-set.ts';
import type { ThreeWay } from '../../model/merge.ts';
import { postsDropped, sharedCommit } from '../waiting/taken-files.ts';
import { type FileAt, type Move, movesSince, postIdOf } from './tree-sides.ts';

/**
 * The tree that a merge of two published commits starts from: where both sides published a text that had waited on both machines, what
 * both had of it. The published branch has nothing of that, and each side would seem to have written all of it.
 */
export async function startOfBoth(
  objects: ObjectStore,
  { base, ours, theirs }: ThreeWay<string>,
): Promise<MadeTree> {
  const { tree } = await objects.readCommit(base);
  const history = await compareHistories(objects, { ours: [ours], theirs: [theirs] });
  const [here, there] = [publishedFrom(history.ours), publishedFrom(history.theirs)];
  const both = [...here].flatMap(([id, from]) => {
    const other = there.get(id);
    return other === undefined ? [] : [{ id, from, other }];
  });
  if (both.length === 0) return { id: tree, objects: [] };
  const [mine, others] = [await movesSince(objects, base, ours), await movesSince(objects, base, theirs)];
  const changes: TreeChange[] = [];
  for (const { id, from, other } of both) {
    const [move, otherMove] = [mine.get(id), others.get(id)];
    if (move?.after == null || otherMove?.after == null) continue;
    const text = await textOfBoth(objects, { id, base, from, other, moves: [move, otherMove] });
    if (text !== null) changes.push(...movedFile(move.before, { path: text.path, blob: text.id }));
  }
  return changes.length === 0 ? { id: tree, objects: [] } : treeWith(objects, tree, changes);
}

/** By the id of a post, the commit of a work branch that it was published from last. */
function publishedFrom(commits: readonly Commit[]): ReadonlyMap<string, string> {
  const from = new Map<string, string>();
  for (const { message } of commits) {
    const said = commitTrailers(message);
    for (const id of said.from === null ? [] : said.posts)
      if (said.from !== null && !from.has(id)) from.set(id, said.from);
  }
  return from;
}

interface Published {
  /** Of the post. */
  readonly id: string;
  readonly base: string;
  /** That it was published from, on each side. */
  readonly from: string;
  readonly other: string;
  readonly moves: readonly [Move, Move];
}

/** What both machines had of a post; null for nothing, and where one dropped it since: that takes back nothing of the other's. */
async function textOfBoth(
  objects: ObjectStore,
  { id, base, from, other, moves }: Published,
): Promise<FileAt | null> {
  const shared = await sharedCommit(objects, { start: base, work: from, from: other });
  if (shared === null) return null;
  if ((await postsDropped(objects, { tips: [from, other], since: shared })).has(id)) return null;
  const { tree } = await objects.readCommit(shared);
  const files = moves.flatMap(({ before, after }) => [before, after]);
  for (const path of new Set(files.flatMap((file) => file?.path ?? []))) {
    const blob = await fileIdIn(objects, tree, path);
    if (blob !== null && postIdOf({ path, bytes: (await objects.read(blob)).bytes }) === id)
      return { path, id: blob };
  }
  return null;
}
