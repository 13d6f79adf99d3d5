import type { Capacity } from '../../model/capacity.ts';
import { slugOfPath } from '../../model/paths.ts';
import { postAddress, type Redirect } from '../../model/redirects.ts';
import type { Site } from '../../model/site.ts';
import {
  type LostPost,
  type Problem,
  type Snapshot,
  type SnapshotPost,
  wasShown,
} from '../../model/snapshot.ts';
import { DEFAULT_CAPACITY, DEFAULT_SITE } from '../settings/default-settings.ts';
import { derivedRedirects } from './derived-redirects.ts';
import type { HeldPost } from './settle-duplicates.ts';
import { type ContentFolder, contentsOf, type ImageFile, type PostFile } from './snapshot-files.ts';

/** What readers get that the present files do not say, and the settings they get. */
export interface Held {
  /** By path, the posts that are not served as their file is. */
  readonly posts: ReadonlyMap<string, HeldPost>;
  /** Null when no readable one was ever there. */
  readonly site: { readonly blobId: string; readonly value: Site } | null;
  readonly capacity: { readonly blobId: string; readonly value: Capacity } | null;
  readonly redirects: { readonly blobId: string; readonly value: readonly Redirect[] } | null;
  /** By the address (slug) it had, the id of a post that another program renamed or deleted. */
  readonly former: ReadonlyMap<string, string>;
  /** Addresses of tags and categories that posts readers saw had, and none has any more. */
  readonly formerTopics: ReadonlySet<string>;
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

/** A snapshot from its parts. */
export function snapshotOf(parts: {
  readonly commit: string;
  readonly held: Held;
  readonly posts: readonly SnapshotPost[];
  readonly images: readonly ImageFile[];
  readonly problems: readonly Problem[];
  readonly files: readonly PostFile[];
}): Snapshot {
  const { commit, held, posts, images, problems, files } = parts;
  return {
    commit,
    posts,
    site: held.site?.value ?? DEFAULT_SITE,
    siteId: held.site?.blobId ?? '',
    capacity: held.capacity?.value ?? DEFAULT_CAPACITY,
    capacityId: held.capacity?.blobId ?? '',
    images: new Map(images.map(({ path, blobId }) => [path, blobId])),
    ...redirectsOf(held, posts),
    redirectsId: held.redirects?.blobId ?? '',
    formerTopics: held.formerTopics,
    problems,
    searching: new Set(),
    lost: lostPosts(files),
  };
}

function lostPosts(files: readonly PostFile[]): Snapshot['lost'] {
  const lost = new Map<string, LostPost>();
  for (const file of files)
    if (file.lost !== undefined) lost.set(slugOfPath(file.path), { path: file.path, ...file.lost });
  return lost;
}

function redirectsOf(
  held: Held,
  posts: readonly SnapshotPost[],
): Pick<Snapshot, 'redirects' | 'derivedRedirects'> {
  const derived = derivedRedirects(held, posts);
  return { redirects: new Map([...(held.redirects?.value ?? []), ...derived]), derivedRedirects: derived };
}

/** The state with what history tells of addresses that posts left before it; what it knows itself is newer, and counts. */
export function withPast(
  state: SnapshotState,
  past: ReadonlyMap<string, string>,
  now: number,
): SnapshotState {
  const { posts } = state.snapshot;
  const written = new Map(state.held.redirects?.value);
  const shown = new Set(posts.filter((post) => wasShown(post, now)).map(({ slug }) => slug));
  const added = [...past].filter(([slug]) => !shown.has(slug) && !written.has(postAddress(slug)));
  const held: Held = {
    ...state.held,
    former: new Map([...added, ...state.held.former]),
    isFormerWhole: true,
  };
  if (added.length === 0) return { ...state, held };
  return { ...state, held, snapshot: { ...state.snapshot, ...redirectsOf(held, posts) } };
}

/** The state that a folder and what was held beside it stand for: the inverse of keeping only these. */
export function restoredState(kept: {
  readonly commit: string;
  readonly root: ContentFolder;
  readonly held: Held;
  readonly problems: readonly Problem[];
}): SnapshotState {
  const { root, held } = kept;
  const { posts: files, images } = contentsOf(root);
  const posts = files.map((file) => servedVersion(file, held)).filter((post) => post !== null);
  return { root, held, snapshot: snapshotOf({ ...kept, posts, images, files }), isComplete: true };
}

function servedVersion({ path, parsed }: PostFile, held: Held): SnapshotPost | null {
  const instead = held.posts.get(path);
  if (instead === undefined) return parsed;
  return instead.isServed ? instead.post : null;
}
