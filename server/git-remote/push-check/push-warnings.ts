import { portableFault } from '#content/git/entry-names.ts';
import { FILE_MODE } from '#content/git/tree.ts';
import { treeDifferences } from '#content/git/tree-differences.ts';
import { hasCode } from '#content/model/errors.ts';
import { POSTS_FOLDER } from '#content/model/paths.ts';
import type { Problem } from '#content/model/snapshot.ts';
import { unportableReason } from '#content/snapshot/name-problems.ts';
import { createFileParser } from '#content/snapshot/parse-file.ts';
import type { PushedObjects } from './pushed-objects.ts';
import { type PushedPost, type PushedPosts, rivalProblems } from './rival-warnings.ts';
import { shownName } from './shown-name.ts';

/** Files read for warnings, and warnings told; the site tells of the rest. */
const MAX_FILES = 5000;
const MAX_WARNINGS = 20;
const MAX_POINTER_BYTES = 1024;
const POINTER_START = 'version https://git-lfs.github.com/spec/';
const LFS_POINTER =
  'C’est un renvoi de Git LFS, pas l’image elle-même : le site ne pourra pas la montrer. Envoyez-la sans LFS.';

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
    if (file?.kind === 'image' && (await isLfsPointer(objects, is)))
      problems.push({ path, line: 0, reason: LFS_POINTER });
  }
  return written([...problems, ...(await rivals(objects, { commit: move.to, after, posts }))]);
}

async function rivals(
  objects: PushedObjects,
  { commit, after, posts }: Pick<PushedPosts, 'commit' | 'posts'> & { readonly after: string },
): Promise<readonly Problem[]> {
  const folder = (await objects.readTree(after)).find(({ name }) => name === POSTS_FOLDER);
  return folder === undefined || posts.length === 0
    ? []
    : rivalProblems(objects, { commit, tree: folder.id, posts });
}

/** What Git LFS leaves in the place of a file (as the specification of git-lfs has it). */
async function isLfsPointer(objects: PushedObjects, blob: string): Promise<boolean> {
  const header = await objects.sizeOf(blob);
  if (header === null || header.size > MAX_POINTER_BYTES) return false;
  return (await objects.read(blob)).bytes.toString('latin1').startsWith(POINTER_START);
}

function written(problems: readonly Problem[]): readonly string[] {
  const lines = problems
    .slice(0, MAX_WARNINGS)
    .map(
      ({ path, line, reason }) =>
        `${shownName(path)}${line > 0 ? `, ligne ${line}` : ''} : ${shownName(reason)}`,
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
