import { redirectEdits } from '../../files/redirects-file.ts';
import type { FileChange } from '../../model/change-set.ts';
import { REDIRECTS_FILE, slugOfPath } from '../../model/paths.ts';
import type { SnapshotPost } from '../../model/post.ts';
import { isLostAt, type Moments, type Snapshot, wasShown } from '../../model/snapshot.ts';
import { currentRedirects } from '../redirects.ts';
import type { Workspace } from '../workspace.ts';
import { type PostVersion, tryReadVersion } from './posts-versions.ts';

/** A post with its address and its moments before, and after; null for none. */
export interface AddressMove {
  readonly before: SeenPost | null;
  readonly after: SeenPost | null;
  /** The slug of the article that takes the place of one that is deleted. */
  readonly heir?: string | null;
}

type SeenPost = Moments & Pick<SnapshotPost, 'slug'>;

/** When readers see a version, and where; one whose file cannot be read goes on being seen as it was. */
export function seenAfter(before: SnapshotPost | null, after: PostVersion | null): AddressMove['after'] {
  if (after === null) return null;
  const post = tryReadVersion(after)?.post ?? before;
  return post === null ? null : { ...post, slug: slugOfPath(after.path) };
}

/** What a change of one post changes of redirects.yml; null for nothing. */
export async function redirectsChange(
  workspace: Pick<Workspace, 'read' | 'clock'>,
  snapshot: Snapshot,
  move: AddressMove,
): Promise<FileChange | null> {
  const current = await currentRedirects(workspace, snapshot);
  const bytes = redirectsAfter(workspace.clock(), current, move);
  if (bytes === null) return null;
  const isSame = current !== null && Buffer.compare(bytes, current) === 0;
  return isSame && !isLostAt(snapshot, REDIRECTS_FILE) ? null : { path: REDIRECTS_FILE, bytes };
}

/**
 * What a change of one post makes of redirects.yml; null for no file. An address that readers saw never ends without an
 * answer; one that they never saw gets none. `now` is in milliseconds since 1970.
 */
export function redirectsAfter(
  now: number,
  current: Uint8Array | null,
  { before, after, heir = null }: AddressMove,
): Uint8Array | null {
  if (after !== null) return afterSave(now, current, { before, after });
  return before === null ? current : afterDeletion(now, current, { before, heir });
}

function afterDeletion(
  now: number,
  current: Uint8Array | null,
  { before, heir }: { readonly before: SeenPost; readonly heir: string | null },
): Uint8Array | null {
  const { slug } = before;
  if (wasShown(before, now))
    return heir === null ? redirectEdits.gone(current, slug) : redirectEdits.moved(current, slug, heir);
  // What readers knew of it, if anything, redirects.yml says.
  return heir === null || current === null
    ? current
    : redirectEdits.carried(redirectEdits.taken(current, heir), slug, heir);
}

function afterSave(
  now: number,
  current: Uint8Array | null,
  { before, after }: { readonly before: SeenPost | null; readonly after: SeenPost },
): Uint8Array | null {
  const [from, to] = [before?.slug ?? after.slug, after.slug];
  const was = before !== null && wasShown(before, now);
  const is = wasShown(after, now);
  if (was && is) return from === to ? current : redirectEdits.moved(current, from, to);
  const told = was ? redirectEdits.hidden(current, from) : current;
  if (told === null) return null;
  const free = is ? redirectEdits.taken(told, to) : told;
  return from === to ? free : redirectEdits.carried(free, from, to);
}
