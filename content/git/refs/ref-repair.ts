import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Person } from '#content/model/change-set.ts';
import { ContentError, ifSound } from '#content/model/errors.ts';
import { isWaitingCommit, signatureOf } from '../commit-object.ts';
import { removeFileDurably } from '../durable-fs.ts';
import { listLoose } from '../objects/loose-objects.ts';
import { isObjectId } from '../objects/object-id.ts';
import type { ObjectStore } from '../objects/objects.ts';
import { packIndexes } from '../objects/pack-index.ts';
import { SENT_REFS } from '../own-refs.ts';
import { isAncestor } from '../paint-history.ts';
import { keepAside } from '../set-aside.ts';
import { ifThere, readOnTheSpot } from '../system-error.ts';
import { withLock } from './lock-file.ts';
import { appendReflog, beginReflog, listReflogs, readReflog } from './reflog.ts';
import { listRefs, readPackedRefs, readRef, symbolicTarget } from './refs.ts';
import { forgetRef } from './set-ref.ts';

/** Where our refs beside the two branches are. */
const OWN_REFS = 'refs/encrier/';
const REPAIRER: Person = { name: 'Encrier', email: 'encrier@localhost' };

export interface RefRepairOptions {
  readonly gitDir: string;
  readonly branch: string;
  /** It leads to what is published, and is not. */
  readonly workBranch: string;
  /** Of a clone that was begun, which may have commits and no branch yet: one of which nothing tells never was. */
  readonly isBegun: boolean;
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
export async function repairBranch(options: RefRepairOptions): Promise<BranchRepair> {
  const { gitDir, branch, workBranch, objects, isBegun } = options;
  if (await isBranchSound(options)) return { kind: 'sound' };
  const ref = `refs/heads/${branch}`;
  const current = await currentCommit(gitDir, ref);
  const logged = await firstReadable(objects, await readReflog(gitDir, ref));
  if (logged !== null) return restoreBranch(options, { from: current.id, to: logged });
  if (isBegun && !current.isDamaged) return { kind: 'sound' };
  const refs = await listRefs(gitDir);
  const work = `refs/heads/${workBranch}`;
  const others = [...refs.keys()].filter(
    (name) => name.startsWith('refs/heads/') && name !== ref && name !== work,
  );
  if (others.length > 0) return { kind: 'lost', reason: absentAmong(branch, others) };
  const tips = await findTips(options);
  if (tips === null && !current.isDamaged) return { kind: 'sound' };
  // What the branch was before an upstream rewrote it is kept, and no longer what it names.
  const former = new Set(
    [...refs].filter(([name]) => name.startsWith('refs/encrier/backup/')).map(([, id]) => id),
  );
  const [tip, ...more] = tips?.filter((id) => !former.has(id)) ?? [];
  const isOnly = tip !== undefined && more.length === 0 && (await isReadableCommit(objects, tip));
  const to = isOnly ? await publishedOf(options, { refs, tip }) : null;
  if (to === null) return { kind: 'lost', reason: lostReason(branch, tips ?? []) };
  return restoreBranch(options, { from: current.id, to });
}

interface Tip {
  readonly refs: ReadonlyMap<string, string>;
  readonly tip: string;
}

/**
 * The newest commit below a tip that is known to be published: itself, or else what the upstream has. What was published here since
 * then waits, for the work branch holds it. Null where nothing tells.
 */
async function publishedOf(options: RefRepairOptions, { refs, tip }: Tip): Promise<string | null> {
  if (!(await mayOnlyWait(options, { refs, tip }))) return tip;
  const { branch, objects } = options;
  const sent = refs.get(`${SENT_REFS}${branch}`);
  const isBelow =
    sent !== undefined && isObjectId(sent) && (await ifSound(isAncestor(objects, sent, tip), false));
  return isBelow && (await isReadableCommit(objects, sent)) ? sent : null;
}

/** Whether a commit is somebody's own that the work branch holds, or may hold: git says of it nowhere whether it was published. */
async function mayOnlyWait(
  { branch, workBranch, objects }: RefRepairOptions,
  { refs, tip }: Tip,
): Promise<boolean> {
  if ((await objects.readCommit(tip)).committer.name === REPAIRER.name) return false;
  const isIn = async (ref: string): Promise<boolean | null> => {
    const id = refs.get(ref);
    if (id === undefined) return false;
    return isObjectId(id) ? ifSound(isAncestor(objects, tip, id), null) : null;
  };
  if ((await isIn(`${SENT_REFS}${branch}`)) === true) return false;
  const holds = [await isIn(`refs/heads/${workBranch}`), await isIn(`${SENT_REFS}${workBranch}`)];
  return holds.some((isThere) => isThere !== false);
}

/** Whether the branch names a commit whose root can be read. */
export async function isBranchSound({ gitDir, branch, objects }: RefRepairOptions): Promise<boolean> {
  const { id } = await currentCommit(gitDir, `refs/heads/${branch}`);
  return id !== null && (await isReadableCommit(objects, id));
}

interface DamagedRef {
  readonly ref: string;
  /** What its file or packed-refs says. */
  readonly text: string;
}

interface CurrentCommit {
  readonly id: string | null;
  /** Whether the ref is there without being absent or sound: empty, torn, or naming what cannot be read. */
  readonly isDamaged: boolean;
}

async function currentCommit(gitDir: string, ref: string): Promise<CurrentCommit> {
  const id = await ifSound(readRef(gitDir, ref), 'damaged');
  return id === 'damaged' ? { id: null, isDamaged: true } : { id, isDamaged: id !== null };
}

/** Commits that are nobody's parent, those of the work branch left out, whoever names them; null when there is no commit. */
async function findTips({ gitDir, objects }: RefRepairOptions): Promise<readonly string[] | null> {
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

/** All that the repository itself stores, sound or not; one in two places comes twice. What only a damaged index names is left out. */
async function* storedIds(objectsFolder: string): AsyncIterable<string> {
  yield* await listLoose(objectsFolder);
  for await (const index of packIndexes(objectsFolder)) yield* index.ids();
}

/** A damaged one is none. */
async function isCommit(objects: ObjectStore, id: string): Promise<boolean> {
  return unlessDamaged(async () => (await objects.sizeOf(id))?.type === 'commit' && objects.has(id));
}

/** Whether this is a commit that is stored whole, with the root of its files. */
async function isReadableCommit(objects: ObjectStore, id: string): Promise<boolean> {
  return unlessDamaged(async () => {
    await objects.readTree((await objects.readCommit(id)).tree);
    return true;
  });
}

/** The first of these that is a readable commit; null when none is. */
async function firstReadable(objects: ObjectStore, ids: Iterable<string>): Promise<string | null> {
  for (const id of new Set(ids)) {
    if (await isReadableCommit(objects, id)) return id;
  }
  return null;
}

async function unlessDamaged(test: () => Promise<boolean>): Promise<boolean> {
  try {
    return await test();
  } catch (error) {
    if (error instanceof ContentError) return false;
    throw error;
  }
}

async function restoreBranch(
  { gitDir, branch }: RefRepairOptions,
  { from, to }: { readonly from: string | null; readonly to: string },
): Promise<BranchRepair> {
  await restore(gitDir, { ref: `refs/heads/${branch}`, from, to, note: appendReflog });
  const former = from === null ? '' : ` (elle désignait ${from})`;
  const sentence = `La branche «\u00a0${branch}\u00a0» était illisible${former}\u00a0: elle a été rétablie au commit ${to}.`;
  return { kind: 'restored', sentence };
}

interface Restoring {
  readonly ref: string;
  readonly from: string | null;
  readonly to: string;
  /** Where git stops at entries that name what is not there, the reflog begins anew. */
  readonly note: typeof appendReflog | typeof beginReflog;
}

/** Under the lock, and noted in the reflog, as any move; but the ref is not read first: it is what is broken. */
async function restore(gitDir: string, { ref, from, to, note }: Restoring): Promise<void> {
  return withLock({ gitDir, file: path.join(gitDir, ref), content: `${to}\n` }, async (lock) => {
    const committer = signatureOf(REPAIRER, new Date());
    const said = await readOnTheSpot(path.join(gitDir, ref));
    if (said !== null && said.length > 0) await keepAside(gitDir, ref, said);
    await note(gitDir, ref, { from, to, committer, reason: 'encrier: réparation au démarrage' });
    await lock.commit();
  });
}

function absentAmong(branch: string, others: readonly string[]): string {
  const names = others.map((name) => name.slice('refs/heads/'.length)).join(', ');
  return `La branche «\u00a0${branch}\u00a0» est absente ou illisible\u00a0; le dépôt a d’autres branches\u00a0: ${names}.`;
}

function lostReason(branch: string, tips: readonly string[]): string {
  const start = `La branche «\u00a0${branch}\u00a0» est illisible et son journal ne permet pas de la rétablir`;
  if (tips.length === 0) return `${start}\u00a0: aucun commit n’a été retrouvé.`;
  return `${start}\u00a0; son dernier commit peut être l’un de ceux-ci\u00a0: ${tips.slice(0, 10).join(', ')}.`;
}

/**
 * Puts right refs beside the branch that are empty or torn, and of ours those that lead nowhere: each goes back to the last
 * readable commit it is known to have named. One of which nothing is known is set aside, with what it said, for git stops at
 * a damaged ref. A French sentence for each.
 */
export async function repairOtherRefs(options: RefRepairOptions): Promise<readonly string[]> {
  const sentences: string[] = [];
  for (const [ref, text] of await listRefs(options.gitDir)) {
    if (ref === `refs/heads/${options.branch}` || (await isSoundRef(options, { ref, text }))) continue;
    sentences.push(await repairRef(options, { ref, text }));
  }
  return sentences;
}

/**
 * Gives back the refs that a crash or a damaged packed-refs took away, as far as their reflogs tell: a ref that is removed has
 * none. A French sentence for each.
 */
export async function restoreMissingRefs(options: RefRepairOptions): Promise<readonly string[]> {
  const { gitDir, branch, objects } = options;
  const sentences: string[] = [];
  const present = await listRefs(gitDir);
  for (const ref of await listReflogs(gitDir)) {
    if (ref === 'HEAD' || ref === `refs/heads/${branch}` || present.has(ref)) continue;
    const known = await firstReadable(objects, await readReflog(gitDir, ref));
    if (known === null) continue;
    await restore(gitDir, { ref, from: null, to: known, note: beginReflog });
    sentences.push(`${nameOf(ref)} manquait\u00a0: elle a été rétablie au commit ${known}.`);
  }
  return sentences;
}

/** A symbolic one is nobody's torn file, and what somebody else's ref leads to is not ours to judge, as long as git can read it. */
async function isSoundRef(
  { objects, workBranch }: RefRepairOptions,
  { ref, text }: DamagedRef,
): Promise<boolean> {
  if (symbolicTarget(text) !== null) return true;
  if (!isObjectId(text)) return false;
  const isOwn = ref === `refs/heads/${workBranch}` || ref.startsWith(OWN_REFS);
  if (!isOwn) return true;
  const stored = await ifSound(objects.sizeOf(text), null);
  if (stored === null) return false;
  return stored.type === 'commit' ? isReadableCommit(objects, text) : ifSound(objects.has(text), false);
}

async function repairRef({ gitDir, objects }: RefRepairOptions, damaged: DamagedRef): Promise<string> {
  const { ref } = damaged;
  const known = await firstReadable(objects, await knownCommits(gitDir, ref));
  const isMovedHere = ref.startsWith('refs/heads/') || ref.startsWith(OWN_REFS);
  const packed = isMovedHere ? undefined : (await readPackedRefs(gitDir)).get(ref);
  if (known === null && packed !== undefined) {
    const aside = await removeRef(gitDir, damaged, () => removeFileDurably(path.join(gitDir, ref)));
    return `${nameOf(ref)} était illisible\u00a0: elle désigne de nouveau ${packed}, comme dans packed-refs\u00a0; son fichier est dans «\u00a0${aside}\u00a0».`;
  }
  if (known === null) {
    const aside = await removeRef(gitDir, damaged, () => forgetRef({ gitDir, ref }));
    return `${nameOf(ref)} était illisible et rien ne permet de la rétablir\u00a0: elle a été mise de côté dans «\u00a0${aside}\u00a0».`;
  }
  await restore(gitDir, { ref, from: null, to: known, note: beginReflog });
  return `${nameOf(ref)} était illisible\u00a0: elle a été rétablie au commit ${known}.`;
}

/** The commits a ref named, newest first; of a branch at last the one that the upstream is known to have. */
async function knownCommits(gitDir: string, ref: string): Promise<readonly string[]> {
  const logged = await readReflog(gitDir, ref);
  const packed = (await readPackedRefs(gitDir)).get(ref) ?? [];
  const sent = (await listRefs(gitDir)).get(ref.replace(/^refs\/heads\//, SENT_REFS)) ?? [];
  return [...logged, packed, sent].flat();
}

/** Answers where what it said is kept; that is on disk before it goes: a crash in between keeps it once more. */
async function removeRef(
  gitDir: string,
  { ref, text }: DamagedRef,
  remove: () => Promise<void>,
): Promise<string> {
  return withLock({ gitDir, file: path.join(gitDir, ref), content: '' }, async () => {
    const aside = await keepAside(gitDir, ref, Buffer.from(`${text}\n`, 'latin1'));
    await remove();
    return aside;
  });
}

function nameOf(ref: string): string {
  return ref.startsWith('refs/heads/')
    ? `La branche «\u00a0${ref.slice('refs/heads/'.length)}\u00a0»`
    : `La référence «\u00a0${ref}\u00a0»`;
}

const PACKED_REF = /^[0-9a-f]{40} refs\/[^\0]+$/i;
const HEAD_LINE = '# pack-refs with: peeled fully-peeled sorted ';

/**
 * Gives packed-refs back the form without which git refuses to work at all: lines that a power cut left torn go, and a last one
 * without its end, whose name may be cut; the file as it was is kept beside. Null when it was sound, or not there.
 */
export async function repairPackedRefs(gitDir: string): Promise<string | null> {
  const file = path.join(gitDir, 'packed-refs');
  const text = await ifThere(readFile(file, 'latin1'), null);
  if (text === null) return null;
  const lines = text.split('\n');
  const end = lines.pop();
  const refs = lines.filter((line) => PACKED_REF.test(line));
  /** The head of the file, a ref, or what the tag of the line before points at (git-pack-refs(1)). */
  const isSound = (line: string, at: number): boolean =>
    PACKED_REF.test(line) ||
    (at === 0 && line.startsWith('# pack-refs with:')) ||
    (/^\^[0-9a-f]{40}$/i.test(line) && PACKED_REF.test(lines[at - 1] ?? ''));
  // git never leaves it empty: its head is always there.
  if (text !== '' && end === '' && lines.every(isSound)) return null;
  // Without a head git relies on no order, and on no line of a tag.
  const content = (refs.length === 0 ? [HEAD_LINE] : refs).map((line) => `${line}\n`).join('');
  return withLock({ gitDir, file, content: '' }, async (lock) => {
    await lock.fill(Buffer.from(content, 'latin1'));
    const aside = await keepAside(gitDir, 'packed-refs', Buffer.from(text, 'latin1'));
    await lock.commit();
    return `Le fichier packed-refs était abîmé\u00a0: ses lignes lisibles ont été gardées, et il est tel qu’il était dans «\u00a0${aside}\u00a0».`;
  });
}
