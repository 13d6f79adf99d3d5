import type { HistoryIndex } from '#content/history/history-index.ts';
import { type CommitAction, commitMessage } from '../../contract/commit-sentences.ts';
import { redirectEdits } from '../../files/redirects-file.ts';
import type { FileChange, Person } from '../../model/change-set.ts';
import { ContentError } from '../../model/errors.ts';
import { REDIRECTS_FILE, slugOfPath } from '../../model/paths.ts';
import type { SnapshotPost } from '../../model/post.ts';
import { isLostAt, type Moments, type Snapshot, wasShown } from '../../model/snapshot.ts';
import type { LinkIndex } from '../link-index.ts';
import type { Publishing } from '../publishing/publishing-apart.ts';
import { currentRedirects } from '../redirects.ts';
import type { PendingVersions } from '../waiting/pending.ts';
import type { Workspace } from '../workspace.ts';
import { type PostVersion, tryReadVersion } from './post-version.ts';

/** What the operations on posts are made from. */
export interface PostsContext {
  readonly workspace: Workspace;
  readonly history: Pick<HistoryIndex, 'withWaiting'>;
  readonly pending: PendingVersions;
  readonly links: LinkIndex;
  /** When what is saved reaches readers. */
  readonly publishing: Publishing;
  /** Whether a commit of ours may be known elsewhere; all are, unless this says otherwise. */
  readonly isSent?: ((commit: string) => Promise<boolean>) | undefined;
}

/** Programs that commit between our reading and our writing are let pass this often. */
const MAX_ATTEMPTS = 12;

/**
 * Makes attempts, each from the newest content, until one succeeds: null says that another program's commit came first. Throws
 * ContentError 'conflict' in the end.
 */
export async function writeUntilDone<Value>(
  workspace: Pick<Workspace, 'write' | 'refresh'>,
  attempt: (snapshot: Snapshot) => Promise<Value | null>,
): Promise<Value> {
  for (let left = MAX_ATTEMPTS; left > 0; left--) {
    const value = await workspace.write(attempt);
    if (value !== null) return value;
    await workspace.refresh();
  }
  throw new ContentError('conflict', { path: '' });
}

interface PostChange {
  /** The post as it is; null when it is new. */
  readonly before: SnapshotPost | null;
  /** Its file as it is to be; null to remove it. */
  readonly after: PostVersion | null;
  /** The slug of the article that takes the place of one that is removed. */
  readonly heir?: string | null;
  readonly action: CommitAction;
  readonly author: Person;
  /** Other files that go into the same commit. */
  readonly besides?: readonly FileChange[];
}

/** Makes one commit of a change to a post, redirects included; false when another program's commit came first. */
export async function commitPost(
  workspace: Workspace,
  snapshot: Snapshot,
  { before, after, heir = null, action, author, besides = [] }: PostChange,
): Promise<boolean> {
  const changes: FileChange[] = [...besides];
  if (after !== null) changes.push({ path: after.path, bytes: after.bytes });
  if (before !== null && before.path !== after?.path) changes.push({ path: before.path, bytes: null });
  const current = await currentRedirects(workspace, snapshot);
  const move = { before, after: seenAfter(before, after), heir };
  const bytes = redirectsAfter(workspace.clock(), current, move);
  const isSame = bytes === null || (current !== null && Buffer.compare(bytes, current) === 0);
  if (bytes !== null && (!isSame || isLostAt(snapshot, REDIRECTS_FILE)))
    changes.push({ path: REDIRECTS_FILE, bytes });
  return workspace.commit({ changes, message: commitMessage(action), author }, snapshot);
}

/** When readers see a version, and where; one whose file cannot be read goes on being seen as it was. */
function seenAfter(before: SnapshotPost | null, after: PostVersion | null): SeenPost | null {
  if (after === null) return null;
  const post = tryReadVersion(after)?.post ?? before;
  return post === null ? null : { ...post, slug: slugOfPath(after.path) };
}

type SeenPost = Moments & Pick<SnapshotPost, 'slug'>;

/** A post with its address and its moments before, and after; null for none. `heir` is as in {@link PostChange}. */
interface AddressMove extends Pick<PostChange, 'heir'> {
  readonly before: SeenPost | null;
  readonly after: SeenPost | null;
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
  if (before === null) return current;
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
