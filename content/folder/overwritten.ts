import { type Commit, isWaitingCommit } from '#content/git/commit-object.ts';
import { NO_OBJECT_ID } from '#content/git/objects/object-id.ts';
import { readMoves } from '#content/git/refs/reflog.ts';
import { entryDifferences } from '#content/git/tree-differences.ts';
import type { CloneFiles } from './bring.ts';
import type { Followed, Overwritten } from './followed-file.ts';
import { commitsBetween, isRegularMode, treeFile, treeFileAt } from './tree-file.ts';

interface Following extends Pick<CloneFiles, 'gitDir' | 'objects'> {
  readonly branch: string;
}

/**
 * What commits that git made here took the place of since the files were brought to a commit, though the files were made from an
 * older version: git commits a file as it is on disk, and what was saved meanwhile is only in history then. A commit that was
 * fetched is none of these: whoever made it had other files.
 */
export async function overwrittenSince(
  { gitDir, branch, objects }: Following,
  { commit: start, bases }: Pick<Followed, 'commit' | 'bases'>,
  to: string,
): Promise<readonly Overwritten[]> {
  if (start === null || start === to) return [];
  const between = await commitsBetween(objects, start, to);
  const commits = await Promise.all([to, ...between].map((id) => objects.readCommit(id)));
  if (commits.every(isWaitingCommit)) return [];
  const moves = await readMoves(gitDir, `refs/heads/${branch}`);
  const since = moves.slice(
    0,
    Math.max(
      moves.findIndex((move) => move.to === start),
      0,
    ),
  );
  const found = new Map<string, Overwritten>();
  for (const { from, to, reason } of since.toReversed()) {
    if (!reason.startsWith('commit') || from === NO_OBJECT_ID) continue;
    const [before, after] = [await objects.readCommit(from), await objects.readCommit(to)];
    if (!isOfFiles(before, after)) continue;
    for await (const { path, was, is } of entryDifferences(objects, {
      before: before.tree,
      after: after.tree,
    })) {
      if (was === null || is === null || found.has(path) || !isRegularMode(treeFile(was).mode)) continue;
      const base = (await treeFileAt(objects, bases.get(path) ?? start, path))?.id ?? null;
      if (base !== was.id) found.set(path, { path, base, lost: was.id });
    }
  }
  return [...found.values()];
}

/** Whether one commit was put upon the other, or in its place (`--amend`), and not merged with a third. */
function isOfFiles(before: Commit, after: Commit): boolean {
  const [parent, other] = after.parents;
  return other === undefined && (parent === before.id || parent === before.parents[0]);
}
