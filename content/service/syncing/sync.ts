import type { Person } from '../../model/change-set.ts';
import { ContentError, hasCode } from '../../model/errors.ts';
import type { ObjectStore } from '../../store/objects/objects.ts';
import { offeredBranches } from '../../store/offered.ts';
import type { PendingVersions } from '../../store/pending/pending.ts';
import { moveRef } from '../../store/refs/ref-lock.ts';
import { removeRef } from '../../store/refs/ref-removal.ts';
import { readRef } from '../../store/refs/refs.ts';
import { compareHistories, isAncestor } from '../../store/remote/paint-history.ts';
import type { Remote, RemoteBranchAndPending } from '../../store/remote.ts';
import { signatureOf } from '../../store/signature.ts';
import { forgetAnswered } from './answered-clashes.ts';
import { keepBackup } from './backup-refs.ts';
import { countUnsentVersions, exchangePending, knownPending, offeredOf } from './exchange-pending.ts';
import { keepTheirs } from './keep-theirs.ts';
import { findMergeBase } from './merge-base.ts';
import type { OpenClashes } from './open-clashes.ts';
import { writeMerge } from './write-merge.ts';

/** Another writer may come first each time, here or there; one who never lets us pass is left for the next sync. */
const MAX_ROUNDS = 20;

export interface SyncOptions {
  readonly gitDir: string;
  readonly branch: string;
  readonly objects: ObjectStore;
  readonly remote: Remote;
  /** `author` sends what was written here; `reader` follows, and has no commits of its own. */
  readonly role: 'author' | 'reader';
  readonly committer: Person;
  readonly clock: () => number;
  readonly pending: PendingVersions;
  readonly clashes: OpenClashes;
  /** Runs what moves the branch while no save of ours does. */
  readonly exclusively: <Value>(work: () => Promise<Value>) => Promise<Value>;
  /** The branch has moved. */
  readonly onMoved: () => void;
  /** A pending version of the upstream did not go together with ours: the ref that has it. */
  readonly onPendingBackup: (ref: string) => void;
}

export interface Synced {
  /** Where both are now; null when both are empty. */
  readonly commit: string | null;
  /** Whether what is served here changed. */
  readonly hasMoved: boolean;
  /** The ref under which our commits were kept, when the upstream was rewritten. */
  readonly backup: string | null;
  /** How many pending versions the upstream does not take; its branch is as it should be all the same. */
  readonly refusedPending: number;
}

/**
 * Brings a branch and its upstream to one commit: fetch, merge, push, again until nobody was faster. Throws ContentError
 * 'remote' with what went wrong there; nothing here is lost by it. The tracking ref names the last commit of the upstream
 * that our branch holds: an upstream which no longer has it was rewritten (issue: followed, ours kept under
 * refs/encrier/backup/).
 */
export async function syncBranch(options: SyncOptions): Promise<Synced> {
  let hasMoved = false;
  let backup: string | null = null;
  if ((await options.clashes.list()).length > 0)
    await options.exclusively(async () => forgetAnswered({ ...options, head: await headOf(options) }));
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const fetched = await fetchFor(options);
    const { tip } = fetched;
    const met = tip === null ? null : await options.exclusively(() => meet(options, tip));
    if (met !== null) {
      hasMoved ||= met.hasMoved;
      backup ??= met.backup;
      if (met.hasMoved) options.onMoved();
    }
    const head = await headOf(options);
    if (options.role === 'reader' || head === null)
      return { commit: tip, hasMoved, backup, refusedPending: 0 };
    const commit = head === tip ? tip : await pushed(options, tip);
    if (commit === null) continue;
    const refusedPending = await exchangePending(options, fetched);
    // Once more: somebody may only have been faster.
    const isDone = refusedPending === 0 || round > 0;
    if (isDone && (await headOf(options)) === commit) return { commit, hasMoved, backup, refusedPending };
  }
  throw new ContentError('remote', { fault: 'behind' });
}

