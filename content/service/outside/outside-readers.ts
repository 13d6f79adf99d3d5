import { editPostFile } from '../../files/post-file.ts';
import type { Person } from '../../model/change-set.ts';
import { hasCode } from '../../model/errors.ts';
import { isPostPath } from '../../model/paths.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import { mergeVersions } from '../posts/posts-merging.ts';
import { type PostVersion, type ReadVersion, tryReadVersion } from '../posts/posts-versions.ts';
import { writeUntilDone } from '../posts/posts-writing.ts';
import { keepVersion, type PendingContext, situationOf } from '../waiting/pending-keeping.ts';
import { commitIfAny } from './outside-commit.ts';
import type { HeldFiles } from './outside-held.ts';
import type { OutsideItem, TakenFile } from './outside-items.ts';

/** `kept`: it waits to be published; `asked`: a file that readers have is gone, and only the author can say what that means. */
export type Keeping = 'kept' | 'clash' | 'asked';

interface OutsideReadersOptions {
  readonly context: PendingContext;
  readonly held: HeldFiles;
}

interface Changed {
  /** The file as it is now. */
  readonly file: TakenFile;
  /** Where it was, when it moved. */
  readonly left: TakenFile | null;
  readonly version: ReadVersion;
}

/**
 * What other programs do to posts that readers have, or are to have by it: it waits as a pending version, as what is saved in
 * Encrier does, and the file stays as it is.
 */
export function createOutsideReaders({ context, held }: OutsideReadersOptions) {
  const { workspace, pending, mergePosts } = context;

  /** Whether an item is one that readers would see. */
  async function concerns({ files }: OutsideItem): Promise<boolean> {
    if (files.length > 2 || !files.every(({ path }) => isPostPath(path))) return false;
    const [first] = files;
    const { posts } = await workspace.current();
    const heldPost = first === undefined ? null : await held.postAt(first.path);
    const before = posts.find(({ id, path }) => path === first?.path || id === heldPost);
    const after = changedOf(files)?.version.post;
    if (before === undefined) return after?.isPublished === true && !posts.some(({ id }) => id === after.id);
    const isSame = after === undefined || after.id === before.id;
    const isWaiting = (await pending.list()).has(before.id);
    return isSame && (before.isPublished || after?.isPublished === true || isWaiting);
  }

  async function baseOf({ file, left }: Changed, live: ReadVersion): Promise<PostVersion> {
    const { path } = left ?? file;
    const bytes = (await held.baseOf(file.path)) ?? (await held.baseOf(path)) ?? (left ?? file).base?.bytes;
    return bytes === undefined ? live : { path, bytes };
  }

  /** The draft beside which the publication of a new file waits; false when another commit came first. */
  async function commitDraft(
    { version }: Changed,
    {
      item,
      author,
      snapshot,
    }: { readonly item: OutsideItem; readonly author: Person; readonly snapshot: Snapshot },
  ): Promise<boolean> {
    const bytes = editPostFile(version.bytes, { fields: { isPublished: false } });
    const changes = [{ path: version.path, bytes }];
    return commitIfAny(workspace, { changes, item, author, snapshot });
  }

  async function keep(item: OutsideItem, author: Person, how: 'merged' | 'as-it-is'): Promise<Keeping> {
    const changed = changedOf(item.files);
    if (changed === null) return 'asked';
    const { version: ours } = changed;
    workspace.requireWritable();
    const outcome = await writeUntilDone<Keeping>(workspace, async (snapshot) => {
      if (!snapshot.posts.some(({ id }) => id === ours.post.id)) {
        await commitDraft(changed, { item, author, snapshot });
        return null;
      }
      const found = await situationOf(context, snapshot, ours.post.id);
      const base = how === 'merged' ? await baseOf(changed, found.live) : found.newest;
      const sides = { base, ours, theirs: found.newest };
      const version = await mergeVersions(mergePosts, sides).catch(nullIfConflict);
      if (version === null) return 'clash';
      const isKept = await keepVersion(context, found, { ...version, author, isMinor: false });
      return isKept ? 'kept' : null;
    });
    if (outcome === 'kept') await held.hold(item.files, ours.post.id);
    return outcome;
  }

  return {
    concerns,
    /** Has a change wait, merged with whatever was written in Encrier; what does not go together is left: 'clash'. */
    keep: (item: OutsideItem, author: Person): Promise<Keeping> => keep(item, author, 'merged'),
    /** Has a change wait just as it is on disk: the author says so. */
    keepAsItIs: (item: OutsideItem, author: Person): Promise<Keeping> => keep(item, author, 'as-it-is'),
  };
}

/** Null when the file is gone, or cannot be read. */
function changedOf(files: readonly TakenFile[]): Changed | null {
  const file = files.find(({ disk }) => disk !== null);
  if (file?.disk == null) return null;
  const version = tryReadVersion({ path: file.path, bytes: file.disk.bytes });
  return version === null ? null : { file, left: files.find(({ disk }) => disk === null) ?? null, version };
}

function nullIfConflict(error: unknown): null {
  if (hasCode(error, 'conflict')) return null;
  throw error;
}
