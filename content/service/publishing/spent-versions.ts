import { hasCode } from '../../model/errors.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import type { PendingContext } from '../pending-keeping.ts';
import { appliedVersion } from '../pending-versions.ts';

/**
 * Ends what the end of a program cut short: lets go of pending versions that say nothing the branch does not hold (they were
 * published, or the author settled what kept them from it), and of those that were to go with their post, which was
 * deleted. What clashes, cannot be read, or came after that, stays.
 */
export async function dropSpentVersions(posts: PendingContext): Promise<void> {
  const waiting = await posts.pending.list();
  if (waiting.size === 0) return;
  await posts.workspace.write(async (snapshot) => {
    for (const id of waiting) {
      const commit = await spentCommit(posts, snapshot, id);
      if (commit !== null) await posts.pending.remove(id, commit);
    }
  });
}

async function spentCommit(posts: PendingContext, snapshot: Snapshot, id: string): Promise<string | null> {
  if (isGone(snapshot, id)) return leavingCommit(posts, id);
  try {
    const { before, version, commit } = await appliedVersion(posts, snapshot, id);
    const isHeld = before.path === version.path && before.revision === version.post.revision;
    return isHeld ? commit : null;
  } catch (error) {
    if (STAYS.some((code) => hasCode(error, code))) return null;
    throw error;
  }
}

function isGone({ posts, searching }: Snapshot, id: string): boolean {
  return searching.size === 0 && !posts.some((post) => post.id === id);
}

async function leavingCommit({ pending }: PendingContext, id: string): Promise<string | null> {
  const kept = await pending.read(id);
  return kept !== null && (await pending.isDropped(id, kept.commit)) ? kept.commit : null;
}

const STAYS = ['conflict', 'not-found', 'invalid', 'corrupt', 'starting'] as const;