/** A reader has no use for what is not published. */
async function fetchFor(options: SyncOptions): Promise<RemoteBranchAndPending> {
  const { remote, role } = options;
  const known = await knownCommits(options);
  if (role === 'reader') return { ...(await remote.fetch(known)), pending: new Map() };
  return remote.fetchAll([...known, ...(await knownPending(options))]);
}

/**
 * Sends the branch, and answers what was sent; null when somebody else was first. What the other side may have is noted before:
 * no save comes between the note and what it names.
 */
async function pushed(options: SyncOptions, tip: string | null): Promise<string | null> {
  const offered = offeredOf(options);
  const before = await offered.branch();
  const head = await options.exclusively(async () => {
    const to = await headOf(options);
    await offered.noteBranch(to);
    return to;
  });
  if (head === null) return null;
  const sending = { hasBegun: false };
  try {
    await options.remote.push({ from: tip, to: head, onSending: () => void (sending.hasBegun = true) });
  } catch (error) {
    if (!sending.hasBegun || isRefusal(error)) await offered.noteBranch(before);
    if (!hasCode(error, 'remote') || error.data.fault !== 'behind') throw error;
    return null;
  }
  await track(options, head);
  await offered.noteBranch(null);
  return head;
}

/** Whether the other side said that it has not taken what it was sent. */
function isRefusal(error: unknown): boolean {
  return hasCode(error, 'remote') && ['behind', 'rejected'].includes(error.data.fault);
}

/** How many commits and pending versions of ours the upstream has not, as far as the last sync knows. */
export async function countUnsent(options: SyncOptions): Promise<number> {
  if (options.role === 'reader') return 0;
  return (await countUnsentCommits(options)) + (await countUnsentVersions(options));
}

async function countUnsentCommits(options: SyncOptions): Promise<number> {
  const head = await headOf(options);
  const sent = await readRef(options.gitDir, trackingRef(options.branch));
  if (head === null || head === sent) return 0;
  const { ours } = await compareHistories(options.objects, {
    ours: [head],
    theirs: sent === null ? [] : [sent],
  });
  return ours.length;
}

/** The last commit that the upstream is known to have and our branch holds; null before the first exchange. */
export function sentCommit({
  gitDir,
  branch,
}: Pick<SyncOptions, 'gitDir' | 'branch'>): Promise<string | null> {
  return readRef(gitDir, trackingRef(branch));
}

interface Sent extends Pick<SyncOptions, 'gitDir' | 'objects'> {
  /** The last commit that the upstream is known to have; null when none is. */
  readonly sent: string | null;
}

/** Whether a commit of ours may be known elsewhere: it was sent, or a push of it was begun whose answer never came. */
export async function mayBeSent({ gitDir, objects, sent }: Sent, commit: string): Promise<boolean> {
  for (const known of [sent, ...(await offeredBranches(gitDir))])
    if (known !== null && (await isAncestor(objects, commit, known))) return true;
  return false;
}

/**
 * What the last upstream had counts no longer: another one is followed from now on, which may be behind it without having
 * been rewritten. To be called while nothing syncs.
 */
export async function forgetUpstream({
  gitDir,
  branch,
}: Pick<SyncOptions, 'gitDir' | 'branch'>): Promise<void> {
  const ref = trackingRef(branch);
  const from = await readRef(gitDir, ref);
  if (from !== null) await removeRef({ gitDir, ref, from });
}

function trackingRef(branch: string): string {
  return `refs/remotes/upstream/${branch}`;
}

function headOf({ gitDir, branch }: Pick<SyncOptions, 'gitDir' | 'branch'>): Promise<string | null> {
  return readRef(gitDir, `refs/heads/${branch}`);
}

async function knownCommits(options: SyncOptions): Promise<readonly string[]> {
  const known = [await headOf(options), await readRef(options.gitDir, trackingRef(options.branch))];
  return known.flatMap((id) => id ?? []);
}

