import { countOf } from '#content/contract/in-words.ts';
import { isPointerAt, LFS_POINTER } from '#content/git/attributes.ts';
import { portableFault } from '#content/git/entry-names.ts';
import { treeDifferences } from '#content/git/tree-differences.ts';
import { ifSound } from '#content/model/errors.ts';
import { isImagePath } from '#content/model/paths.ts';
import type { Problem } from '#content/model/snapshot.ts';
import type { Workspace } from '#content/service/workspace.ts';
import { unportableReason } from '#content/snapshot/name-problems.ts';
import { shownName } from './push-check/check-push.ts';

/** Files looked at for warnings, and warnings told; the admin tells of the rest. */
const MAX_FILES = 5000;
const MAX_WARNINGS = 20;

/** Two commits of the published branch: null for none. */
interface Move {
  readonly from: string | null;
  readonly to: string;
}

type Warning = Pick<Problem, 'path' | 'line' | 'reason'>;

/**
 * What the site, which shows a push already, cannot read or serve of the files that it changed, a French line for each. Such a
 * push is taken all the same: readers go on getting what could be read last (docs/design.md, The content repository). A
 * damaged object of before is no reason to say anything.
 */
export async function pushWarnings(
  { objects, current }: Pick<Workspace, 'objects' | 'current'>,
  { from, to }: Move,
): Promise<readonly string[]> {
  const { problems } = await current();
  const before = from === null ? null : (await objects.readCommit(from)).tree;
  const { tree: after } = await objects.readCommit(to);
  const warnings: Warning[] = [];
  let files = 0;
  for await (const { path, is } of treeDifferences(objects, { before, after })) {
    if (is === null) continue;
    files += 1;
    if (files > MAX_FILES) break;
    const name = path.split('/').find((part) => portableFault(part) !== null);
    if (name !== undefined) warnings.push({ path, line: 0, reason: unportableReason(name) });
    for (const problem of problems)
      if (isAbout(problem, path) && !warnings.includes(problem)) warnings.push(problem);
    if (isImagePath(path) && (await ifSound(isPointerAt(objects, is), false)))
      warnings.push({ path, line: 0, reason: LFS_POINTER });
  }
  return written(warnings);
}

/** Whether a problem keeps a file from being served: its own, or one of a folder that it is in. */
function isAbout(problem: Problem, path: string): boolean {
  return problem.isServed !== true && (problem.path === path || path.startsWith(`${problem.path}/`));
}

function written(warnings: readonly Warning[]): readonly string[] {
  const lines = warnings
    .slice(0, MAX_WARNINGS)
    .map(
      ({ path, line, reason }) =>
        `${shownName(path)}${line > 0 ? `, ligne ${line}` : ''}\u00a0: ${shownName(reason)}`,
    );
  const more = warnings.length - lines.length;
  return more > 0 ? [...lines, `… et ${countOf(more, 'autre')}.`] : lines;
}
