import type { ObjectStore } from '#content/git/objects/objects.ts';
import type { Remote } from '#content/remote/remote.ts';
import type { Person } from '../../model/change-set.ts';
import type { PendingVersions } from '../waiting/pending.ts';

/** What an exchange with an upstream is made with. */
export interface SyncOptions {
  readonly gitDir: string;
  readonly branch: string;
  readonly objects: ObjectStore;
  readonly remote: Remote;
  /** `author` sends what was written here; `reader` follows, and has no commits of its own. */
  readonly role: 'author' | 'reader';
  /** Whose text stands where only the author can decide: a server's own; on a desktop the upstream's, which readers have. */
  readonly stands: 'ours' | 'theirs';
  readonly committer: Person;
  readonly clock: () => number;
  readonly pending: PendingVersions;
  /** Runs what moves the branch while no save of ours does. */
  readonly exclusively: <Value>(work: () => Promise<Value>) => Promise<Value>;
  /** The branch has moved. */
  readonly onMoved: () => void;
  /** A text that waits there did not go together with ours: the ref that has it. */
  readonly onPendingBackup: (ref: string) => void;
}
