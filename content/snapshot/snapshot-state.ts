import type { Capacity } from '#content/model/capacity.ts';
import type { SnapshotPost } from '#content/model/post.ts';
import type { Redirect } from '#content/model/redirects.ts';
import type { Site } from '#content/model/site.ts';
import type { Snapshot } from '#content/model/snapshot.ts';
import type { ContentFolder } from './snapshot-files.ts';

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
