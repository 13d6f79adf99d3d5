import type { WorkTree } from '#content/folder/work-tree.ts';
import { createOneAtATime } from '#content/git/concurrency.ts';
import type { Person } from '../../model/change-set.ts';
import { hasCode } from '../../model/errors.ts';
import type { PendingVersions } from '../waiting/pending.ts';
import type { Workspace } from '../workspace.ts';
import type { TakenFile } from './outside-items.ts';
import { createOutsideLook, type Resolution } from './outside-look.ts';
import type { OutsideReport } from './outside-report.ts';

interface OutsideEditsOptions {
  readonly workspace: Workspace;
  readonly pending: PendingVersions;
  readonly workTree: Pick<WorkTree, 'status' | 'read' | 'accept' | 'follow' | 'watch'>;
  readonly gitDir: string;
  readonly committer: Person;
  /** Whose commits they become: the author's. */
  readonly author: () => Person;
  /** For how long a file must not change before it is taken up, in milliseconds. */
  readonly stillForMs?: number;
  /** Told of each look. */
  readonly onLooked?: (seen: OutsideReport) => void;
  readonly onError: (error: unknown) => void;
  /** Told in a French sentence what of ours was damaged, and set aside. */
  readonly say: (sentence: string) => void;
}

const STILL_MS = 1500;
/** Between two looks at files that are not still. */
const SOONEST_MS = 100;
/** After a look, no other begins by itself for so many times what it took: each of our saves is told as a change too. */
const REST = 3;
const LONGEST_REST_MS = 3000;

/**
 * Takes up what other programs do to the files of a clone: a post, an image or a settings file that has been still for a
 * moment becomes a commit of the author's, as it is, merged with what was saved meanwhile. Posts and images wait to be published
 * as what is saved in Encrier does. Nothing else is touched; all of it is listed. Nothing is taken up while git is in the middle of something.
 */
export function createOutsideEdits(options: OutsideEditsOptions) {
  const { workTree, stillForMs = STILL_MS } = options;
  const looking = createOutsideLook({ ...options, stillForMs, isClosed: () => isClosed });
  const oneAtATime = createOneAtATime();
  let timer: NodeJS.Timeout | null = null;
  let restsUntil = 0;
  let stopWatching: () => void = () => undefined;
  let isClosed = false;

  async function lookAndTell(): Promise<OutsideReport> {
    const begun = performance.now();
    await workTree.follow();
    const report = await looking.look();
    const ended = performance.now();
    restsUntil = ended + Math.min(REST * (ended - begun), LONGEST_REST_MS);
    if (report.waiting.length > 0) lookSoon(Math.max(stillForMs, SOONEST_MS));
    options.onLooked?.(report);
    return report;
  }

  function lookSoon(after: number): void {
    if (timer !== null || isClosed) return;
    timer = setTimeout(
      () => {
        timer = null;
        oneAtATime(lookAndTell).catch((error: unknown) => {
          // Git began something since the look, or a save came between each time: the next look finds it again.
          if (!hasCode(error, 'read-only') && !hasCode(error, 'conflict')) options.onError(error);
        });
      },
      Math.max(after, restsUntil - performance.now()),
    );
    timer.unref();
  }

  return {
    /** Begins to watch, and looks once. */
    open(): void {
      stopWatching = workTree.watch(() => lookSoon(0));
      lookSoon(0);
    },

    /** Something changed beside the files: a pending version came, or is gone. */
    notice: (): void => lookSoon(0),

    /** Looks at once, as when the window gets the focus; files changed a moment ago are left for the next look. */
    look: (): Promise<OutsideReport> => oneAtATime(lookAndTell),

    /** A file as it is now, with what it was edited from; null when it is as the branch has it. */
    read: (path: string): Promise<TakenFile | null> => oneAtATime(() => looking.read(path)),

    /**
     * Settles a clash as the author says: the file as it is on disk, or the branch's version in its place. The other one
     * stays within reach. Throws ContentError 'conflict' when the file is no longer the one the author saw.
     */
    resolve: (resolution: Resolution): Promise<void> => oneAtATime(() => looking.resolve(resolution)),

    /** Ends after the look under way. */
    async close(): Promise<void> {
      isClosed = true;
      stopWatching();
      if (timer !== null) clearTimeout(timer);
      await oneAtATime(() => Promise.resolve());
    },
  };
}
