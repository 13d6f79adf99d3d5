import { isWaitingCommit, publishedFrom } from '#content/git/commit-object.ts';
import { fileId } from '#content/git/tree-differences.ts';
import { CAPACITY_FILE, isImagePath, isPostPath, REDIRECTS_FILE, SITE_FILE } from '#content/model/paths.ts';
import type { LoggedCommit } from './commit-log.ts';

/** What a commit made of one file: its blob id; null where it removed the file, or put a link in its place. */
interface ChangedFile {
  readonly path: string;
  readonly blobId: string | null;
  /** Whether nothing is there, not even a link. */
  readonly isGone: boolean;
}

/** A commit of history, and the followed files that are not in it as they are in one of its parents. */
export interface CommitChanges {
  readonly id: string;
  readonly parents: readonly string[];
  /** The committer's, since 1970. */
  readonly seconds: number;
  /** Whether it says that it is of the work branch. */
  readonly isWaiting: boolean;
  /** The commit of the work branch that it published, as it says. */
  readonly from: string | null;
  readonly changes: readonly ChangedFile[];
}

const SETTINGS: readonly string[] = [SITE_FILE, CAPACITY_FILE, REDIRECTS_FILE];
/** Names that are not UTF-8: git and tree.ts write them differently, and no operation names them. */
const ODD_NAME = /[\ufffd\p{Cs}]/u;

/** Whether the history of this file is kept: posts, images and settings. */
function isFollowed(path: string): boolean {
  return (isPostPath(path) || isImagePath(path) || SETTINGS.includes(path)) && !ODD_NAME.test(path);
}

/**
 * What of a commit's differences is followed: files and links that are not as they were in one of its parents. Of a merge on the
 * work branch, those that are as they were in none: all that waits differs from what is published, at each of them.
 */
export function commitChanges(commit: LoggedCommit): CommitChanges {
  const { id, parents, seconds, differences } = commit;
  const changed = new Map<string, ChangedFile & { readonly parents: number }>();
  for (const { path, was, is } of differences) {
    const [blobId, isGone] = [fileId(is), is === null];
    const isSame = fileId(was) === blobId && (was === null) === isGone;
    if (!isFollowed(path) || isSame) continue;
    changed.set(path, { path, blobId, isGone, parents: 1 + (changed.get(path)?.parents ?? 0) });
  }
  const isWaiting = isWaitingCommit(commit);
  const least = isWaiting ? parents.length : 0;
  const changes = [...changed.values()].filter((change) => change.parents >= least);
  return { id, parents, seconds, isWaiting, from: publishedFrom(commit), changes };
}

/** The same commits, each after those of its parents that are among them. */
export function parentsFirst(commits: readonly CommitChanges[]): readonly CommitChanges[] {
  const byId = new Map(commits.map((commit) => [commit.id, commit]));
  const ordered: CommitChanges[] = [];
  const seen = new Set<string>();
  for (const start of commits) {
    const waiting = [start];
    for (let commit = waiting.at(-1); commit !== undefined; commit = waiting.at(-1)) {
      const unseen = commit.parents.flatMap((id) => (seen.has(id) ? [] : (byId.get(id) ?? [])));
      if (unseen.length > 0 && !seen.has(commit.id)) {
        waiting.push(...unseen);
        continue;
      }
      waiting.pop();
      if (!seen.has(commit.id)) ordered.push(commit);
      seen.add(commit.id);
    }
  }
  return ordered;
}
