import path from 'node:path';
import * as z from 'zod';
import { SENT_REFS } from '#content/git/own-refs.ts';
import { compareHistories } from '#content/git/paint-history.ts';
import { readRef } from '#content/git/refs/refs.ts';
import { removeRef, setRef } from '#content/git/refs/set-ref.ts';
import type { RefWriter, Repository } from '#content/git/repository.ts';
import { createStateFile } from '#content/git/state-file.ts';
import { trackOrigin } from '#content/remote/origin.ts';
import type { Remote } from '#content/remote/remote.ts';
import type { SyncBackup } from '../../contract/sync-operations.ts';
import type { PendingVersions } from '../waiting/pending.ts';
import { isSameFile } from './tree-sides.ts';

/** What an exchange with an upstream is made with. */
export interface SyncOptions {
  readonly repository: Repository;
  readonly remote: Remote;
  /** `author` sends what was written here; `reader` follows, and has no commits of its own. */
  readonly role: 'author' | 'reader';
  /** Whose text stands where only the author can decide: a server's own; on a desktop the upstream's, which readers have. */
  readonly stands: 'ours' | 'theirs';
  readonly pending: PendingVersions;
  /** Runs what moves the branch while no save of ours does. */
  readonly exclusively: <Value>(work: () => Promise<Value>) => Promise<Value>;
  readonly onMoved: () => void;
  /**
   * The upstream was rewritten (`branch`), or the work branch made anew without what the other side gave up, or refuses (`pending`): the
   * ref that has what we had.
   */
  readonly onBackup: (ref: string, kind: SyncBackup['kind']) => void;
}

type Branch = Pick<Repository, 'gitDir' | 'branch'>;

/** Where our branch is; null when it has no commit. */
export function headOf({ gitDir, branch }: Branch): Promise<string | null> {
  return readRef(gitDir, `refs/heads/${branch}`);
}

/** The last commit of a branch that the upstream is known to have and ours holds; null before the first exchange. */
export function sentCommit({ gitDir, branch }: Branch): Promise<string | null> {
  return readRef(gitDir, trackingRef(branch));
}

/**
 * What the last upstream had counts no longer once another one is followed, which may be behind it without having been
 * rewritten.
 */
export async function forgetFormerUpstream({ repository, remote, pending }: SyncOptions): Promise<void> {
  const { gitDir, branch } = repository;
  /** The upstream that the tracking refs tell of. */
  const followed = createStateFile<string | null>({
    file: path.join(gitDir, 'encrier', 'upstream.json'),
    schema: z.string().nullable(),
    none: null,
    without: 'le dépôt suivi compte pour celui d’avant',
    say: () => undefined, // Which it nearly always is.
  });
  const former = await followed.read();
  if (former === remote.id) return;
  // First: a crash in between only makes the next exchange look at more.
  if (former !== null)
    for (const ref of [branch, pending.branch].map(trackingRef))
      await removeRef(gitDir, { ref, from: await readRef(gitDir, ref) });
  await followed.change(() => remote.id);
}

/** Notes what the upstream has. Nobody else moves this ref; one that moved all the same is set by the next sync. */
export async function track(repository: RefWriter, branch: string, to: string): Promise<void> {
  await moveTo(repository, trackingRef(branch), to);
}

/** Answers where it was. */
async function moveTo(repository: RefWriter, ref: string, to: string): Promise<string | null> {
  const from = await readRef(repository.gitDir, ref);
  await setRef(repository, { ref, from, to, reason: 'sync' });
  return from;
}

function trackingRef(branch: string): string {
  return `${SENT_REFS}${branch}`;
}

/** What git notes that the remote has, as the clone does that somebody makes with it. */
function originRef(branch: string): string {
  return `refs/remotes/origin/${branch}`;
}

/**
 * Moves the refs that the git program compares a clone with to what the upstream has of our branches, as its own clone, fetch and
 * push do. Left behind, `git status` says that what the remote has long been given is still to be sent; without them, that the
 * upstream is gone.
 */
export async function trackForGit(repository: RefWriter, branches: readonly string[]): Promise<void> {
  const { gitDir } = repository;
  for (const branch of branches) {
    const to = await sentCommit({ gitDir, branch });
    if (to === null) continue;
    const before = await moveTo(repository, originRef(branch), to);
    if (before === null) await trackOrigin(gitDir, branch);
  }
}

/** How many commits and waiting texts of ours the upstream has not, as far as the last sync knows. */
export async function countUnsent(options: SyncOptions): Promise<number> {
  if (options.role === 'reader') return 0;
  return (await countUnsentCommits(options)) + (await countUnsentWaiting(options));
}

async function countUnsentCommits({ repository }: SyncOptions): Promise<number> {
  const [head, sent] = [await headOf(repository), await lastSent(repository)];
  if (head === null || head === sent) return 0;
  const theirs = sent === null ? [] : [sent];
  return (await compareHistories(repository.objects, { ours: [head], theirs })).ours.length;
}

/** The same commit; before the first exchange, what a clone was made from. */
export async function lastSent(branch: Branch): Promise<string | null> {
  return (await sentCommit(branch)) ?? readRef(branch.gitDir, originRef(branch.branch));
}

/** How many texts wait here otherwise than there, as far as the last exchange knows. */
async function countUnsentWaiting({ pending, repository: { gitDir } }: SyncOptions): Promise<number> {
  const sent = await sentCommit({ gitDir, branch: pending.branch });
  if (sent === (await pending.tip())) return 0;
  const [here, there] = [(await pending.waiting()).posts, await pending.listAt(sent)];
  const ids = [...new Set([...here.keys(), ...there.keys()])];
  return ids.filter((id) => !isSameFile(here.get(id)?.file, there.get(id)?.file)).length;
}
