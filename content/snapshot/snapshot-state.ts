import { DEFAULT_CAPACITY, DEFAULT_SITE } from '#content/files/settings-file.ts';
import type { Capacity } from '#content/model/capacity.ts';
import { postAddress, postNamedBy, slugOfPath } from '#content/model/paths.ts';
import type { SnapshotPost } from '#content/model/post.ts';
import { indexOf, type PostIndex } from '#content/model/post-index.ts';
import { GONE, type Redirect } from '#content/model/redirects.ts';
import type { Site } from '#content/model/site.ts';
import { type LostPost, type Problem, type Snapshot, wasShown } from '#content/model/snapshot.ts';
import { TOPIC_FOLDERS, TOPIC_KINDS } from '#content/model/topics.ts';
import {
  type ContentFile,
  type ContentFolder,
  contentsOf,
  type ImageFile,
  inFileOrder,
  type PostFile,
} from './snapshot-files.ts';

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
  readonly redirects: { readonly blobId: string; readonly value: ReadonlyMap<string, string> } | null;
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
  readonly index: PostIndex;
  /** The files with which something is wrong. */
  readonly troubled: readonly ContentFile[];
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
    index: indexOf(posts),
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

/** A complete state from its parts. */
export function stateOf(parts: {
  readonly commit: string;
  readonly root: ContentFolder;
  readonly held: Held;
  readonly posts: readonly SnapshotPost[];
  readonly index: PostIndex;
  readonly images: Snapshot['images'];
  readonly problems: readonly Problem[];
  readonly troubled: readonly ContentFile[];
}): SnapshotState {
  const { commit, root, held, posts, index, images, problems, troubled } = parts;
  const snapshot = {
    commit,
    posts,
    site: held.site?.value ?? DEFAULT_SITE,
    siteId: held.site?.blobId ?? '',
    capacity: held.capacity?.value ?? DEFAULT_CAPACITY,
    capacityId: held.capacity?.blobId ?? '',
    images,
    ...redirectsOf(held, index),
    redirectsId: held.redirects?.blobId ?? '',
    formerTopics: new Set([...held.former].flatMap(([address, id]) => (id === null ? [address] : []))),
    problems,
    searching: new Set<string>(),
    lost: lostPosts(troubled),
  };
  return { root, held, snapshot, index, troubled, isComplete: true };
}

function lostPosts(troubled: readonly ContentFile[]): Snapshot['lost'] {
  const lost = new Map<string, LostPost>();
  for (const file of troubled)
    if (file.kind === 'post' && file.lost !== undefined)
      lost.set(slugOfPath(file.path), { path: file.path, ...file.lost });
  return lost;
}

/** By path. */
export function imagesOf(images: readonly ImageFile[]): Snapshot['images'] {
  return new Map(images.map(({ path, blobId }) => [path, blobId]));
}

const NO_REDIRECTS: ReadonlyMap<string, string> = new Map();

function redirectsOf(held: Held, index: PostIndex): Pick<Snapshot, 'redirects' | 'derivedRedirects'> {
  const derived = derivedRedirects(held, index);
  const said = held.redirects?.value ?? NO_REDIRECTS;
  // An old blog has ten thousands of them.
  const redirects = derived.length === 0 ? said : new Map([...said, ...derived]);
  return { redirects, derivedRedirects: derived };
}

/** Where posts' addresses lead: to where the post with that id is now; it is gone where there is none, or none to be seen. */
function derivedRedirects(
  { former, redirects }: Pick<Held, 'former' | 'redirects'>,
  index: PostIndex,
): readonly Redirect[] {
  if (former.size === 0) return [];
  const written = redirects?.value ?? NO_REDIRECTS;
  const derived = [...former].flatMap(([from, id]): readonly Redirect[] => {
    if (id === null) return [];
    const post = index.byId.get(id); // Made when it is first asked for.
    const now = post === undefined ? from : postAddress(post);
    return [[from, now === from ? GONE : now]];
  });
  return derived.filter(([from, to]) => written.get(from) !== to);
}

/** The state with what history tells of addresses that posts left before it; what it knows itself is newer, and counts. */
export function withPast(
  state: SnapshotState,
  past: ReadonlyMap<string, string>,
  now: number,
): SnapshotState {
  const { index } = state;
  const written = state.held.redirects?.value ?? NO_REDIRECTS;
  const added = [...past].flatMap(([address, id]): [string, string][] => {
    return isShownAt(address, index, now) || written.has(address) ? [] : [[address, id]];
  });
  const held: Held = {
    ...state.held,
    former: new Map([...added, ...state.held.former]),
    isFormerWhole: true,
  };
  if (added.length === 0) return { ...state, held };
  return { ...state, held, snapshot: { ...state.snapshot, ...redirectsOf(held, index) } };
}

/** Whether readers see a post, or one with that tag or category, at this address, or did until it was withdrawn. */
export function isShownAt(address: string, { bySlug, topics }: PostIndex, now: number): boolean {
  const slug = address.slice(address.lastIndexOf('/') + 1);
  if (postNamedBy(address) !== null) {
    const post = bySlug.get(slug);
    return post !== undefined && postAddress(post) === address && wasShown(post, now);
  }
  return TOPIC_KINDS.some(
    (kind) =>
      address === `/blog/${TOPIC_FOLDERS[kind]}/${slug}` &&
      topics[kind].get(slug)?.posts.some((post) => wasShown(post, now)) === true,
  );
}

/** The state that a folder and what was held beside it stand for: the inverse of keeping only these. */
export function restoredState(kept: {
  readonly commit: string;
  readonly root: ContentFolder;
  readonly held: Held;
  readonly problems: readonly Problem[];
}): SnapshotState {
  const { root, held } = kept;
  const { posts: files, images, troubled } = contentsOf(root);
  const served = files.map((file) => servedVersion(file, held)).filter((post) => post !== null);
  // What stands in for a file that was moved is of another path.
  const posts = held.posts.size === 0 ? served : served.sort(inFileOrder);
  return stateOf({ ...kept, posts, index: indexOf(posts), images: imagesOf(images), troubled });
}

/** What readers get of a file. */
export function servedVersion({ path, parsed }: PostFile, held: Held): SnapshotPost | null {
  const instead = held.posts.get(path);
  if (instead === undefined) return parsed;
  return instead.isServed ? instead.post : null;
}
