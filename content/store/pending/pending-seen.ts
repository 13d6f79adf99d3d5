import type { Person } from '../../model/change-set.ts';
import { moveRef } from '../refs/ref-lock.ts';
import { removeRef } from '../refs/ref-removal.ts';
import { signatureOf } from '../signature.ts';
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
      const ref = below + id;
      if (from === to) return;
      const signature = signatureOf(committer, new Date(clock()));
      if (to !== null) await moveRef({ gitDir, ref, from, to, committer: signature, reason: 'seen' });
      else if (from !== null) await removeRef({ gitDir, ref, from });
    },
  };
}

export type SeenPending = ReturnType<typeof createSeenPending>;
