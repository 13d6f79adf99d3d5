import type { Person } from '#content/model/change-set.ts';
import { isObjectId } from './objects/object-id.ts';
import { listRefs, readRef } from './refs/refs.ts';
import { setRef } from './refs/set-ref.ts';

/** Of the last commit of each branch that the upstream is known to have: a remote of any name may have refs below refs/remotes/. */
export const SENT_REFS = 'refs/encrier/sent/';

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

const DROPPED_REFS = 'refs/encrier/dropped/';
const KEPT_MONTHS = 12;

interface Dropped {
  readonly gitDir: string;
  /** A commit that has the files as they were. */
  readonly commit: string;
  readonly committer: Person;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Keeps within reach files of a folder that the branch's take the place of, on disk when this returns:
 * `refs/encrier/dropped/outside/<moment>-<commit>`, for twelve months.
 */
export async function keepDropped({ gitDir, commit, committer, now }: Dropped): Promise<void> {
  const ref = `${DROPPED_REFS}outside/${momentOf(new Date(now))}-${commit.slice(0, 12)}`;
  // 'stale': it was kept a moment ago, under the same name and so with the same commit.
  await setRef({ gitDir, ref, from: null, to: commit, committer, now, reason: 'dropped' });
}

/** Lets go of what was kept so and whose time is over, and answers how many. */
export async function expireDropped({ gitDir, now }: Pick<Dropped, 'gitDir' | 'now'>): Promise<number> {
  const oldest = new Date(now);
  oldest.setUTCMonth(oldest.getUTCMonth() - KEPT_MONTHS);
  let count = 0;
  for (const [ref, commit] of await listRefs(gitDir, DROPPED_REFS)) {
    // A name that says no moment is not ours, and never too old.
    const [, moment] = /\/(\d{8}T\d{6}Z)-[0-9a-f]+$/.exec(ref) ?? [];
    if (!isObjectId(commit) || moment === undefined || moment >= momentOf(oldest)) continue;
    if ((await setRef({ gitDir, ref, from: commit, to: null })) === 'set') count += 1;
  }
  return count;
}

/** 20261124T223000Z: later ones come after it in the alphabet. */
function momentOf(date: Date): string {
  return date.toISOString().replace(/[-:]|\.\d+/g, '');
}
