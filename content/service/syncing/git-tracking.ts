import { readRef } from '#content/git/refs/refs.ts';
import { setRef } from '#content/git/refs/set-ref.ts';
import { trackOrigin } from '#content/remote/origin.ts';
import type { Person } from '../../model/change-set.ts';
import { sentCommit } from './tracked-branch.ts';

interface Tracked {
  readonly gitDir: string;
  readonly branches: readonly string[];
  readonly committer: Person;
  readonly now: number;
}

/**
 * Moves the refs that the git program compares a clone with to what the upstream has of our branches, as its own clone, fetch and
 * push do. Left behind, `git status` says that what the remote has long been given is still to be sent; without them, that the
 * upstream is gone.
 */
export async function trackForGit({ gitDir, branches, committer, now }: Tracked): Promise<void> {
  for (const branch of branches) {
    const to = await sentCommit({ gitDir, branch });
    if (to === null) continue;
    const ref = `refs/remotes/origin/${branch}`;
    const from = await readRef(gitDir, ref);
    await setRef({ gitDir, ref, from, to, committer, now, reason: 'sync' });
    if (from === null) await trackOrigin(gitDir, branch);
  }
}
