import { objectId } from '#content/git/objects/object-id.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { type MadeTree, treeWith } from '#content/git/write-commit.ts';
import type { FileChange } from '../../model/change-set.ts';
import { isPostPath, slugOfPath } from '../../model/paths.ts';
import type { Clash } from './clash.ts';
import { freePath, readAddresses } from './free-address.ts';
import { type Displaced, makeRoom } from './make-room.ts';
import { withModes } from './merge-modes.ts';
import { mergeOtherFiles } from './merge-other-files.ts';
import { mergePostMoves, type Outcome, type ReadBlob } from './merge-post-moves.ts';
import { withOneFileByKey } from './side-keys.ts';
import { type Move, readSide, type Side } from './tree-sides.ts';

type Objects = Pick<ObjectStore, 'readTree' | 'read'>;

export interface TreesToMerge {
  /** Tree ids; a null base is the empty tree. */
  readonly base: string | null;
  readonly ours: string;
  readonly theirs: string;
}

export interface MergedTrees {
  /** What makes our tree the merged one. */
  readonly changes: readonly FileChange[];
  /** What only the author can decide. */
  readonly clashes: readonly Clash[];
}

/**
 * Merges two trees, unattended: what one side alone changed is in the result, what both changed is merged post by post and
 * file by file. Where only the author can decide our side stays, and the clash says where theirs is. No text of either side
 * is lost, no conflict marker is ever written.
 */
export async function mergeTrees(objects: Objects, trees: TreesToMerge): Promise<MergedTrees> {
  const read: ReadBlob = async (id) => (await objects.read(id)).bytes;
  const { ours, theirs } = withOneFileByKey({
    ours: await readSide(objects, { base: trees.base, tip: trees.ours }),
    theirs: await readSide(objects, { base: trees.base, tip: trees.theirs }),
  });
  const outcomes: Outcome[] = [];
  const arriving: [key: string, move: Move][] = [];
  for (const [key, move] of theirs.posts) {
    const mine = ours.posts.get(key);
    if (mine === undefined) arriving.push([key, move]);
    else outcomes.push(await mergePostMoves({ key, ours: mine, theirs: move }, read));
  }
  outcomes.push(...(await arrivals(objects, trees.ours, { arriving, read, outcomes, theirs })));
  outcomes.push(...(await mergeOtherFiles({ ours, theirs, read })));
  const changes = outcomes.flatMap((outcome) => outcome.changes);
  // A path that one post leaves and another takes is written, not removed.
  const once = new Map(changes.sort(writesLast).map((change) => [change.path, change]));
  const moded = await withModes([...once.values()], { ours: ours.entries, theirs: theirs.entries }, read);
  const room = await makeRoom(objects, trees.ours, moded);
  const clashes = outcomes.flatMap(({ clash }) => clash ?? []);
  return { changes: room.changes, clashes: [...clashes, ...room.displaced.map(displacedClash)] };
}

/** The same of commits: the merged tree, to be written. */
export async function mergeCommits(
  objects: Pick<ObjectStore, 'readCommit' | 'readTree' | 'read'>,
  { base, ours, theirs }: { readonly base: string; readonly ours: string; readonly theirs: string },
): Promise<{ readonly tree: MadeTree; readonly clashes: readonly Clash[] }> {
  const treeOf = async (commit: string): Promise<string> => (await objects.readCommit(commit)).tree;
  const tree = await treeOf(ours);
  const { changes, clashes } = await mergeTrees(objects, {
    base: await treeOf(base),
    ours: tree,
    theirs: await treeOf(theirs),
  });
  return { tree: await treeWith(objects, tree, changes), clashes };
}

/** Their file stands beside our folder, or the other way round. */
function displacedClash({ from, to, bytes }: Displaced): Clash {
  const theirs = { path: from, id: objectId('blob', bytes) };
  return { kind: 'file', path: to, postId: null, base: null, ours: null, theirs };
}

function writesLast(a: FileChange, b: FileChange): number {
  return Number(a.bytes !== null) - Number(b.bytes !== null);
}

interface Arrivals {
  readonly arriving: readonly [key: string, move: Move][];
  readonly theirs: Side;
  readonly read: ReadBlob;
  /** What was decided before. */
  readonly outcomes: readonly Outcome[];
}

/** Posts that only they touched. One whose new address another post has here gets an address beside it. */
async function arrivals(
  objects: Objects,
  tree: string,
  { arriving, read, outcomes, theirs }: Arrivals,
): Promise<readonly Outcome[]> {
  const isNewAddress = ({ before, after }: Move): boolean => after !== null && after.path !== before?.path;
  const needsAddresses = arriving.some(([, move]) => isNewAddress(move));
  const taken = needsAddresses ? await readAddresses(objects, tree) : new Map<string, string>();
  for (const { path, bytes } of outcomes.flatMap(({ changes }) => changes)) {
    if (bytes !== null && path.endsWith('.md')) taken.set(slugOfPath(path), path);
  }
  for (const [, { before, after }] of arriving) {
    if (before !== null && after?.path !== before.path && taken.get(slugOfPath(before.path)) === before.path)
      taken.delete(slugOfPath(before.path));
  }
  const done: Outcome[] = [];
  for (const [key, move] of arriving) {
    const { before, after } = move;
    const path =
      after === null || !isNewAddress(move) ? null : freePath(after.path, (slug) => taken.has(slug));
    if (path !== null) taken.set(slugOfPath(path), path);
    const left =
      before === null || before.path === (path ?? after?.path) ? [] : [{ path: before.path, bytes: null }];
    const bytes = after === null ? null : await read(after.id);
    const put =
      bytes === null || after === null
        ? []
        : [{ path: path ?? after.path, bytes, ...modeAt(theirs, after.path) }];
    const isMoved = after !== null && path !== null && path !== after.path;
    const clash: Clash | null = isMoved
      ? {
          kind: 'same-address',
          path,
          postId: isPostPath(key) ? null : key,
          base: before,
          ours: null,
          theirs: { path, id: after.id },
        }
      : null;
    done.push({ changes: [...left, ...put], clash });
  }
  return done;
}

/** The mode that a side gave a file, for one written at another path. */
function modeAt({ entries }: Side, path: string): Pick<FileChange, 'mode'> {
  const mode = entries.get(path)?.is?.mode;
  return mode === undefined ? {} : { mode };
}
