import type { ChangeSet, Person } from '#content/model/change-set.ts';
import { commit } from './commit.ts';
import { createObjectStore, type ObjectStore } from './objects/objects.ts';
import { createOneAtATime } from './one-at-a-time.ts';
import { readRef } from './refs/refs.ts';

/** One branch of one repository, for reading and writing. */
export interface ContentRepository {
  readonly objects: ObjectStore;
  /** The commit the branch is at; null before the first one. Throws ContentError 'corrupt' when its ref is damaged. */
  head(): Promise<string | null>;
  /**
   * Makes one commit of the change set and answers its id (commit.ts says what is promised). Commits of one
   * repository object are made one after the other, in the order they were asked for.
   */
  commit(changeSet: ChangeSet, options?: CommitFrom): Promise<string>;
  close(): void;
}

interface CommitFrom {
  /** The commit the change set was made from, null for none; the current one when absent. */
  readonly expected?: string | null;
}

export interface ContentRepositoryOptions {
  readonly gitDir: string;
  readonly branch: string;
  /** Who is named as committer: Encrier itself. Authors come with each change set. */
  readonly committer: Person;
  readonly clock: () => Date;
  /** How long a lock of another program is waited for, in milliseconds. */
  readonly lockWaitMs?: number;
}

/** Opens a repository that exists (bare-repository.ts makes one; recovery.ts repairs one first). */
export function createContentRepository(options: ContentRepositoryOptions): ContentRepository {
  const { clock, ...fixed } = options;
  const objects = createObjectStore({ gitDir: options.gitDir });
  const oneAtATime = createOneAtATime();

  return {
    objects,
    head: () => readRef(options.gitDir, `refs/heads/${options.branch}`),
    commit: (changeSet, from = {}) =>
      oneAtATime(() => commit({ ...fixed, ...from, objects, changeSet, now: clock() })),
    close: () => objects.close(),
  };
}
