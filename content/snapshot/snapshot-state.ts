import type { Capacity } from '#content/model/capacity.ts';
import type { SnapshotPost } from '#content/model/post.ts';
import type { Redirect } from '#content/model/redirects.ts';
import type { Site } from '#content/model/site.ts';
import type { Snapshot } from '#content/model/snapshot.ts';
import type { ContentFile, ContentFolder } from './snapshot-files.ts';

/** What is remembered of a file that readers do not get as it is. */
export interface HeldPost {
  /** Its last readable version, null when there is none. */
  readonly post: SnapshotPost | null;
  /** Whether readers get that version; not when it would take an address or an id from another file. */
  readonly isServed: boolean;
}

/** What readers get that the present files do not say, and the settings they get. */
export interface Held {
  /** By path, the posts that are not served as their file is. */
  readonly posts: ReadonlyMap<string, HeldPost>;
  /** Null when no readable one was ever there. */
  readonly site: { readonly blobId: string; readonly value: Site } | null;
  readonly capacity: { readonly blobId: string; readonly value: Capacity } | null;
  readonly redirects: { readonly blobId: string; readonly value: readonly Redirect[] } | null;
  /**
   * By the address it had, the id of a post that another program renamed or deleted; null by the address of a tag or a category
   * that posts readers saw had, and none has any more.
   */
  readonly former: ReadonlyMap<string, string | null>;
  /** Whether history was asked for those that left before there was a state to tell of them (past-addresses.ts). */
  readonly isFormerWhole: boolean;
}

/** What a walk of history told (last-readable.ts). */
export interface FoundInHistory extends Pick<Held, 'site' | 'capacity'> {
  /** By path, the last readable version; null when there is none. */
  readonly posts: ReadonlyMap<string, SnapshotPost | null>;
  /** By path, of files with one slug or id: the lower number had it first. */
  readonly seniority: ReadonlyMap<string, number>;
}

export const NOTHING_FOUND: FoundInHistory = {
  posts: new Map(),
  site: null,
  capacity: null,
  seniority: new Map(),
};

/** A snapshot and what the next one is made from. */
export interface SnapshotState {
  readonly root: ContentFolder;
  readonly held: Held;
  readonly snapshot: Snapshot;
  /** False while history has yet to be asked for what this state lacks: then it says nothing about what was before. */
  readonly isComplete: boolean;
}

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
