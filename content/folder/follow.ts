import { createOneAtATime, createRescan } from '#content/git/concurrency.ts';
import { readRef } from '#content/git/refs/refs.ts';
import { entryDifferences } from '#content/git/tree-differences.ts';
import { ContentError } from '#content/model/errors.ts';
import { bringFiles, type CloneFiles } from './bring.ts';
import { createFollowedFile, type Followed, type Overwritten, overwrittenSince } from './followed-file.ts';
import { findPause, UNMERGED, unsupportedIndex } from './git-state.ts';
import type { IndexState } from './index-file.ts';
import { type IndexEntry, indexEntry, NO_STAMP } from './index-format.ts';
import { commitsBetween, isRegularMode, treeFile } from './tree-file.ts';

interface FollowOptions extends CloneFiles {
  readonly branch: string;
  readonly published: string;
  /** Following failed; it is tried again by itself. */
  readonly onError: (error: unknown) => void;
}

/** Where following ended. */
export type FollowOutcome =
  /** Index and files are at this commit; null while the branch has none. */
  | { readonly kind: 'followed'; readonly commit: string | null }
  | { readonly kind: 'paused'; readonly pause: string }
  /** Another program keeps the index locked, or something failed: it is tried again. */
  | { readonly kind: 'later' };

/** A git that works takes its lock for some milliseconds; one that keeps it longer makes its ref move by compare-and-swap. */
const LOCK_WAIT_MS = 1000;
const RETRY_MS = 1000;
/** The save that moved the branch is shown and acknowledged within this time: following shares the processor with it. */
const AFTER_MOVE_MS = 40;

