import { signatureOf } from '#content/git/commit-object.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { treeWith, writeCommit } from '#content/git/write-commit.ts';
import { commitMessage } from '../../contract/commit-sentences.ts';
import type { Person } from '../../model/change-set.ts';
import type { Clash } from './clash.ts';
import { mergeTrees } from './merge-trees.ts';

export interface Merge {
  /** The commit both come from. */
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
  /** What the new commit follows. */
  readonly parents: readonly string[];
  readonly committer: Person;
  readonly now: Date;
}

export interface WrittenMerge {
  readonly commit: string;
  readonly clashes: readonly Clash[];
}

/** Merges two commits into one, which is on disk when this returns; no ref moves. */
export async function writeMerge(objects: ObjectStore, merge: Merge): Promise<WrittenMerge> {
  const [base, ours, theirs] = await Promise.all(
    [merge.base, merge.ours, merge.theirs].map(async (id) => (await objects.readCommit(id)).tree),
  );
  if (base === undefined || ours === undefined || theirs === undefined) throw new TypeError('three commits');
  const { changes, clashes } = await mergeTrees(objects, { base, ours, theirs });
  const signature = signatureOf(merge.committer, merge.now);
  const commit = await writeCommit(objects, {
    tree: await treeWith(objects, ours, changes),
    parents: merge.parents,
    author: signature,
    committer: signature,
    message: commitMessage({ kind: 'merge', clashes: clashes.map(({ path }) => path) }),
  });
  return { commit, clashes };
}
