import { hasCode } from '../../model/errors.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import type { PendingContext } from '../pending-keeping.ts';
import { appliedVersion } from '../pending-versions.ts';

/**
 * Lets go of pending versions that say nothing the branch does not hold: they were published, or the author settled what kept
 * them from it, and the program ended before it let go of them. What clashes, or cannot be read, stays.
 */
export async function dropSpentVersions(posts: PendingContext, ids: Iterable<string>): Promise<void> {
  await posts.workspace.write(async (snapshot) => {
    for (const id of ids) {
      const commit = await spentCommit(posts, snapshot, id);
      if (commit !== null) await posts.pending.remove(id, commit);
    }
  });
}

async function spentCommit(posts: PendingContext, snapshot: Snapshot, id: string): Promise<string | null> {
  try {
    const { before, version, commit } = await appliedVersion(posts, snapshot, id);
    const isHeld = before.path === version.path && before.revision === version.post.revision;
    return isHeld ? commit : null;
  } catch (error) {
    if (STAYS.some((code) => hasCode(error, code))) return null;
    throw error;
  }
}

const STAYS = ['conflict', 'not-found', 'invalid', 'corrupt', 'starting'] as const;