interface Met {
  readonly hasMoved: boolean;
  readonly backup: string | null;
}

/** Has our branch hold what the upstream's holds, which is here already. */
async function meet(options: SyncOptions, tip: string): Promise<Met> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const head = await headOf(options);
    const met = await tryToMeet(options, head, tip);
    if (met === null) continue;
    await track(options, tip);
    return met;
  }
  throw new ContentError('locked', { lock: options.branch });
}

/** Null when the branch moved meanwhile. */
async function tryToMeet(options: SyncOptions, head: string | null, tip: string): Promise<Met | null> {
  const { objects, gitDir, branch } = options;
  if (head === tip) return { hasMoved: false, backup: null };
  if (head === null) return (await move(options, null, tip)) ? { hasMoved: true, backup: null } : null;
  const tracked = await readRef(gitDir, trackingRef(branch));
  if (tracked !== null && !(await isAncestor(objects, tracked, tip)))
    return followRewritten(options, { head, tracked, tip });
  if (await isAncestor(objects, tip, head)) return { hasMoved: false, backup: null };
  if (await isAncestor(objects, head, tip))
    return (await move(options, head, tip)) ? { hasMoved: true, backup: null } : null;
  if (options.role === 'reader') return followRewritten(options, { head, tracked: tracked ?? head, tip });
  const base = await findMergeBase(objects, { ours: head, theirs: tip });
  if (base === null) throw new ContentError('remote', { fault: 'unrelated' });
  const isDone = await merge(options, { base, ours: head, theirs: tip, parents: [head, tip] });
  return isDone ? { hasMoved: true, backup: null } : null;
}

interface Rewritten {
  readonly head: string;
  readonly tracked: string;
  readonly tip: string;
}

/**
 * The upstream gave up commits that it had. Ours stay under a backup ref; the branch follows, and what was written here and
 * not sent yet is made again on top. An upstream that has nothing in common with what it was is another one: refused.
 */
async function followRewritten(options: SyncOptions, { head, tracked, tip }: Rewritten): Promise<Met | null> {
  const { objects } = options;
  const { bases } = await compareHistories(objects, { ours: [tracked], theirs: [tip] });
  if (bases.length === 0) throw new ContentError('remote', { fault: 'unrelated' });
  const backup = await keepBackup(options, head);
  const isDone =
    head === tracked || options.role === 'reader'
      ? await move(options, head, tip)
      : await merge(options, { base: tracked, ours: head, theirs: tip, parents: [tip] });
  return isDone ? { hasMoved: true, backup } : null;
}

interface Merging {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
  readonly parents: readonly string[];
}

/** Questions are written before the branch moves: a crash in between asks once too often, and never forgets one. */
async function merge(options: SyncOptions, { base, ours, theirs, parents }: Merging): Promise<boolean> {
  const { objects, committer, clock, pending, clashes } = options;
  const now = clock();
  const made = await writeMerge(objects, { base, ours, theirs, parents, committer, now: new Date(now) });
  const open = [];
  for (const clash of made.clashes)
    open.push(await keepTheirs({ objects, pending, now }, clash, { base, theirs }));
  await clashes.add(open);
  return move(options, ours, made.commit);
}

async function move(options: SyncOptions, from: string | null, to: string): Promise<boolean> {
  const { gitDir, branch, committer, clock } = options;
  const signature = signatureOf(committer, new Date(clock()));
  const ref = `refs/heads/${branch}`;
  return (await moveRef({ gitDir, ref, from, to, committer: signature, reason: 'sync' })) === 'moved';
}

/** Nobody else moves this ref; one that moved all the same is set by the next sync. */
async function track({ gitDir, branch, committer, clock }: SyncOptions, to: string): Promise<void> {
  const ref = trackingRef(branch);
  const from = await readRef(gitDir, ref);
  if (from === to) return;
  const signature = signatureOf(committer, new Date(clock()));
  await moveRef({ gitDir, ref, from, to, committer: signature, reason: 'sync' });
}
