import path from 'node:path';
import type { Person } from '#content/model/change-set.ts';
import { ContentError, hasCode } from '#content/model/errors.ts';
import { isWaitingCommit, signatureOf } from './commit-object.ts';
import { storedIds } from './objects/object-folders.ts';
import type { ObjectStore } from './objects/objects.ts';
import { firstReadable, isReadableCommit } from './readable-commit.ts';
import { takeLock } from './refs/lock-file.ts';
import { appendReflog, readReflog } from './refs/reflog.ts';
import { listRefs, readRef, WORK_BRANCH } from './refs/refs.ts';

const REPAIRER: Person = { name: 'Encrier', email: 'encrier@localhost' };

export interface BranchRepairOptions {
  readonly gitDir: string;
  readonly branch: string;
  /** {@link WORK_BRANCH} unless said otherwise: it leads to what is published, and is not. */
  readonly workBranch?: string | undefined;
  readonly objects: ObjectStore;
}

/** What became of the branch: one French sentence in all but the first case. */
export type BranchRepair =
  | { readonly kind: 'sound' }
  | { readonly kind: 'restored'; readonly sentence: string }
  | { readonly kind: 'lost'; readonly reason: string };

/**
 * Makes sure that the branch names a commit whose root can be read. A ref that is empty, torn, gone or leads nowhere
 * is restored from the last readable entry of its reflog, else from the only commit without a successor. It never
 * begins a new history: what cannot be restored is 'lost', and nothing is changed.
 */
export async function repairBranch(options: BranchRepairOptions): Promise<BranchRepair> {
  const ref = `refs/heads/${options.branch}`;
  const current = await currentCommit(options.gitDir, ref);
  if (current.id !== null && (await isReadableCommit(options.objects, current.id))) return { kind: 'sound' };
  const logged = await firstReadable(options.objects, await readReflog(options.gitDir, ref));
  if (logged !== null) return restore(options, { from: current.id, to: logged });
  const refs = await listRefs(options.gitDir);
  const work = `refs/heads/${options.workBranch ?? WORK_BRANCH}`;
  const others = [...refs.keys()].filter(
    (name) => name.startsWith('refs/heads/') && name !== ref && name !== work,
  );
  if (others.length > 0) return { kind: 'lost', reason: absentAmong(options.branch, others) };
  const tips = await findTips(options);
  if (tips === null && !current.isDamaged) return { kind: 'sound' };
  const left = formerTips(refs);
  const [tip, ...more] = tips?.filter((id) => !left.has(id)) ?? [];
  if (tip === undefined || more.length > 0 || !(await isReadableCommit(options.objects, tip))) {
    return { kind: 'lost', reason: lostReason(options.branch, tips ?? []) };
  }
  return restore(options, { from: current.id, to: tip });
}

interface CurrentCommit {
  readonly id: string | null;
  /** Whether the ref is there without being absent or sound: empty, torn, or naming what cannot be read. */
  readonly isDamaged: boolean;
}

/** What the branch was before an upstream rewrote it: kept, and no longer what it names. */
function formerTips(refs: ReadonlyMap<string, string>): ReadonlySet<string> {
  return new Set([...refs].filter(([name]) => name.startsWith('refs/encrier/backup/')).map(([, id]) => id));
}

async function currentCommit(gitDir: string, ref: string): Promise<CurrentCommit> {
  try {
    const id = await readRef(gitDir, ref);
    return { id, isDamaged: id !== null };
  } catch (error) {
    if (!hasCode(error, 'corrupt')) throw error;
    return { id: null, isDamaged: true };
  }
}

/** Commits that are nobody's parent, those of the work branch left out, whoever names them; null when there is no commit. */
async function findTips({ gitDir, objects }: BranchRepairOptions): Promise<readonly string[] | null> {
  const commits = new Set<string>();
  const parents = new Set<string>();
  for await (const id of storedIds(path.join(gitDir, 'objects'))) {
    if (!(await isCommit(objects, id))) continue;
    const commit = await objects.readCommit(id);
    if (isWaitingCommit(commit)) continue;
    commits.add(id);
    for (const parent of commit.parents) parents.add(parent);
  }
  return commits.size === 0 ? null : [...commits].filter((id) => !parents.has(id));
}

/** A damaged one is none. */
async function isCommit(objects: ObjectStore, id: string): Promise<boolean> {
  try {
    return (await objects.sizeOf(id))?.type === 'commit' && (await objects.has(id));
  } catch (error) {
    if (error instanceof ContentError) return false;
    throw error;
  }
}

/** Under the lock, and noted in the reflog, as any move; but the ref is not read first: it is what is broken. */
async function restore(
  { gitDir, branch }: BranchRepairOptions,
  move: { readonly from: string | null; readonly to: string },
): Promise<BranchRepair> {
  const ref = `refs/heads/${branch}`;
  const file = path.join(gitDir, ref);
  const lock = await takeLock({ gitDir, file, content: `${move.to}\n` });
  try {
    const committer = signatureOf(REPAIRER, new Date());
    await appendReflog(gitDir, ref, { ...move, committer, reason: 'encrier: réparation au démarrage' });
    await lock.commit();
  } catch (error) {
    await lock.release();
    throw error;
  }
  const former = move.from === null ? '' : ` (elle désignait ${move.from})`;
  const sentence = `La branche « ${branch} » était illisible${former} : elle a été rétablie au commit ${move.to}.`;
  return { kind: 'restored', sentence };
}

function absentAmong(branch: string, others: readonly string[]): string {
  const names = others.map((name) => name.slice('refs/heads/'.length)).join(', ');
  return `La branche « ${branch} » est absente ou illisible ; le dépôt a d’autres branches : ${names}.`;
}

function lostReason(branch: string, tips: readonly string[]): string {
  const start = `La branche « ${branch} » est illisible et son journal ne permet pas de la rétablir`;
  if (tips.length === 0) return `${start} : aucun commit n’a été retrouvé.`;
  return `${start} ; son dernier commit peut être l’un de ceux-ci : ${tips.slice(0, 10).join(', ')}.`;
}
