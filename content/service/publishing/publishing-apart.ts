import type { SnapshotPost } from '../../model/post.ts';
import type { PendingVersions } from '../waiting/pending.ts';

/** Whether what is saved reaches readers at once (a server), or waits until the author publishes it (a desktop). */
export type Publishing = 'by-saving' | 'apart';

interface Change {
  readonly before: Pick<SnapshotPost, 'id' | 'isPublished'>;
  /** Whether only the work branch has it. */
  readonly isUnpublished: boolean;
  /** The post as it is to be. */
  readonly after: Pick<SnapshotPost, 'isPublished'>;
}

/**
 * Whether a change is to be kept on the work branch instead of going to the published one: of a post that is not published, all
 * but its publication; where publishing is apart, all that readers would see, and what is written on top of such a version
 * (docs/decisions/040).
 */
export async function mustWait(
  {
    publishing,
    pending,
  }: { readonly publishing: Publishing; readonly pending: Pick<PendingVersions, 'read'> },
  { before, isUnpublished, after }: Change,
): Promise<boolean> {
  if (isUnpublished) return publishing === 'apart' || !after.isPublished;
  if (publishing === 'by-saving') return false;
  return before.isPublished || after.isPublished || (await pending.read(before.id)) !== null;
}
