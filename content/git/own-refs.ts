import { isObjectId } from './objects/object-id.ts';
import { listRefs, readRef } from './refs/refs.ts';
import { removeRef, setRef } from './refs/set-ref.ts';
import type { RefWriter } from './repository.ts';

/** Of the last commit of each branch that the upstream is known to have: a remote of any name may have refs below refs/remotes/. */
export const SENT_REFS = 'refs/encrier/sent/';

const OFFERED_REFS = 'refs/encrier/offered/';
const BRANCH = '/branch';

/**
 * What a remote was sent of the branch and may have taken, though no answer said so: `refs/encrier/offered/<remote>/branch`.
 * Noted before anything is sent, gone once the answer is here: what one may have says nothing of another.
 * One exchange at a time.
 */
export function createOffered(repository: RefWriter, remote: string) {
  const { gitDir } = repository;
  const ref = `${OFFERED_REFS}${remote}${BRANCH}`;
  return {
    branch: (): Promise<string | null> => readRef(gitDir, ref),
    /** On disk when this returns; null when there is nothing to ask about any longer. */
    async noteBranch(to: string | null): Promise<void> {
      const from = await readRef(gitDir, ref);
      if (to === null) await removeRef(gitDir, { ref, from });
      else await setRef(repository, { ref, from, to, reason: 'offered' });
    },
  };
}

/** The commits of the branch that any remote may have. */
export async function offeredBranches(gitDir: string): Promise<readonly string[]> {
  const refs = await listRefs(gitDir, OFFERED_REFS);
  return [...refs].flatMap(([ref, commit]) => (ref.endsWith(BRANCH) && isObjectId(commit) ? commit : []));
}

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
