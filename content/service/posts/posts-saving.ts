import type { HistoryIndex } from '#content/history/history-index.ts';
import type { SavedPost } from '../../contract/posts-operations.ts';
import { uuidOfPath } from '../../files/post-file.ts';
import type { Bin } from '../bin.ts';
import type { LinkIndex } from '../link-index.ts';
import type { Publishing } from '../publishing/publishing-apart.ts';
import type { PendingVersions } from '../waiting/pending.ts';
import type { Workspace } from '../workspace.ts';
import { postState } from './posts-states.ts';
import { type PostVersion, type ReadVersion, tryReadVersion, wholeVersion } from './posts-versions.ts';

/** What the operations on posts are made from. */
export interface PostsContext {
  readonly workspace: Workspace;
  readonly history: Pick<HistoryIndex, 'withWaiting'>;
  readonly pending: PendingVersions;
  readonly bin: Bin;
  readonly links: LinkIndex;
  readonly publishing: Publishing;
  /** Whether a commit of ours may be known elsewhere; all are, unless this says otherwise. */
  readonly isSent?: (commit: string) => Promise<boolean>;
}

/** What a save answers, when nothing was merged and no link is to be mended. */
export function savedPost(version: ReadVersion, now: number, change: SavedPost['change']): SavedPost {
  const state = postState(version.post, now);
  return { ...wholeVersion(version), state, change, wasMerged: false, linksToMend: [] };
}

/** A path that no post has, to see which id a file states by itself. */
const NOWHERE = 'posts/nulle-part.md';

/**
 * The version a caller says it started from, or null when the repository does not have it, or it is no version of this
 * post. `path` is where it was.
 */
export async function versionOf(
  workspace: Pick<Workspace, 'objects'>,
  { revision, id, path }: { readonly revision: string; readonly id: string; readonly path: string },
): Promise<PostVersion | null> {
  const object = await workspace.objects.tryRead(revision);
  if (object?.type !== 'blob') return null;
  const version = tryReadVersion({ path, bytes: object.bytes });
  if (version === null) return null;
  return version.post.id === id || statesNoId(object.bytes) ? version : null;
}

/** A file without an id may be this post before its first save: then it had another path, and so another id. */
function statesNoId(bytes: Uint8Array): boolean {
  return tryReadVersion({ path: NOWHERE, bytes })?.post.id === uuidOfPath(NOWHERE);
}
