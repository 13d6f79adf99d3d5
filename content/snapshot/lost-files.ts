import type { SnapshotPost } from '#content/model/post.ts';
import type { ContentFile, ContentFolder } from './snapshot-files.ts';
import type { HeldPost, SnapshotState } from './snapshot-state.ts';

/**
 * A state to build the next one from, in which nothing is served of these objects: the files that they are or were are read
 * again, and what was known of a post's is kept beside it. The same state when none of them is a file's.
 */
export function withoutObjects(state: SnapshotState, objects: ReadonlySet<string>): SnapshotState {
  const { held, snapshot } = state;
  const root = withoutFiles(state.root, objects);
  const isLost = (post: SnapshotPost | null): boolean => post !== null && objects.has(post.revision);
  const heldPosts = [...held.posts].filter(([, { post }]: [string, HeldPost]) => !isLost(post));
  if (root === state.root && heldPosts.length === held.posts.size) return state;
  const posts = snapshot.posts.filter((post) => !isLost(post));
  return {
    ...state,
    root: { ...root, treeId: '' },
    held: { ...held, posts: new Map(heldPosts) },
    snapshot: { ...snapshot, posts },
  };
}

/** The folder with those files marked as unread, and each folder above one; itself when it has none. */
function withoutFiles(folder: ContentFolder, objects: ReadonlySet<string>): ContentFolder {
  const files = [...folder.files].map(([name, file]) => [name, unread(file, objects)] as const);
  const folders = [...folder.folders].map(([name, child]) => [name, withoutFiles(child, objects)] as const);
  const isSame =
    files.every(([name, file]) => file === folder.files.get(name)) &&
    folders.every(([name, child]) => child === folder.folders.get(name));
  return isSame ? folder : { ...folder, treeId: '', files: new Map(files), folders: new Map(folders) };
}

/** Of an image nothing is read before somebody asks for it. */
function unread(file: ContentFile, objects: ReadonlySet<string>): ContentFile {
  if (file.kind === 'image' || !objects.has(file.blobId)) return file;
  if (file.kind !== 'post') return { ...file, blobId: '' };
  return { ...file, blobId: '', parsed: null, lost: { object: file.blobId, known: file.parsed } };
}
