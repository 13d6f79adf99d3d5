import { ContentError } from '../../model/errors.ts';
import { runGit } from '../git-program.ts';
import type { ObjectStore } from '../objects/objects.ts';
import { createOneAtATime } from '../one-at-a-time.ts';
import { type CommitChanges, commitChanges } from './commit-changes.ts';
import { loggedCommits } from './commit-log.ts';
import { createPathIndex, type PathIndex } from './path-index.ts';
import { createPathIndexFile } from './path-index-file.ts';
import { type WalkedCommit, walkedCommits } from './walk-commits.ts';

interface HistoryIndexOptions {
  readonly gitDir: string;
  readonly objects: Pick<ObjectStore, 'readCommit' | 'readTree'>;
  /** Where the index is kept from one start to the next. */
  readonly file: string;
  /** The index could not be brought up to date, or kept; it is tried again. */
  readonly onError: (error: unknown) => void;
  readonly git?: typeof runGit;
  /** Whether the file may be written; it may, unless said otherwise. */
  readonly isKept?: boolean;
}

/** More new commits than this are quicker read all anew. */
const MAX_NEW_COMMITS = 200;
/** Commits added since the index was last kept, past which it is kept without waiting for the stop. */
const SAVE_AFTER = 500;

/**
 * The path index of the branch: kept in a file, extended by each new commit, made anew in the background when the file is
 * missing, damaged, or of a history that was rewritten.
 */
export function createHistoryIndex(options: HistoryIndexOptions) {
  const { gitDir, objects, onError, git = runGit, isKept = true } = options;
  const file = createPathIndexFile(options.file);
  let index: PathIndex | null = null;
  let noticed: string | null = null;
  let isOpen = false;
  let isQueued = false;
  let unsaved = 0;
  const run = createOneAtATime();
  let ready: () => void = () => undefined;
  const isReady = new Promise<void>((resolve) => {
    ready = resolve;
  });

  async function reach(commit: string): Promise<PathIndex> {
    // What readers were answered meanwhile is newer than what this caller saw: that does no harm.
    if (index !== null && index.tip() === noticed && index.has(commit)) return index;
    index ??= await file.load().catch(nothingAfter(onError));
    if (index?.tip() === commit) return index;
    if (index !== null && (await extend(index, commit))) {
      if (unsaved > SAVE_AFTER) await save(index);
      return index;
    }
    index = await build(commit);
    await save(index);
    return index;
  }

  async function extend(known: PathIndex, commit: string): Promise<boolean> {
    const tip = known.tip();
    const commits: CommitChanges[] = [];
    let isReached = false;
    for await (const walked of walkedCommits({ objects, from: commit, isKnown: known.has })) {
      if (commits.length === MAX_NEW_COMMITS) return false;
      if (tip !== null && walked.parents.includes(tip)) isReached = true;
      commits.push(commitChanges(walked));
    }
    if (!isReached) return false;
    known.add(commits, commit);
    unsaved += commits.length;
    return true;
  }

  async function build(commit: string): Promise<PathIndex> {
    const commits: CommitChanges[] = [];
    const logged = (await loggedCommits({ gitDir, from: commit }, git)) ?? walkAll(commit);
    for await (const one of logged) commits.push(commitChanges(one));
    const built = createPathIndex();
    built.add(commits, commit);
    return built;
  }

  /** What could not be read before some commit is as if it had never been: somebody is told. */
  async function* walkAll(from: string): AsyncGenerator<WalkedCommit> {
    for await (const walked of walkedCommits({ objects, from })) {
      for (const id of walked.unread) onError(new ContentError('corrupt', { what: `object ${id}` }));
      yield walked;
    }
  }

  async function save(known: PathIndex): Promise<void> {
    unsaved = 0;
    if (!isKept) return;
    await file.save(known).catch(onError);
  }

  function follow(): void {
    if (isQueued || !isOpen) return;
    isQueued = true;
    const work = async (): Promise<void> => {
      isQueued = false;
      if (noticed === null) return;
      await reach(noticed);
      ready();
    };
    run(work).catch(onError);
  }

  return {
    /** The index of this commit's history. Throws ContentError 'corrupt' when the commit cannot be read. */
    at: (commit: string): Promise<PathIndex> => run(() => reach(commit)),

    /** Resolves once the index is there and follows the branch; what comes then takes little time. */
    isReady,

    /** The branch is at this commit now: the index follows in the background, once it is open. */
    notice(commit: string): void {
      noticed = commit;
      follow();
    },

    /** From now on the index follows what was noticed: a start has more urgent things to do. */
    open(): void {
      isOpen = true;
      follow();
    },

    /** Ends what is under way, and keeps what was added. */
    async close(): Promise<void> {
      isOpen = false;
      await run(async () => {
        if (index !== null && unsaved > 0) await save(index);
      });
    },
  };
}

export type HistoryIndex = ReturnType<typeof createHistoryIndex>;

function nothingAfter(onError: (error: unknown) => void): (error: unknown) => null {
  return (error) => {
    onError(error);
    return null;
  };
}
