import path from 'node:path';
import type { Person } from '#content/model/change-set.ts';
import { hasCode } from '#content/model/errors.ts';
import { signatureOf } from '../commit-object.ts';
import { isObjectId } from '../objects/object-id.ts';
import type { ObjectStore } from '../objects/objects.ts';
import { firstReadable, isReadableCommit } from '../readable-commit.ts';
import { keepAside } from '../set-aside.ts';
import { takeLock } from './lock-file.ts';
import { beginReflog, listReflogs, readReflog } from './reflog.ts';
import { listRefs, readPackedRefs, WORK_BRANCH } from './refs.ts';
import { forgetRef } from './set-ref.ts';

/** Where our refs beside the two branches are. */
const OWN_REFS = ['refs/encrier/', 'refs/remotes/upstream/'];
const REPAIRER: Person = { name: 'Encrier', email: 'encrier@localhost' };

interface RepairOptions {
  readonly gitDir: string;
  /** Restored before, by rules of its own (branch-repair.ts). */
  readonly branch: string;
  /** {@link WORK_BRANCH} unless said otherwise. */
  readonly workBranch?: string | undefined;
  readonly objects: ObjectStore;
}

interface DamagedRef {
  readonly ref: string;
  /** What its file or packed-refs says. */
  readonly text: string;
}

/**
 * Puts right refs beside the branch that are empty or torn, and of ours those that lead nowhere: each goes back to the last
 * readable commit it is known to have named. One of which nothing is known is set aside, with what it said, for git stops at
 * a damaged ref. A French sentence for each.
 */
export async function repairOtherRefs(options: RepairOptions): Promise<readonly string[]> {
  const sentences: string[] = [];
  for (const [ref, text] of await listRefs(options.gitDir)) {
    if (ref === `refs/heads/${options.branch}` || (await isSoundRef(options, ref, text))) continue;
    sentences.push(await repairRef(options, { ref, text }));
  }
  return sentences;
}

/**
 * Gives back the refs that a damaged packed-refs no longer has, as far as their reflogs tell: a ref that is removed has none.
 * A French sentence for each.
 */
export async function restoreUnpackedRefs(options: RepairOptions): Promise<readonly string[]> {
  const { gitDir, branch, objects } = options;
  const sentences: string[] = [];
  const present = await listRefs(gitDir);
  for (const ref of await listReflogs(gitDir)) {
    if (ref === 'HEAD' || ref === `refs/heads/${branch}` || present.has(ref)) continue;
    const known = await firstReadable(objects, await readReflog(gitDir, ref));
    if (known === null) continue;
    await restore(gitDir, { ref, to: known });
    sentences.push(`${nameOf(ref)} manquait : elle a été rétablie au commit ${known}.`);
  }
  return sentences;
}

/** What somebody else's ref leads to is not ours to judge, as long as git can read the ref itself. */
async function isSoundRef(
  { objects, workBranch = WORK_BRANCH }: RepairOptions,
  ref: string,
  text: string,
): Promise<boolean> {
  const isOwn = ref === `refs/heads/${workBranch}` || OWN_REFS.some((below) => ref.startsWith(below));
  return isOwn ? isSound(objects, text) : isObjectId(text) || text.startsWith('ref: ');
}

/** A symbolic one is nobody's torn file, and what else than commits somebody may have named there is not ours to judge. */
async function isSound(objects: ObjectStore, text: string): Promise<boolean> {
  if (text.startsWith('ref: ')) return true;
  if (!isObjectId(text)) return false;
  try {
    const stored = await objects.sizeOf(text);
    if (stored === null) return false;
    return stored.type === 'commit' ? await isReadableCommit(objects, text) : await objects.has(text);
  } catch (error) {
    if (hasCode(error, 'corrupt')) return false;
    throw error;
  }
}

async function repairRef(options: RepairOptions, damaged: DamagedRef): Promise<string> {
  const what = nameOf(damaged.ref);
  const known = await firstReadable(options.objects, await knownCommits(options.gitDir, damaged.ref));
  if (known === null) {
    const aside = await removeRef(options.gitDir, damaged);
    return `${what} était illisible et rien ne permet de la rétablir : elle a été mise de côté dans « ${aside} ».`;
  }
  await restore(options.gitDir, { ref: damaged.ref, to: known });
  return `${what} était illisible : elle a été rétablie au commit ${known}.`;
}

/** The commits a ref named, newest first; of a branch at last the one that the upstream is known to have. */
async function knownCommits(gitDir: string, ref: string): Promise<readonly string[]> {
  const logged = await readReflog(gitDir, ref);
  const packed = (await readPackedRefs(gitDir)).get(ref) ?? [];
  const sent = (await listRefs(gitDir)).get(ref.replace(/^refs\/heads\//, 'refs/remotes/upstream/')) ?? [];
  return [...logged, packed, sent].flat();
}

/** The reflog begins anew: git stops at entries that name what is not there. */
async function restore(
  gitDir: string,
  { ref, to }: { readonly ref: string; readonly to: string },
): Promise<void> {
  const file = path.join(gitDir, ref);
  const lock = await takeLock({ gitDir, file, content: `${to}\n` });
  try {
    const committer = signatureOf(REPAIRER, new Date());
    await beginReflog(gitDir, ref, { from: null, to, committer, reason: 'encrier: réparation au démarrage' });
    await lock.commit();
  } finally {
    await lock.release();
  }
}

/** Answers where what it said is kept; that is on disk before it goes: a crash in between keeps it once more. */
async function removeRef(gitDir: string, { ref, text }: DamagedRef): Promise<string> {
  const file = path.join(gitDir, ref);
  const lock = await takeLock({ gitDir, file, content: '' });
  try {
    const aside = await keepAside(gitDir, ref, Buffer.from(`${text}\n`, 'latin1'));
    await forgetRef({ gitDir, ref });
    return aside;
  } finally {
    await lock.release();
  }
}

function nameOf(ref: string): string {
  return ref.startsWith('refs/heads/')
    ? `La branche « ${ref.slice('refs/heads/'.length)} »`
    : `La référence « ${ref} »`;
}
