import { GONE, postAddress, type Redirect } from '../model/redirects.ts';
import type { SnapshotPost } from '../model/snapshot.ts';
import { type ContentFolder, EMPTY_FOLDER } from './snapshot-files.ts';
import type { Held, SnapshotState } from './snapshot-state.ts';

interface Situation {
  readonly root: ContentFolder;
  readonly posts: readonly SnapshotPost[];
  readonly redirects: Held['redirects'];
  readonly before: SnapshotState | null;
}

/**
 * Which addresses public posts had and left without redirects.yml saying so, as when a push renames or deletes files:
 * what the parent snapshot knew, and what changed since. Once redirects.yml says anything new of an address, its word
 * counts alone. A state without a parent knows of none (DESIGN.md, The content repository).
 */
export function formerAddresses(situation: Situation): Held['former'] {
  const { root, posts, redirects, before } = situation;
  if (before === null) return new Map();
  const left = leftBy(root, before, posts);
  const isSettled = saidSince(before.held.redirects, redirects);
  if (left.length === 0 && isSettled === null) return before.held.former;
  const all = new Map([...before.held.former, ...left]);
  return isSettled === null ? all : new Map([...all].filter(([slug]) => !isSettled(postAddress(slug))));
}

/** Where those addresses lead: to where the post with that id is now, else it is gone. */
export function derivedRedirects(
  { former, redirects }: Pick<Held, 'former' | 'redirects'>,
  posts: readonly SnapshotPost[],
): readonly Redirect[] {
  if (former.size === 0) return [];
  const slugs = new Map(posts.map(({ id, slug }) => [id, slug]));
  const written = new Map(redirects?.value);
  const derived = [...former].map(([slug, id]): Redirect => {
    const now = slugs.get(id);
    return [postAddress(slug), now === undefined ? GONE : postAddress(now)];
  });
  return derived.filter(([from, to]) => from !== to && written.get(from) !== to);
}

/** Addresses of public posts whose file went away and that no post has now, with the ids of their posts. */
function leftBy(
  root: ContentFolder,
  before: SnapshotState,
  posts: readonly SnapshotPost[],
): readonly (readonly [slug: string, id: string])[] {
  const removed = new Set(removedPosts(root, before.root));
  if (removed.size === 0) return [];
  const left = new Map(
    before.snapshot.posts
      .filter(({ path, isPublished }) => isPublished && removed.has(path))
      .map(({ slug, id }) => [slug, id]),
  );
  if (left.size > 0) for (const { slug } of posts) left.delete(slug);
  return [...left];
}

/** The paths of posts that a folder no longer has. Folders that are the same are not looked at. */
function removedPosts(now: ContentFolder, before: ContentFolder): readonly string[] {
  if (now === before) return [];
  const removed: string[] = [];
  for (const [name, { kind, path }] of before.files) {
    if (kind === 'post' && !now.files.has(name)) removed.push(path);
  }
  for (const [name, folder] of before.folders)
    removed.push(...removedPosts(now.folders.get(name) ?? EMPTY_FOLDER, folder));
  return removed;
}

/** Whether redirects.yml says something else of a path than before; null when it says the same of all. */
function saidSince(before: Held['redirects'], now: Held['redirects']): ((path: string) => boolean) | null {
  if (before?.blobId === now?.blobId) return null;
  const [was, is] = [new Map(before?.value), new Map(now?.value)];
  return (path) => was.get(path) !== is.get(path);
}
