import { parsePostFile } from '#content/files/post-file.ts';
import { isPointerAt, LFS_POINTER } from '#content/git/attributes.ts';
import { portableFault } from '#content/git/entry-names.ts';
import { FILE_MODE, type TreeEntry } from '#content/git/tree.ts';
import { treeDifferences } from '#content/git/tree-differences.ts';
import { hasCode, ifSound } from '#content/model/errors.ts';
import { slugOfPath, TEXT_FOLDERS } from '#content/model/paths.ts';
import type { SnapshotPost } from '#content/model/post.ts';
import type { Problem } from '#content/model/snapshot.ts';
import { unportableReason } from '#content/snapshot/name-problems.ts';
import { createFileParser } from '#content/snapshot/parse-file.ts';
import { rivalryProblem } from '#content/snapshot/resolve-duplicates.ts';
import { filesHolding, type PushedObjects, shownName } from './pushed-objects.ts';

/** Files read for warnings, and warnings told; the site tells of the rest. */
const MAX_FILES = 5000;
const MAX_WARNINGS = 20;

/** Two commits of the branch: null for none. */
interface Move {
  readonly from: string | null;
  readonly to: string;
}

/**
 * What the site will not be able to read or to serve of the files a push changes, a French line for each. Such a push is accepted all
 * the same: the site goes on serving what it could read last (docs/design.md, The content repository).
 */
async function pushWarnings(objects: PushedObjects, move: Move): Promise<readonly string[]> {
  const before = move.from === null ? null : (await objects.readCommit(move.from)).tree;
  const { tree: after } = await objects.readCommit(move.to);
  const parse = createFileParser(objects);
  const problems: Problem[] = [];
  const posts: PushedPost[] = [];
  let files = 0;
  for await (const { path, was, is } of treeDifferences(objects, { before, after })) {
    if (is === null) continue;
    files += 1;
    if (files > MAX_FILES) break;
    const name = path.split('/').find((part) => portableFault(part) !== null);
    if (name !== undefined) problems.push({ path, line: 0, reason: unportableReason(name) });
    const file = await parse({ path, mode: FILE_MODE, blobId: is });
    problems.push(...(file?.problems ?? []));
    if (file?.kind === 'post' && file.parsed !== null) posts.push({ post: file.parsed, was });
    if (file?.kind === 'image' && (await isPointerAt(objects, is)))
      problems.push({ path, line: 0, reason: LFS_POINTER });
  }
  return written([...problems, ...(await rivals(objects, { commit: move.to, after, posts }))]);
}

async function rivals(
  objects: PushedObjects,
  { commit, after, posts }: Pick<PushedPosts, 'commit' | 'posts'> & { readonly after: string },
): Promise<readonly Problem[]> {
  const folders = (await objects.readTree(after)).filter(({ name }) => TEXT_FOLDERS.includes(name));
  return posts.length === 0 ? [] : rivalProblems(objects, { commit, tree: after, folders, posts });
}

function written(problems: readonly Problem[]): readonly string[] {
  const lines = problems
    .slice(0, MAX_WARNINGS)
    .map(
      ({ path, line, reason }) =>
        `${shownName(path)}${line > 0 ? `, ligne ${line}` : ''}\u00a0: ${shownName(reason)}`,
    );
  const more = problems.length - lines.length;
  return more > 0 ? [...lines, `… et ${more} autres.`] : lines;
}

/** The warnings, or that there are none to be had: a damaged object of before must not refuse a push. */
export async function warningsOrNone(objects: PushedObjects, move: Move): Promise<readonly string[]> {
  try {
    return await pushWarnings(objects, move);
  } catch (error) {
    if (hasCode(error, 'corrupt') || hasCode(error, 'invalid')) return [];
    throw error;
  }
}

type Claimant = Pick<SnapshotPost, 'path' | 'slug' | 'id'>;

/** A readable post that a push adds or changes. */
interface PushedPost {
  readonly post: Claimant;
  /** Blob id of the file before the push; null when it is new. */
  readonly was: string | null;
}

interface PushedPosts {
  /** The commit that was pushed, its tree, and the folders of posts in it. */
  readonly commit: string;
  readonly tree: string;
  readonly folders: readonly TreeEntry[];
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
async function rivalProblems(
  objects: PushedObjects,
  { commit, tree, folders, posts }: PushedPosts,
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
  for (const { name, id } of folders) {
    for await (const { path, is } of treeDifferences(objects, { path: name, before: null, after: id })) {
      const claimant = slugs.get(slugOfPath(path));
      if (is === null || !path.endsWith('.md') || claimant === undefined || claimant.path === path) continue;
      losers.set(claimant.path, rivalryProblem(claimant, { field: 'slug', path }));
    }
  }
  const own = new Set(posts.map(({ post }) => post.path));
  const asked = [...ids.keys()].slice(0, MAX_IDS);
  const holding: string[] = [];
  for (const { name } of folders) holding.push(...(await filesHolding(asked, { commit, folder: name })));
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
  for (const name of path.split('/'))
    id = (await objects.readTree(id)).find((entry) => entry.name === name)?.id ?? '';
  const head = (await bytesOf(objects, id))?.subarray(0, HEAD_BYTES) ?? new Uint8Array();
  return STATED_ID.exec(Buffer.from(head).toString('latin1'))?.[1]?.toLowerCase() ?? '';
}

/** Null for what is damaged: that is not this push's doing. */
async function bytesOf(objects: PushedObjects, blob: string): Promise<Uint8Array | null> {
  return (await ifSound(objects.read(blob), null))?.bytes ?? null;
}
