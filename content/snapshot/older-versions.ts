import { slugOfPath } from '#content/model/paths.ts';
import type { SnapshotPost } from '#content/model/post.ts';
import { type ContentFolder, fileAt, type PostFile } from './snapshot-files.ts';
import type { Held, SnapshotState } from './snapshot-state.ts';

/** What is known of a post's file from before. */
export interface OlderVersions {
  /** What readers got of it from the parent snapshot. */
  readonly served: (file: PostFile) => SnapshotPost | undefined;
  /** Its last readable version; null when history was searched and has none, undefined when nobody looked. */
  readonly lastReadable: (file: PostFile) => SnapshotPost | null | undefined;
}

interface Known {
  readonly root: ContentFolder;
  readonly before: SnapshotState | null;
  /** By path, what a walk of history found. */
  readonly found: ReadonlyMap<string, SnapshotPost | null>;
}

/**
 * Looks a file up by its path; where the parent snapshot had none there, by what it may have been moved from: a file
 * that is gone, of the same name or with the same bytes. Nothing is prepared before the first question.
 */
export function olderVersions({ root, before, found }: Known): OlderVersions {
  let former: FormerPosts | null = null;
  const served = (file: PostFile): SnapshotPost | undefined => {
    if (before === null) return undefined;
    const held = before.held.posts.get(file.path);
    if (held?.isServed === true && held.post !== null) return held.post;
    former ??= formerPosts(before, root);
    return (
      former.byPath.get(file.path) ??
      former.goneBySlug.get(slugOfPath(file.path)) ??
      former.goneByRevision.get(file.blobId)
    );
  };
  const lastReadable = (file: PostFile): SnapshotPost | null | undefined => {
    const inHistory = found.get(file.path);
    const held = before?.held.posts.get(file.path);
    const older = inHistory ?? held?.post ?? served(file);
    return older ? standIn(file, older) : inHistory === null || held ? null : undefined;
  };
  return { served, lastReadable };
}

/**
 * What stands for a file: an older version of it; of one that was lost, its text under all else that is known of the newest:
 * what was withdrawn since must not come back.
 */
function standIn({ lost }: PostFile, version: SnapshotPost): SnapshotPost {
  return lost?.known ? { ...lost.known, revision: version.revision } : version;
}

interface FormerPosts {
  readonly byPath: ReadonlyMap<string, SnapshotPost>;
  readonly goneBySlug: ReadonlyMap<string, SnapshotPost>;
  readonly goneByRevision: ReadonlyMap<string, SnapshotPost>;
}

function formerPosts({ snapshot, held }: SnapshotState, root: ContentFolder): FormerPosts {
  const movedAndBroken = standIns(held);
  const posts = snapshot.posts.filter((post) => !movedAndBroken.has(post));
  const gone = posts.filter((post) => fileAt(root, post.path) === null);
  return {
    byPath: new Map(posts.map((post) => [post.path, post])),
    goneBySlug: new Map(gone.map((post) => [post.slug, post])),
    goneByRevision: new Map(gone.map((post) => [post.revision, post])),
  };
}

/** Posts that are not those of the file at their path, but stand in for one that was moved from there and broken. */
function standIns({ posts }: Held): ReadonlySet<SnapshotPost | null> {
  const moved = [...posts].filter(([path, { post }]) => post !== null && post.path !== path);
  return new Set(moved.map(([, { post }]) => post));
}
