import type { Capacity } from '../model/capacity.ts';
import type { Redirect } from '../model/redirects.ts';
import type { Site } from '../model/site.ts';
import type { Problem, Snapshot, SnapshotPost } from '../model/snapshot.ts';
import { DEFAULT_CAPACITY, DEFAULT_SITE } from './default-settings.ts';
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
}): Snapshot {
  const { commit, held, posts, images, problems } = parts;
  const derived = derivedRedirects(held, posts);
  return {
    commit,
    posts,
    site: held.site?.value ?? DEFAULT_SITE,
    siteId: held.site?.blobId ?? '',
    capacity: held.capacity?.value ?? DEFAULT_CAPACITY,
    capacityId: held.capacity?.blobId ?? '',
    images: new Map(images.map(({ path, blobId }) => [path, blobId])),
    redirects: new Map([...(held.redirects?.value ?? []), ...derived]),
    redirectsId: held.redirects?.blobId ?? '',
    derivedRedirects: derived,
    problems,
    searching: new Set(),
  };
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
  return { root, held, snapshot: snapshotOf({ ...kept, posts, images }), isComplete: true };
}

function servedVersion({ path, parsed }: PostFile, held: Held): SnapshotPost | null {
  const instead = held.posts.get(path);
  if (instead === undefined) return parsed;
  return instead.isServed ? instead.post : null;
}
