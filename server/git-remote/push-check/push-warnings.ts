import { hasCode } from '#content/model/errors.ts';
import type { Problem } from '#content/model/snapshot.ts';
import { createFileParser } from '#content/store/parse-file.ts';
import { FILE_MODE } from '#content/store/tree.ts';
import { treeDifferences } from '#content/store/tree-differences.ts';
import type { PushedObjects } from './pushed-objects.ts';
import { shownName } from './shown-name.ts';

/** Files read for warnings, and warnings told; the site tells of the rest. */
const MAX_FILES = 5000;
const MAX_WARNINGS = 20;

/** Two commits of the branch: null for none. */
interface Move {
  readonly from: string | null;
  readonly to: string;
}

/**
 * What the site will not be able to read of the files a push changes, a French line for each. Such a push is accepted all
 * the same: the site goes on serving what it could read last (DESIGN.md, The content repository).
 */
export async function pushWarnings(objects: PushedObjects, move: Move): Promise<readonly string[]> {
  const before = move.from === null ? null : (await objects.readCommit(move.from)).tree;
  const { tree: after } = await objects.readCommit(move.to);
  const parse = createFileParser(objects);
  const problems: Problem[] = [];
  let files = 0;
  for await (const { path, is } of treeDifferences(objects, { before, after })) {
    if (is === null) continue;
    files += 1;
    if (files > MAX_FILES) break;
    problems.push(...((await parse({ path, mode: FILE_MODE, blobId: is }))?.problems ?? []));
  }
  return written(problems);
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
