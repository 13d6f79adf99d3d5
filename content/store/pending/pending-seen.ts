import type { Person } from '../../model/change-set.ts';
import { setRef } from '../refs/set-ref.ts';
import { refsByPost } from './pending-refs.ts';

interface SeenOptions {
  readonly gitDir: string;
  /** Which remote: what one has says nothing of another. */
  readonly remote: string;
  readonly committer: Person;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/**
 * The pending versions that a remote and we agreed on last: `refs/encrier/seen/<remote>/<post id>`. They tell a version
 * deleted on one side from one that is new on the other, and keep the text both started from.
 */
export function createSeenPending({ gitDir, remote, committer, clock }: SeenOptions) {
  const below = `refs/encrier/seen/${remote}/`;

  return {
    /** Post id → commit; null for a damaged ref. */
    list: () => refsByPost(gitDir, below),

    /** Both sides have `to` now (null: neither has any), on disk when this returns. */
    async note(id: string, { from, to }: { readonly from: string | null; readonly to: string | null }) {
      const said = { committer, now: clock(), reason: 'seen' };
      await setRef({ gitDir, ref: below + id, from, to, ...said });
    },
  };
}

export type SeenPending = ReturnType<typeof createSeenPending>;
