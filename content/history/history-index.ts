import { createOneAtATime, createSignal } from '#content/git/concurrency.ts';
import { runGit } from '#content/git/git-program.ts';
import { type ObjectStore, readShallow } from '#content/git/objects/objects.ts';
import { ContentError } from '#content/model/errors.ts';
import { type CommitChanges, loggedCommits, walkedCommits } from './commit-log.ts';
import {
  createPathIndex,
  createPathIndexFile,
  type HistoryTips,
  type PathHistory,
  type PathIndex,
} from './path-index.ts';

interface HistoryIndexOptions {
  readonly gitDir: string;
  readonly objects: Pick<ObjectStore, 'readCommit' | 'readTree' | 'read'>;
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
 * The path index of the published branch and of the work branch: kept in a file, extended by each new commit, made anew in the
 * background when the file is missing or damaged.
 */
export function createHistoryIndex(options: HistoryIndexOptions) {
  const { gitDir, objects, onError, git = runGit, isKept = true } = options;
  const file = createPathIndexFile(options.file);
  let index: PathIndex | null = null;
  /** Where the history of a shallow clone ended when the index was made, or read. */
  let ends: string | null = null;
  let noticed: string | null = null;
  let isOpen = false;
  let isQueued = false;
  let unsaved = 0;
  const run = createOneAtATime();
  const ready = createSignal();

  /** The index, with these commits and all that is before them. */
  async function reach(tips: readonly string[]): Promise<PathIndex> {
    const now = await readShallow(gitDir);
    // What a clone has been given since lies behind commits that the index knows.
    if (now !== ends) index = null;
    ends = now;
    index ??= await file.load(now).catch((error: unknown) => {
      onError(error);
      return null;
    });
    if (index !== null && (await extend(index, tips))) {
      if (unsaved > SAVE_AFTER) await save(index);
      return index;
    }
    index = await build(tips);
    await save(index);
    return index;
  }

  async function extend(known: PathIndex, tips: readonly string[]): Promise<boolean> {
    for (const from of tips) {
      const commits: CommitChanges[] = [];
      for await (const { unread, ...commit } of walkedCommits({ objects, from, isKnown: known.has })) {
        if (commits.length === MAX_NEW_COMMITS || unread.length > 0) return false;
        commits.push(commit);
      }
      if (commits.length > 0) known.add(commits);
      unsaved += commits.length;
    }
    return true;
  }

  async function build(tips: readonly string[]): Promise<PathIndex> {
    const commits = new Map<string, CommitChanges>();
    let until: string | null = null;
    for (const from of tips) {
      const logged = await loggedCommits({ gitDir, from, until }, git);
      for await (const one of logged ?? walkAll(from, commits)) commits.set(one.id, one);
      until = from;
    }
    const built = createPathIndex();
    built.add([...commits.values()]);
    return built;
  }

  /** What could not be read before some commit is as if it had never been: somebody is told. */
  async function* walkAll(
    from: string,
    known: Pick<ReadonlyMap<string, unknown>, 'has'>,
  ): AsyncGenerator<CommitChanges> {
    const isKnown = (id: string) => known.has(id);
    for await (const { unread, ...commit } of walkedCommits({ objects, from, isKnown })) {
      for (const id of unread) onError(new ContentError('corrupt', { what: `object ${id}` }));
      yield commit;
    }
  }

  async function save(known: PathIndex): Promise<void> {
    unsaved = 0;
    if (!isKept) return;
    await file.save(known, ends ?? '').catch(onError);
  }

  function follow(): Promise<void> {
    if (isQueued || !isOpen) return Promise.resolve();
    isQueued = true;
    const work = async (): Promise<void> => {
      isQueued = false;
      if (noticed === null) return;
      await reach([noticed]);
      ready.give();
    };
    return run(work).catch(onError);
  }

  return {
    /**
     * What readers may be told of this commit's history (path-index.ts). Throws ContentError 'corrupt' when the commit cannot be
     * read.
     */
    at: (commit: string): Promise<PathHistory> => run(async () => (await reach([commit])).forReaders(commit)),

    /** The history of both branches, for the author. Throws ContentError 'corrupt' when one of the two commits cannot be read. */
    withWaiting: ({ main, work }: HistoryTips): Promise<PathHistory> =>
      run(async () => (await reach(work === null ? [main] : [main, work])).forAuthor({ main, work })),

    /** Resolves once the index is there and follows the published branch; what comes then takes little time. */
    isReady: ready.given,

    /** The published branch is at this commit now: the index follows in the background, once it is open. */
    notice(commit: string): void {
      noticed = commit;
      void follow();
    },

    /** From now on the index follows what was noticed: a start has more urgent things to do. Resolves once it does, or cannot. */
    open(): Promise<void> {
      isOpen = true;
      return follow();
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
