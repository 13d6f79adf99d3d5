import type { Person } from '../../model/change-set.ts';
import { hasCode } from '../../model/errors.ts';
import { isObjectId } from '../objects/object-id.ts';
import type { ObjectStore } from '../objects/objects.ts';
import { listRefs } from '../refs/refs.ts';
import { setRef } from '../refs/set-ref.ts';

const REFS = 'refs/encrier/dropped/';
const KEPT_MONTHS = 12;

interface Dropped {
  readonly gitDir: string;
  readonly objects: Pick<ObjectStore, 'sizeOf'>;
  /** The post's id. */
  readonly id: string;
  /** The pending version that goes. */
  readonly commit: string;
  readonly committer: Person;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Keeps a pending version that is about to go within reach, on disk when this returns:
 * `refs/encrier/dropped/<post id>/<moment>-<commit>`, for twelve months. One that cannot be read is not kept: a ref to
 * nothing would stop git.
 */
export async function keepDropped(dropped: Dropped): Promise<void> {
  const { gitDir, objects, id, commit, committer, now } = dropped;
  if (!(await isCommit(objects, commit))) return;
  const moment = new Date(now).toISOString().replace(/[-:]|\.\d+/g, '');
  const ref = `${REFS}${id}/${moment}-${commit.slice(0, 12)}`;
  // 'stale': it was kept a moment ago, under the same name and so with the same commit.
  await setRef({ gitDir, ref, from: null, to: commit, committer, now, reason: 'dropped' });
}

/** Whether this very version is kept as one that was dropped, or was about to be. */
export async function isDropped({
  gitDir,
  id,
  commit,
}: Pick<Dropped, 'gitDir' | 'id' | 'commit'>): Promise<boolean> {
  return [...(await listRefs(gitDir, `${REFS}${id}/`)).values()].includes(commit);
}

/** Lets go of the dropped versions whose time is over, and answers how many. */
export async function expireDropped({ gitDir, now }: Pick<Dropped, 'gitDir' | 'now'>): Promise<number> {
  const oldest = new Date(now);
  oldest.setUTCMonth(oldest.getUTCMonth() - KEPT_MONTHS);
  let count = 0;
  for (const [ref, commit] of await listRefs(gitDir, REFS)) {
    if (!isObjectId(commit) || momentOf(ref) >= oldest.getTime()) continue;
    if ((await setRef({ gitDir, ref, from: commit, to: null })) === 'set') count += 1;
  }
  return count;
}

/** A name that says no moment is not ours, and never too old. */
function momentOf(ref: string): number {
  const parts = /\/(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-[0-9a-f]+$/.exec(ref)?.slice(1).map(Number);
  if (parts === undefined) return Number.POSITIVE_INFINITY;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

async function isCommit(objects: Pick<ObjectStore, 'sizeOf'>, id: string): Promise<boolean> {
  try {
    return (await objects.sizeOf(id))?.type === 'commit';
  } catch (error) {
    if (hasCode(error, 'corrupt')) return false;
    throw error;
  }
}
