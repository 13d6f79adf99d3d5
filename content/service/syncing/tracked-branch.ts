import { readRef } from '#content/git/refs/refs.ts';
import { setRef } from '#content/git/refs/set-ref.ts';
import type { SyncOptions } from './sync-options.ts';

/** A branch of a repository. */
type Branch = Pick<SyncOptions, 'gitDir' | 'branch'>;

/** Where our branch is; null when it has no commit. */
export function headOf({ gitDir, branch }: Branch): Promise<string | null> {
  return readRef(gitDir, `refs/heads/${branch}`);
}

/** The last commit of a branch that the upstream is known to have and ours holds; null before the first exchange. */
export function sentCommit({ gitDir, branch }: Branch): Promise<string | null> {
  return readRef(gitDir, trackingRef(branch));
}

/**
 * What the last upstream had counts no longer: another one is followed from now on, which may be behind it without having
 * been rewritten. To be called while nothing syncs.
 */
export async function forgetUpstream(gitDir: string, branches: readonly string[]): Promise<void> {
  for (const ref of branches.map(trackingRef))
    await setRef({ gitDir, ref, from: await readRef(gitDir, ref), to: null });
}

/** Notes what the upstream has. Nobody else moves this ref; one that moved all the same is set by the next sync. */
export async function track(
  { gitDir, committer, clock }: SyncOptions,
  branch: string,
  to: string,
): Promise<void> {
  const ref = trackingRef(branch);
  const from = await readRef(gitDir, ref);
  await setRef({ gitDir, ref, from, to, committer, now: clock(), reason: 'sync' });
}

function trackingRef(branch: string): string {
  return `refs/remotes/upstream/${branch}`;
}
