import type { Person } from '../../model/change-set.ts';
import { readRef } from '../../store/refs/refs.ts';
import { setRef } from '../../store/refs/set-ref.ts';

interface Tracked {
  readonly gitDir: string;
  readonly branch: string;
  /** Where `origin` is. */
  readonly commit: string;
  readonly committer: Person;
  readonly now: number;
}

/**
 * Moves the ref that the git program compares a clone with, as its own clone, fetch and push do. Left behind, `git status`
 * says that what the remote has long been given is still to be sent; without it, that the upstream is gone.
 */
export async function trackForGit({ gitDir, branch, commit, committer, now }: Tracked): Promise<void> {
  const ref = `refs/remotes/origin/${branch}`;
  const from = await readRef(gitDir, ref);
  await setRef({ gitDir, ref, from, to: commit, committer, now, reason: 'sync' });
}
