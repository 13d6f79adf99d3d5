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

const DROPPED_REFS = 'refs/encrier/dropped/';
const KEPT_MONTHS = 12;

/**
 * Keeps within reach files of a folder that the branch's take the place of, on disk when this returns:
 * `refs/encrier/dropped/outside/<moment>-<commit>`, for twelve months. The commit has them as they were.
 */
export async function keepDropped(repository: RefWriter, commit: string): Promise<void> {
  const moment = momentOf(new Date(repository.clock()));
  const ref = `${DROPPED_REFS}outside/${moment}-${commit.slice(0, 12)}`;
  // 'stale': it was kept a moment ago, under the same name and so with the same commit.
  await setRef(repository, { ref, from: null, to: commit, reason: 'dropped' });
}

/** Lets go of what was kept so and whose time is over at a moment (milliseconds since 1970), and answers how many. */
export async function expireDropped(gitDir: string, now: number): Promise<number> {
  const oldest = new Date(now);
  oldest.setUTCMonth(oldest.getUTCMonth() - KEPT_MONTHS);
  let count = 0;
  for (const [ref, commit] of await listRefs(gitDir, DROPPED_REFS)) {
    // A name that says no moment is not ours, and never too old.
    const [, moment] = /\/(\d{8}T\d{6}Z)-[0-9a-f]+$/.exec(ref) ?? [];
    if (!isObjectId(commit) || moment === undefined || moment >= momentOf(oldest)) continue;
    if ((await removeRef(gitDir, { ref, from: commit })) === 'set') count += 1;
  }
  return count;
}

/** 20261124T223000Z: later ones come after it in the alphabet. */
function momentOf(date: Date): string {
  return date.toISOString().replace(/[-:]|\.\d+/g, '');
}
