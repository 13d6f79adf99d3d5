import { type Commit, parseCommit } from '#content/git/commit-object.ts';
import { EMPTY_TREE_ID, isObjectId } from '#content/git/objects/object-id.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { compareHistories, isAncestor } from '#content/git/paint-history.ts';
import { ifSound } from '#content/model/errors.ts';
import { createTreeCheck } from './new-trees.ts';

type PushedObjects = Pick<ObjectStore, 'sizeOf' | 'readTree' | 'readCommit'>;

interface CheckOptions {
  readonly branch: string;
  readonly workBranch: string;
  readonly updates: readonly RefUpdate[];
  /** What was pushed, still in quarantine, and what was there before. */
  readonly objects: PushedObjects;
  /** Where the branches of the repository are: what these commits lead to is not looked at again. */
  readonly known: readonly string[];
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
  known,
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
  const history = { readCommit: (id: string) => ifSound(objects.readCommit(id), lostCommit(id)) };
  for (const { ref, from, to } of commits) {
    if (from !== null && !(await isAncestor(history, from, to))) return [rewritten(ref)];
  }
  const { ours: fresh } = await compareHistories(history, {
    ours: commits.map(({ to }) => to),
    theirs: known,
  });
  const faults = await checkTrees(objects, fresh);
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

/** Stands for one that the repository has lost since it took it over: git finds all that is new before it starts a hook. */
function lostCommit(id: string): Commit {
  return parseCommit(id, Buffer.from(`tree ${EMPTY_TREE_ID}\n`));
}

/** The reason of a push that others were faster than. */
export const MOVED =
  'quelqu’un d’autre a été plus rapide\u00a0: récupérez d’abord ce qui est en ligne (git pull), puis envoyez de nouveau.';

function rewritten(ref: string): string {
  const branch = shownName(ref).replace(/^refs\/heads\//, '');
  return `l’historique de «\u00a0${branch}\u00a0» ne peut pas être réécrit\u00a0: récupérez d’abord ce qui est en ligne (git pull), puis envoyez de nouveau.`;
}

/** Oldest first: what a commit took over from its parents was checked with them. */
async function checkTrees(objects: PushedObjects, commits: readonly Commit[]): Promise<readonly string[]> {
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

/** A name from a push on a person's terminal: nothing in it may steer that. */
export function shownName(name: string): string {
  const plain = name.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '\ufffd');
  return plain.length > 200 ? `${plain.slice(0, 200)}…` : plain;
}

/** Why a ref may not be pushed at all, in French; null when it may. */
function refFault({ ref, to }: RefUpdate, branches: readonly [string, string]): string | null {
  if (!branches.some((branch) => ref === `refs/heads/${branch}`))
    return `seules les branches «\u00a0${branches.join('\u00a0» et «\u00a0')}\u00a0» peuvent être envoyées`;
  return to === null ? 'un envoi ne peut pas supprimer une branche' : null;
}
