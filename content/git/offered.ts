import type { Person } from '#content/model/change-set.ts';
import { isObjectId } from './objects/object-id.ts';
import { listRefs, readRef } from './refs/refs.ts';
import { setRef } from './refs/set-ref.ts';

const OFFERED_REFS = 'refs/encrier/offered/';
const BRANCH = '/branch';

interface OfferedOptions {
  readonly gitDir: string;
  /** Which remote: what one may have says nothing of another. */
  readonly remote: string;
  readonly committer: Person;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/**
 * What a remote was sent of the branch and may have taken, though no answer said so: `refs/encrier/offered/<remote>/branch`.
 * Noted before anything is sent, gone once the answer is here. One exchange at a time.
 */
export function createOffered({ gitDir, remote, committer, clock }: OfferedOptions) {
  const ref = `${OFFERED_REFS}${remote}${BRANCH}`;
  return {
    branch: (): Promise<string | null> => readRef(gitDir, ref),
    /** On disk when this returns; null when there is nothing to ask about any longer. */
    async noteBranch(to: string | null): Promise<void> {
      const from = await readRef(gitDir, ref);
      await setRef({ gitDir, ref, from, to, committer, now: clock(), reason: 'offered' });
    },
  };
}

/** The commits of the branch that any remote may have. */
export async function offeredBranches(gitDir: string): Promise<readonly string[]> {
  const refs = await listRefs(gitDir, OFFERED_REFS);
  return [...refs].flatMap(([ref, commit]) => (ref.endsWith(BRANCH) && isObjectId(commit) ? commit : []));
}

export type Offered = ReturnType<typeof createOffered>;
