import { parsePostFile } from '#content/files/post-file.ts';
import { treeDifferences } from '#content/git/tree-differences.ts';
import { ifSound } from '#content/model/errors.ts';
import { POSTS_FOLDER, slugOfPath } from '#content/model/paths.ts';
import type { SnapshotPost } from '#content/model/post.ts';
import type { Problem } from '#content/model/snapshot.ts';
import { rivalryProblem } from '#content/snapshot/settle-duplicates.ts';
import { filesHolding } from './git-plumbing.ts';
import type { PushedObjects } from './pushed-objects.ts';

type Claimant = Pick<SnapshotPost, 'path' | 'slug' | 'id'>;

/** A readable post that a push adds or changes. */
export interface PushedPost {
  readonly post: Claimant;
  /** Blob id of the file before the push; null when it is new. */
  readonly was: string | null;
}

export interface PushedPosts {
  /** The commit that was pushed, and its folder of posts. */
  readonly commit: string;
  readonly tree: string;
  readonly posts: readonly PushedPost[];
}

/** Front matter states an id in one line, most of the time; what is written otherwise is told by the site alone. */
const STATED_ID = /^["']?id["']?[ \t]*:[ \t]*["']?([0-9a-f-]{36})/im;
/** The part of a file in which that line is looked for, in bytes. */
const HEAD_BYTES = 8192;
/** Ids looked for in other files; the site tells of the rest. */
const MAX_IDS = 50;

/**
 * The posts of a push that ask for a slug or an id which another file has already: the site serves one of the two only, the one
 * that had it (docs/decisions/015). An edit that keeps both costs nothing; other files are read when a file has an id that
 * is new to it.
 */
export async function rivalProblems(
  objects: PushedObjects,
  { commit, tree, posts }: PushedPosts,
): Promise<readonly Problem[]> {
  const slugs = new Map(posts.filter(({ was }) => was === null).map(({ post }) => [post.slug, post]));
  const claimants = await withNewIds(objects, posts);
  const ids = new Map(claimants.toReversed().map((post) => [post.id, post]));
  const losers = new Map<string, Problem>();
  for (const post of claimants) {
    const first = ids.get(post.id);
    if (first !== undefined && first !== post)
      losers.set(post.path, rivalryProblem(post, { field: 'id', path: first.path }));
  }
  if (slugs.size === 0 && ids.size === 0) return [];
  const places = { path: POSTS_FOLDER, before: null, after: tree };
  for await (const { path, is } of treeDifferences(objects, places)) {
    const claimant = slugs.get(slugOfPath(path));
    if (is === null || !path.endsWith('.md') || claimant === undefined || claimant.path === path) continue;
    losers.set(claimant.path, rivalryProblem(claimant, { field: 'slug', path }));
  }
  const own = new Set(posts.map(({ post }) => post.path));
  const holding = await filesHolding([...ids.keys()].slice(0, MAX_IDS), { commit, folder: POSTS_FOLDER });
  for (const path of holding.filter((name) => name.endsWith('.md') && !own.has(name))) {
    const claimant = ids.get(await statedId(objects, { tree, path }));
    if (claimant !== undefined && !losers.has(claimant.path))
      losers.set(claimant.path, rivalryProblem(claimant, { field: 'id', path }));
  }
  return [...losers.values()];
}

/** Those whose file had another id before, or none. */
async function withNewIds(
  objects: PushedObjects,
  posts: readonly PushedPost[],
): Promise<readonly Claimant[]> {
  const claimants: Claimant[] = [];
  for (const { post, was } of posts) {
    const bytes = was === null ? null : await bytesOf(objects, was);
    const before = bytes === null ? null : parsePostFile({ path: post.path, bytes });
    if (before?.kind !== 'post' || before.post.id !== post.id) claimants.push(post);
  }
  return claimants;
}

/** The id a file states, '' when none is found. */
async function statedId(
  objects: PushedObjects,
  { tree, path }: { readonly tree: string; readonly path: string },
): Promise<string> {
  let id = tree;
  for (const name of path.split('/').slice(1))
    id = (await objects.readTree(id)).find((entry) => entry.name === name)?.id ?? '';
  const head = (await bytesOf(objects, id))?.subarray(0, HEAD_BYTES) ?? new Uint8Array();
  return STATED_ID.exec(Buffer.from(head).toString('latin1'))?.[1]?.toLowerCase() ?? '';
}

/** Null for what is damaged: that is not this push's doing. */
async function bytesOf(objects: PushedObjects, blob: string): Promise<Uint8Array | null> {
  return (await ifSound(objects.read(blob), null))?.bytes ?? null;
}
