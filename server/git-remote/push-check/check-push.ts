import { isObjectId } from '#content/git/objects/object-id.ts';
import { ifSound } from '#content/model/errors.ts';
import { createTreeCheck } from './new-trees.ts';
import { isAncestor, type NewCommit, newCommits, type PushedObjects, shownName } from './pushed-objects.ts';

interface CheckOptions {
  readonly branch: string;
  readonly workBranch: string;
  readonly updates: readonly RefUpdate[];
  readonly objects: PushedObjects;
  /** Where a ref is now; null when it is not. */
  readonly current: (ref: string) => Promise<string | null>;
}

/**
 * Why a push is refused, a French line for each reason; none when it is not. One bad commit or ref refuses the whole push.
 */
export async function checkPush({
  branch,
  workBranch,
  updates,
  objects,
  current,
}: CheckOptions): Promise<readonly string[]> {
  const refused = updates.flatMap((update) => {
    const fault = refFault(update, [branch, workBranch]);
    return fault === null ? [] : [`${shownName(update.ref)}\u00a0: ${fault}.`];
  });
  if (refused.length > 0) return refused;
  const commits = updates.filter(
    (update): update is RefUpdate & { readonly to: string } => update.to !== null,
  );
  for (const { ref, to } of commits) {
    if ((await objects.sizeOf(to))?.type !== 'commit')
      return [`${shownName(ref)}\u00a0: ce n’est pas un commit.`];
  }
  const fresh = new Map((await newCommits(commits.map(({ to }) => to))).map((commit) => [commit.id, commit]));
  for (const { ref, from, to } of commits) {
    if (from !== null && !(await leadsTo(from, to, fresh))) return [rewritten(ref)];
  }
  const faults = await checkTrees(objects, [...fresh.values()]);
  return faults.length > 0 ? faults : checkCurrent(updates, current);
}

/**
 * Last, to be as close as can be to the moment when git moves the refs. Git tells whoever was slower in English; and it deletes
 * whatever is there when it is told a wrong commit (builtin/receive-pack.c, update).
 */
async function checkCurrent(
  updates: readonly RefUpdate[],
  current: CheckOptions['current'],
): Promise<readonly string[]> {
  for (const { ref, from, to } of updates) {
    const isAbsent = to === null && from === null;
    if (isAbsent || from !== (await current(ref))) return [MOVED];
  }
  return [];
}

/** A ref moves forward only. What is new is known here; git is asked about the rest. */
async function leadsTo(from: string, to: string, fresh: ReadonlyMap<string, NewCommit>): Promise<boolean> {
  const seen = new Set<string>();
  const waiting = [to];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (id === from) return true;
    if (seen.has(id)) continue;
    seen.add(id);
    waiting.push(...(fresh.get(id)?.parents ?? []));
  }
  return isAncestor(from, to);
}

/** The reason of a push that others were faster than. */
export const MOVED =
  'quelqu’un d’autre a été plus rapide\u00a0: récupérez d’abord ce qui est en ligne (git pull), puis envoyez de nouveau.';

function rewritten(ref: string): string {
  const branch = shownName(ref).replace(/^refs\/heads\//, '');
  return `l’historique de «\u00a0${branch}\u00a0» ne peut pas être réécrit\u00a0: récupérez d’abord ce qui est en ligne (git pull), puis envoyez de nouveau.`;
}

/** Oldest first: what a commit took over from its parents was checked with them. */
async function checkTrees(objects: PushedObjects, commits: readonly NewCommit[]): Promise<readonly string[]> {
  const trees = createTreeCheck(objects);
  const treeOf = new Map(commits.map(({ id, tree }) => [id, tree]));
  for (const { tree, parents } of commits.toReversed()) {
    const before = await Promise.all(parents.map(async (id) => treeOf.get(id) ?? knownTree(objects, id)));
    await trees.check(
      tree,
      before.filter((id) => id !== null),
    );
    if (trees.faults.length > 0) break;
  }
  return trees.faults.map(({ path, reason }) => `${shownName(path === '' ? '/' : path)}\u00a0: ${reason}.`);
}

async function knownTree(objects: PushedObjects, id: string): Promise<string | null> {
  return (await ifSound(objects.readCommit(id), null))?.tree ?? null;
}

const ABSENT = /^0{40}$/;

/** A ref that a push wants to move; null stands for no commit. */
export interface RefUpdate {
  readonly ref: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** What git tells a pre-receive hook, a line for each ref (githooks(5)). Throws on anything else. */
export function parseUpdates(text: string): readonly RefUpdate[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [, from = '', to = '', ref = ''] = /^([0-9a-f]{40}) ([0-9a-f]{40}) (.+)$/.exec(line) ?? [];
      if (!isObjectId(from) || !isObjectId(to)) throw new TypeError('not a line of a pre-receive hook');
      return { ref, from: ABSENT.test(from) ? null : from, to: ABSENT.test(to) ? null : to };
    });
}

/** Why a ref may not be pushed at all, in French; null when it may. */
function refFault({ ref, to }: RefUpdate, branches: readonly [string, string]): string | null {
  if (!branches.some((branch) => ref === `refs/heads/${branch}`))
    return `seules les branches «\u00a0${branches.join('\u00a0» et «\u00a0')}\u00a0» peuvent être envoyées`;
  return to === null ? 'un envoi ne peut pas supprimer une branche' : null;
}