/** Brings index and files of one clone after its branch, one round at a time. */
export function createFollower(options: FollowOptions) {
  const { gitDir, branch, published, index, objects } = options;
  const file = createFollowedFile(gitDir);
  /** Moves of the branch and the publishing of an index exclude each other. */
  const turn = createOneAtATime();
  const accepted = new Map<string, string>();
  const putBack = new Set<string>();
  let moves = 0;
  let known: Followed | null = null;
  let isClosed = false;
  /** By how long they wait. */
  const timers = new Map<number, NodeJS.Timeout>();
  /**
   * Brings index and files to the branch's commit; costs what changed. Resolves when they are there, or with why they are not. Never
   * rejects: what fails goes to onError and is tried again.
   */
  const follow = createRescan(untilStill);

  async function remembered(): Promise<Followed> {
    known ??= await file.read();
    return known;
  }

  async function remember(followed: Followed): Promise<void> {
    await file.write(followed);
    known = followed;
  }

  async function pauseNow(): Promise<string | null> {
    const pause = findPause(gitDir, branch, published);
    if (pause !== null) return pause;
    const state = await index.read();
    if (state.kind === 'unsupported') return unsupportedIndex(state.what);
    return state.kind === 'entries' && state.entries.some(({ stage }) => stage > 0) ? UNMERGED : null;
  }

  async function requireFree(): Promise<void> {
    const pause = await pauseNow();
    if (pause !== null) throw new ContentError('read-only', { reason: pause });
  }

  /** Gives the lock back unless the branch moved since `move`; whether that is so. */
  function releaseUnlessMoved(move: number): Promise<boolean> {
    return turn(async () => {
      if (moves !== move) return false;
      await index.release();
      return true;
    });
  }

  async function isDone(state: IndexState, target: string): Promise<boolean> {
    const { commit, toward } = await remembered();
    const isAtRest = toward.length === 0 && accepted.size + putBack.size === 0;
    return commit === target && isAtRest && state.kind === 'entries';
  }

  /** Null when the branch moved meanwhile. */
  async function round(): Promise<FollowOutcome | null> {
    const move = moves;
    const pause = await pauseNow();
    if (pause !== null) return (await releaseUnlessMoved(move)) ? { kind: 'paused', pause } : null;
    const seen = await readRef(gitDir, `refs/heads/${branch}`);
    if (seen === null || (await isDone(await index.read(), seen)))
      return (await releaseUnlessMoved(move)) ? { kind: 'followed', commit: seen } : null;
    if (!(await turn(() => index.take(LOCK_WAIT_MS)))) return { kind: 'later' };
    // Until the lock was ours somebody may have moved anything.
    const [state, target] = [await index.read(), await readRef(gitDir, `refs/heads/${branch}`)];
    if (target === null || (await pauseNow()) !== null) return null;
    return bring(move, state, target);
  }

  async function bring(move: number, state: IndexState, target: string): Promise<FollowOutcome | null> {
    const followed = await startingPoint(state, target);
    const lost = await overwrittenSince(options, followed, target);
    const done = new Set(putBack);
    const isRead = state.kind === 'entries';
    const entries = isRead ? state.entries : await rebuiltEntries(options, followed);
    const taken = new Map(accepted);
    const writtenMs = isRead ? state.writtenMs : 0;
    const brought = await bringFiles({
      ...options,
      entries,
      writtenMs,
      followed,
      to: target,
      accepted: taken,
    });
    const next = brought.entries ?? (isRead ? null : entries);
    if (next !== null) await index.fill(next);
    const isPublished = await turn(async () => {
      if (moves !== move) return false;
      await (next === null ? index.release() : index.publish(next));
      return true;
    });
    if (!isPublished) return null;
    const overwritten = [...followed.overwritten.filter((one) => !done.has(nameOf(one))), ...lost];
    await remember({ ...brought.followed, overwritten });
    for (const name of done) putBack.delete(name);
    for (const [path, id] of taken) if (accepted.get(path) === id) accepted.delete(path);
    return { kind: 'followed', commit: target };
  }

  /** Where the files are, and what they may have begun to become; on disk before any of them changes. */
  async function startingPoint(state: IndexState, target: string): Promise<Followed> {
    const before = await remembered();
    const { commit } = before;
    // A clone that the git program made, or one whose notes are lost: what git says of it holds.
    if (commit === null && before.toward.length === 0 && state.kind === 'entries')
      return { ...before, commit: target };
    const between = commit === null ? [] : await commitsBetween(objects, commit, target);
    const toward = [...new Set([...before.toward, ...between, target])];
    if (toward.some((commit) => !before.toward.includes(commit))) await remember({ ...before, toward });
    return { ...before, toward };
  }

  async function untilStill(): Promise<FollowOutcome> {
    try {
      for (;;) {
        const outcome = await round();
        if (outcome === null) continue;
        if (outcome.kind === 'later') followIn(RETRY_MS)?.unref();
        return outcome;
      }
    } catch (error) {
      // The disk may refuse that too.
      await index.release().catch(options.onError);
      options.onError(error);
      followIn(RETRY_MS)?.unref();
      return { kind: 'later' };
    }
  }

  function followIn(ms: number): NodeJS.Timeout | undefined {
    if (isClosed || timers.has(ms)) return undefined;
    const timer = setTimeout(() => {
      timers.delete(ms);
      void follow();
    }, ms);
    timers.set(ms, timer);
    return timer;
  }

  return {
    follow,
    pauseNow,
    remembered,
    requireFree,

    /**
     * Runs what may move the branch (a save, a merge) under git's lock on the index, and answers as soon as it has; index and files
     * follow by themselves. Throws ContentError 'read-only' with a French sentence when git is in the middle of something here, or when
     * another branch is checked out.
     */
    moving<Value>(work: () => Promise<Value>): Promise<Value> {
      return turn(async () => {
        await requireFree();
        await index.take(LOCK_WAIT_MS);
        try {
          return await work();
        } finally {
          moves += 1;
          followIn(AFTER_MOVE_MS);
        }
      });
    },

    /**
     * The branch has taken up what these files hold (path → blob id, '' for deleted): as long as they hold just that, they follow the
     * branch again.
     */
    accept(files: ReadonlyMap<string, string>): Promise<FollowOutcome> {
      for (const [path, id] of files) accepted.set(path, id);
      return follow();
    },

    /** These were put back on the branch: nobody is told of them any more. */
    forgetOverwritten(done: readonly Overwritten[]): Promise<FollowOutcome> {
      for (const one of done) putBack.add(nameOf(one));
      return follow();
    },

    /** Ends after what is under way; the lock is given back. */
    async close(): Promise<void> {
      isClosed = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await turn(() => Promise.resolve());
      await follow();
      await index.release();
    },
  };
}

export type Follower = ReturnType<typeof createFollower>;

function nameOf({ path, lost }: Overwritten): string {
  return `${lost} ${path}`;
}

/**
 * The entries of an index that got lost, from the commit the files were brought to: those whose file holds what the
 * commit says get its stamp. What somebody had staged in it is lost with it; the files are not.
 */
async function rebuiltEntries(
  { objects, contents }: CloneFiles,
  { commit, refused }: Followed,
): Promise<readonly IndexEntry[]> {
  if (commit === null) return [];
  const { tree } = await objects.readCommit(commit);
  const entries: IndexEntry[] = [];
  for await (const { path, is: entry } of entryDifferences(objects, { before: null, after: tree })) {
    if (entry === null) continue;
    const is = treeFile(entry);
    const asGit = indexEntry(path, is, { stamp: NO_STAMP, isSkipped: false });
    const disk = await contents(path, { entry: asGit, writtenMs: 0 });
    const isSame = disk.kind === 'file' && disk.id === is.id;
    entries.push(
      indexEntry(path, is, {
        stamp: isSame ? disk.stamp : NO_STAMP,
        isSkipped: refused.includes(path) || (!isRegularMode(is.mode) && disk.kind === 'absent'),
      }),
    );
  }
  return entries;
}
