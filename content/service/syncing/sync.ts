import { createOffered, type Offered } from '#content/git/own-refs.ts';
import type { RemoteBranches } from '#content/remote/remote.ts';
import { ContentError, hasCode } from '../../model/errors.ts';
import { forgetAnswered } from './answered-clashes.ts';
import { joinWork, pushWork } from './exchange-work.ts';
import { type Met, meet } from './meet-upstream.ts';
import type { SyncOptions } from './sync-options.ts';
import { headOf, sentCommit, track } from './tracked-branch.ts';

/** Another writer may come first each time, here or there; one who never lets us pass is left for the next sync. */
const MAX_ROUNDS = 20;

export interface Synced {
  /** Where both are now; null when both are empty. */
  readonly commit: string | null;
  /** Whether what is served here changed. */
  readonly hasMoved: boolean;
  /** The ref under which our commits were kept, when the upstream was rewritten. */
  readonly backup: string | null;
  /** How many waiting texts the upstream does not take; its published branch is as it should be all the same. */
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
    const { tip, work } = fetched;
    const met = await options.exclusively(() => meetBoth(options, fetched));
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
    const refusedPending = await pushWork(options, work);
    if (refusedPending !== 'behind' && (await headOf(options)) === commit)
      return { commit, hasMoved, backup, refusedPending };
  }
  throw new ContentError('remote', { fault: 'behind' });
}

/** A reader has no use for what is not published. */
async function fetchFor(options: SyncOptions): Promise<RemoteBranches> {
  const { remote, role, pending } = options;
  const known = await knownCommits(options);
  if (role === 'reader') return { ...(await remote.fetch(known)), work: null };
  return remote.fetchBoth(known, pending.branch);
}

async function meetBoth(options: SyncOptions, { tip, work }: RemoteBranches): Promise<Met | null> {
  const met = tip === null ? null : await meet(options, tip);
  if (options.role === 'author') await joinWork(options, work);
  return met;
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
    await options.remote.push({
      branch: options.branch,
      from: tip,
      to: head,
      onSending: () => void (sending.hasBegun = true),
    });
  } catch (error) {
    if (!sending.hasBegun || isRefusal(error)) await offered.noteBranch(before);
    if (!hasCode(error, 'remote') || error.data.fault !== 'behind') throw error;
    return null;
  }
  await track(options, options.branch, head);
  await offered.noteBranch(null);
  return head;
}

/** Whether the other side said that it has not taken what it was sent. */
function isRefusal(error: unknown): boolean {
  return hasCode(error, 'remote') && ['behind', 'rejected'].includes(error.data.fault);
}

async function knownCommits(options: SyncOptions): Promise<readonly string[]> {
  const { gitDir, objects, pending } = options;
  const sent = await sentCommit({ gitDir, branch: pending.branch });
  const known = [await headOf(options), await sentCommit(options), await pending.tip()];
  const isWhole = sent !== null && (await objects.has(sent));
  return [...known, isWhole ? sent : null].flatMap((id) => id ?? []);
}

function offeredOf({ gitDir, remote, committer, clock }: SyncOptions): Offered {
  return createOffered({ gitDir, remote: remote.id, committer, clock });
}
