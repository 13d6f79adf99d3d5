import type { Person } from '#content/model/change-set.ts';
import type { ObjectStore } from './objects/objects.ts';

/** A repository, and in whose name and by which clock Encrier writes to it. */
export interface Repository {
  readonly gitDir: string;
  /** The published branch. */
  readonly branch: string;
  readonly objects: ObjectStore;
  /** Who is named as committer: Encrier itself. */
  readonly committer: Person;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/** What moves of refs are made with. */
export type RefWriter = Pick<Repository, 'gitDir' | 'committer' | 'clock'>;
