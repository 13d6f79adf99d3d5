import { CAPACITY_FILE, REDIRECTS_FILE, SITE_FILE } from '#content/model/paths.ts';
import type { Problem } from '#content/model/snapshot.ts';
import { capacityOf, siteOf } from './last-readable.ts';
import { formerAddresses, losesAddress } from './left-addresses.ts';
import { snapshotOf } from './make-state.ts';
import { olderVersions } from './older-versions.ts';
import { settleDuplicates } from './settle-duplicates.ts';
import { type ContentFolder, contentsOf, EMPTY_FOLDER, fileAt } from './snapshot-files.ts';
import type { FoundInHistory, Held, SnapshotState } from './snapshot-state.ts';

interface AssembleInput {
  readonly commit: string;
  readonly root: ContentFolder;
  /** The state of the parent commit, when it is known. */
  readonly before: SnapshotState | null;
  /** What a walk of history told; nothing when none was made. */
  readonly history: FoundInHistory;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * The state at a commit: of each file its present version, else its last readable one; of files that claim one
 * address or one id, the one that had it (docs/design.md, The content repository). Pure.
 */
export function assembleState({ commit, root, before, history, now }: AssembleInput): SnapshotState {
  const { posts: files, images, problems: unreadable } = contentsOf(root);
  const settled = settleDuplicates({
    mayCollide: before === null || before.held.posts.size > 0 || hasNewClaims(root, before.root),
    files,
    older: olderVersions({ root, before, found: history.posts }),
    seniority: history.seniority,
  });
  const redirects = presentRedirects(root, before);
  const { posts } = settled;
  const held: Held = {
    posts: settled.held,
    site: siteOf(fileAt(root, SITE_FILE)) ?? history.site ?? before?.held.site ?? null,
    capacity: capacityOf(fileAt(root, CAPACITY_FILE)) ?? history.capacity ?? before?.held.capacity ?? null,
    redirects,
    former: formerAddresses({ root, posts, redirects, before, now }),
    isFormerWhole: before?.held.isFormerWhole === true && !losesAddress({ before, redirects, posts, now }),
  };
  const problems = [...unreadable, ...settled.problems, ...missingSettings(root)];
  const snapshot = snapshotOf({
    commit,
    held,
    posts,
    images,
    files,
    problems: problems.sort(byPathThenLine),
  });
  return { root, held, snapshot, isComplete: true };
}

/** Whether a folder has a post with a path or an id that it did not have before. */
function hasNewClaims(now: ContentFolder, before: ContentFolder): boolean {
  if (now === before) return false;
  for (const [name, file] of now.files) {
    const was = before.files.get(name);
    if (file === was || file.kind !== 'post') continue;
    if (was?.kind !== 'post' || was.parsed?.id !== file.parsed?.id) return true;
  }
  for (const [name, child] of now.folders) {
    if (hasNewClaims(child, before.folders.get(name) ?? EMPTY_FOLDER)) return true;
  }
  return false;
}

/** A file that is no text leaves what was known; one that is removed leaves nothing. */
function presentRedirects(root: ContentFolder, before: SnapshotState | null): Held['redirects'] {
  const file = fileAt(root, REDIRECTS_FILE);
  if (file?.kind !== 'redirects') return null;
  if (file.parsed === null) return before?.held.redirects ?? null;
  return { blobId: file.blobId, value: file.parsed };
}

function missingSettings(root: ContentFolder): readonly Problem[] {
  return [SITE_FILE, CAPACITY_FILE]
    .filter((path) => fileAt(root, path) === null)
    .map((path) => ({
      path,
      line: 0,
      reason: `Le fichier ${path} manque : ses dernières valeurs connues servent.`,
    }));
}

function byPathThenLine(a: Problem, b: Problem): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return a.line - b.line;
}
