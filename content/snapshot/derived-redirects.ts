import type { SnapshotPost } from '#content/model/post.ts';
import { GONE, isPostAddress, postAddress, type Redirect } from '#content/model/redirects.ts';
import { wasShown } from '#content/model/snapshot.ts';
import { type ContentFolder, EMPTY_FOLDER } from './snapshot-files.ts';
import type { Held, SnapshotState } from './snapshot-state.ts';

/** A commit’s posts, and the state they follow. */
export interface Situation {
  readonly root: ContentFolder;
  readonly posts: readonly SnapshotPost[];
  readonly redirects: Held['redirects'];
  readonly before: SnapshotState | null;
  /** Milliseconds since 1970: what was to come until then, nobody saw. */
  readonly now: number;
}

/**
 * Which addresses posts that readers saw had and left without redirects.yml saying so, as when a push renames, deletes or
 * hides them: what the parent snapshot knew, and what changed since. Once redirects.yml says anything new of an address,
 * its word counts alone. A state without a parent knows of none until history was asked (past-addresses.ts).
 */
export function formerAddresses({ root, posts, redirects, before, now }: Situation): Held['former'] {
  if (before === null) return new Map();
  const left = shownIn(changedPosts(root, before), now);
  const isSettled = saidSince(before.held.redirects, redirects);
  const { former } = before.held;
  if (left.size === 0 && (former.size === 0 || (isSettled === null && before.root === root))) return former;
  const shown = new Set(posts.filter((post) => wasShown(post, now)).map(({ slug }) => slug));
  const all = [...former, ...left].filter(([slug]) => !shown.has(slug));
  return new Map(isSettled === null ? all : all.filter(([slug]) => !isSettled(postAddress(slug))));
}

/**
 * Whether redirects.yml says nothing any more of an address where no post is to be seen, as after a commit that undoes
 * another: history may tell of it.
 */
export function losesAddress({ posts, redirects, before, now }: Omit<Situation, 'root'>): boolean {
  const was = before?.held.redirects ?? null;
  if (was === null || was.blobId === redirects?.blobId) return false;
  const is = new Map(redirects?.value);
  const lost = was.value.filter(([from]) => isPostAddress(from) && !is.has(from));
  if (lost.length === 0) return false;
  const shown = new Set(posts.filter((post) => wasShown(post, now)).map(({ slug }) => postAddress(slug)));
  return lost.some(([from]) => !shown.has(from));
}

/** Where those addresses lead: to where the post with that id is now; it is gone where there is none, or none to be seen. */
export function derivedRedirects(
  { former, redirects }: Pick<Held, 'former' | 'redirects'>,
  posts: readonly SnapshotPost[],
): readonly Redirect[] {
  if (former.size === 0) return [];
  const slugs = new Map(posts.map(({ id, slug }) => [id, slug]));
  const written = new Map(redirects?.value);
  const derived = [...former].map(([slug, id]): Redirect => {
    const now = slugs.get(id);
    return [postAddress(slug), now === undefined || now === slug ? GONE : postAddress(now)];
  });
  return derived.filter(([from, to]) => written.get(from) !== to);
}

/** The posts of the state before whose files went away or say something else now. */
export function changedPosts(root: ContentFolder, before: SnapshotState): readonly SnapshotPost[] {
  const changed = new Set(changedPaths(root, before.root));
  return changed.size === 0 ? [] : before.snapshot.posts.filter(({ path }) => changed.has(path));
}

/** By address, the ids of those that readers saw. */
function shownIn(posts: readonly SnapshotPost[], now: number): ReadonlyMap<string, string> {
  return new Map(posts.filter((post) => wasShown(post, now)).map(({ slug, id }) => [slug, id]));
}

/** The paths of posts that a folder has no longer, or otherwise. Folders that are the same are not looked at. */
function changedPaths(now: ContentFolder, before: ContentFolder): readonly string[] {
  if (now === before) return [];
  const changed: string[] = [];
  for (const [name, file] of before.files) {
    if (file.kind === 'post' && now.files.get(name) !== file) changed.push(file.path);
  }
  for (const [name, folder] of before.folders)
    changed.push(...changedPaths(now.folders.get(name) ?? EMPTY_FOLDER, folder));
  return changed;
}

/** Whether redirects.yml says something else of a path than before; null when it says the same of all. */
function saidSince(before: Held['redirects'], now: Held['redirects']): ((path: string) => boolean) | null {
  if (before?.blobId === now?.blobId) return null;
  const [was, is] = [new Map(before?.value), new Map(now?.value)];
  return (path) => was.get(path) !== is.get(path);
}
