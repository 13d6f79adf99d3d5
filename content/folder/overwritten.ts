import type { Commit } from '#content/git/commit-object.ts';
import { NO_OBJECT_ID } from '#content/git/objects/object-id.ts';
import { readMoves } from '#content/git/refs/reflog.ts';
import { entryDifferences } from '#content/git/tree-differences.ts';
import { ifSound } from '#content/model/errors.ts';
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
  { commit: from, bases }: Pick<Followed, 'commit' | 'bases'>,
  to: string,
): Promise<readonly Overwritten[]> {
  const baseOf = async (path: string, start: string): Promise<string | null> =>
    (await treeFileAt(objects, bases.get(path) ?? start, path))?.id ?? null;
  if (from === null || from === to) return [];
  const between = await commitsBetween(objects, from, to);
  const commits = await Promise.all([to, ...between].map((id) => objects.readCommit(id)));
  if (commits.every(isOurs)) return [];
  const moves = await readMoves(gitDir, `refs/heads/${branch}`);
  const last = moves.findIndex((move) => move.to === from);
  const since = moves.slice(0, Math.max(last, 0));
  const found = new Map<string, Overwritten>();
  /** What git's own moves left in the files. */
  const files = new Map<string, string | null>();
  for (const { from: before, to: after, reason } of since.toReversed()) {
    const [old, now] = [await readOrNull(objects, before), await readOrNull(objects, after)];
    // Where git moves a branch its words have a colon; ours have none, and files follow our moves.
    if (old === null || now === null || isOurs(now) || !reason.includes(':')) continue;
    const isOfFiles = reason.startsWith('commit') && isUponOrInstead(old, now);
    for await (const { path, was, is } of entryDifferences(objects, { before: old.tree, after: now.tree })) {
      const base = files.has(path) ? (files.get(path) ?? null) : await baseOf(path, from);
      files.set(path, is?.id ?? null);
      if (!isOfFiles || was === null || is === null || !isRegularMode(treeFile(was).mode)) continue;
      if (base !== was.id) found.set(path, { path, base, lost: was.id });
    }
  }
  return [...found.values()];
}

/** Whether one commit was put upon the other, or in its place (`--amend`), and not merged with a third. */
function isUponOrInstead(before: Commit, after: Commit): boolean {
  const [parent, other] = after.parents;
  return other === undefined && (parent === before.id || parent === before.parents[0]);
}

/** Whether Encrier made a commit, here or on another machine. */
export function isOurs({ message }: Pick<Commit, 'message'>): boolean {
  return /^Encrier-(?:Action|Waits): /m.test(message);
}

/** Null for what a reflog names and nobody has any more, and for nowhere. */
async function readOrNull(
  objects: Pick<CloneFiles['objects'], 'readCommit'>,
  id: string,
): Promise<Commit | null> {
  return id === NO_OBJECT_ID ? null : ifSound(objects.readCommit(id), null);
}
