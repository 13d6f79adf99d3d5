import { setRef } from './refs/set-ref.ts';
import type { RefWriter } from './repository.ts';

/** Of the last commit of each branch that the upstream is known to have: a remote of any name may have refs below refs/remotes/. */
export const SENT_REFS = 'refs/encrier/sent/';

/**
 * Keeps within reach files of a folder that the branch's take the place of, on disk when this returns:
 * `refs/encrier/dropped/outside/<moment>-<commit>`, for good. The commit has them as they were.
 */
export async function keepDropped(repository: RefWriter, commit: string): Promise<void> {
  // 20261124T223000Z: later ones come after it in the alphabet.
  const moment = new Date(repository.clock()).toISOString().replace(/[-:]|\.\d+/g, '');
  const ref = `refs/encrier/dropped/outside/${moment}-${commit.slice(0, 12)}`;
  // 'stale': it was kept a moment ago, under the same name and so with the same commit.
  await setRef(repository, { ref, from: null, to: commit, reason: 'dropped' });
}
