import type { Move, Side } from './tree-sides.ts';

export interface Sides {
  readonly ours: Side;
  readonly theirs: Side;
}

/**
 * The same sides, where one id means one file: posts that share an id by mistake (a file copied by hand) are told apart by
 * their paths, so that no edit of one ends in the other.
 */
export function withOneFileByKey({ ours, theirs }: Sides): Sides {
  const doubtful = [...ours.posts]
    .filter(([key, mine]) => !isOnePost(mine, theirs.posts.get(key)))
    .map(([key]) => key);
  return { ours: byPath(ours, doubtful), theirs: byPath(theirs, doubtful) };
}

/** A side that has no file before has not touched the one that the other started from: what it added is a copy. */
function isOnePost(mine: Move, other: Move | undefined): boolean {
  return other === undefined || mine.before?.path === other.before?.path;
}

function byPath(side: Side, keys: readonly string[]): Side {
  const posts = new Map(side.posts);
  for (const key of keys) {
    const move = posts.get(key);
    const path = move?.before?.path ?? move?.after?.path;
    if (move === undefined || path === undefined) continue;
    posts.delete(key);
    const other = posts.get(path);
    posts.set(path, { before: other?.before ?? move.before, after: other?.after ?? move.after });
  }
  return { ...side, posts };
}
