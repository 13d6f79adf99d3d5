import { createByteCache } from '#content/git/objects/byte-cache.ts';
import { objectId } from '#content/git/objects/object-id.ts';
import { readCheckedLines, writeCheckedLines } from '#content/git/state-file.ts';
import { type CommitChanges, parentsFirst } from './commit-log.ts';

/** A commit's place in history: newest first is by `date`, then by `commit`; parents are always older. */
export interface Place {
  readonly commit: string;
  /** Seconds: the commit's own, or one more than its parents' and than what it published, where clocks disagreed. */
  readonly date: number;
}

/** What a commit made of a file. */
export interface PathChange extends Place {
  /** Null where it removed the file, or put a link in its place. */
  readonly blobId: string | null;
  /** Whether nothing is there, not even a link. */
  readonly isGone: boolean;
  /** Whether the commit is of the work branch: readers are told nothing of it, even once somebody merged it. */
  readonly isWaiting: boolean;
  readonly isMerge: boolean;
  /** The commit of the work branch that it published; null where it says none. */
  readonly from: string | null;
}

interface IndexedCommit extends Pick<CommitChanges, 'seconds' | 'isWaiting' | 'from'> {
  readonly commit: string;
  /** The numbers of its parents, of those that are known. */
  readonly parents: readonly number[];
}

/** A commit's number in the order of `commits`, and what it made of a file. */
interface IndexedChange {
  readonly number: number;
  readonly blobId: string | null;
  readonly isGone: boolean;
}

/** All that an index holds, as a file keeps it. */
interface PathIndexState {
  /** Parents before children. */
  readonly commits: readonly IndexedCommit[];
  readonly changes: ReadonlyMap<string, readonly IndexedChange[]>;
}

/** The two branches whose history is asked for; `work` is null to leave out what waits. */
export interface HistoryTips {
  readonly main: string;
  readonly work: string | null;
}

const EMPTY: PathIndexState = { commits: [], changes: new Map() };
const NO_HISTORY = new Uint8Array();
/** How much is kept of which commits are in the history of which, a byte each. */
const HISTORIES_BYTES = 1024 * 1024;

/**
 * Which commits changed which file, of any number of histories. What it answers of one depends on the commits that it holds,
 * not on the order in which they were added.
 */
export function createPathIndex(from: PathIndexState = EMPTY) {
  const commits: IndexedCommit[] = [];
  const numbers = new Map<string, number>();
  const dates: number[] = [];
  /** What is said to be published and is not known yet, and the first commit that says so. */
  const awaited = new Map<string, number>();
  const changes = new Map<string, IndexedChange[]>();
  const removed = new Map<number, string[]>();
  const histories = createByteCache<Uint8Array>({
    maxBytes: HISTORIES_BYTES,
    sizeOf: ({ length }) => length,
  });
  for (const commit of from.commits) append(commit);
  for (const [path, list] of from.changes) for (const change of list) note(path, change);
  correctDates(0);

  function append(commit: IndexedCommit): number {
    const number = commits.push(commit) - 1;
    numbers.set(commit.commit, number);
    const { from: source } = commit;
    if (source !== null && !numbers.has(source) && !awaited.has(source)) awaited.set(source, number);
    return number;
  }

  function note(path: string, change: IndexedChange): void {
    addTo(changes, path, change);
    if (change.blobId === null) addTo(removed, change.number, path);
  }

  /** From one commit on; where what was published came after it, that takes more than one pass. */
  function correctDates(start: number): void {
    for (let isDone = false; !isDone; ) {
      isDone = true;
      for (let number = start; number < commits.length; number += 1) {
        const date = leastDate(number);
        if (dates[number] === date) continue;
        dates[number] = date;
        isDone = false;
      }
    }
  }

  function leastDate(number: number): number {
    const { seconds = 0, parents = [], from: source = null } = commits[number] ?? {};
    let least = seconds;
    for (const parent of parents) least = Math.max(least, 1 + (dates[parent] ?? Number.NEGATIVE_INFINITY));
    const published = source === null ? undefined : numbers.get(source);
    return published === undefined
      ? least
      : Math.max(least, 1 + (dates[published] ?? Number.NEGATIVE_INFINITY));
  }

  /** The commits of a history, by number; a number that is not there is of none. What is behind a commit stays as it is. */
  function historyOf(tip: string | null): Uint8Array {
    const start = tip === null ? undefined : numbers.get(tip);
    if (tip === null || start === undefined) return NO_HISTORY;
    const known = histories.get(tip);
    if (known !== undefined) return known;
    const found = new Uint8Array(start + 1);
    found[start] = 1;
    for (let number = start; number >= 0; number -= 1)
      if (found[number] === 1) for (const parent of commits[number]?.parents ?? []) found[parent] = 1;
    histories.set(tip, found);
    return found;
  }

  return {
    has: (commit: string) => numbers.has(commit),

    /** Adds commits that are not in it, each with all that lie between it and those that are. */
    add(added: readonly CommitChanges[]): void {
      let start = commits.length;
      for (const { id, parents, changes: own, ...said } of parentsFirst(added)) {
        start = Math.min(start, awaited.get(id) ?? start);
        const known = parents.flatMap((parent) => numbers.get(parent) ?? []);
        const number = append({ commit: id, ...said, parents: known });
        for (const { path, blobId, isGone } of own) note(path, { number, blobId, isGone });
      }
      correctDates(start);
    },

    /** What readers may be told: the published branch alone, without what says that it is of the work branch. */
    forReaders(main: string): PathHistory {
      const published = historyOf(main);
      return pathHistory((number) => published[number] === 1 && commits[number]?.isWaiting === false);
    },

    /** What the author is shown: the commits of both branches. */
    forAuthor({ main, work }: HistoryTips): PathHistory {
      const [published, kept] = [historyOf(main), historyOf(work)];
      return pathHistory(
        (number) => published[number] === 1 || kept[number] === 1,
        (number) => published[number] !== 1,
      );
    },

    state: (): PathIndexState => ({ commits, changes }),
  };

  /** The history of those commits that count. */
  function pathHistory(
    isIn: (number: number) => boolean,
    isOfWork: (number: number) => boolean = () => false,
  ): PathHistory {
    function placeOf(number: number): Omit<PathChange, 'blobId' | 'isGone'> | null {
      const commit = commits[number];
      if (commit === undefined || !isIn(number)) return null;
      return {
        commit: commit.commit,
        date: dates[number] ?? commit.seconds,
        isWaiting: commit.isWaiting || isOfWork(number),
        isMerge: commit.parents.length > 1,
        from: commit.from,
      };
    }
    function changesOf(path: string): readonly PathChange[] {
      const found = (changes.get(path) ?? []).flatMap(({ number, blobId, isGone }) => {
        const place = placeOf(number);
        return place === null ? [] : [{ ...place, blobId, isGone }];
      });
      return found.sort(newestFirst);
    }
    return {
      changesOf,
      removedBy(commit) {
        const number = numbers.get(commit);
        return number === undefined || !isIn(number) ? [] : (removed.get(number) ?? []);
      },
      removingCommits: () =>
        [...removed.keys()]
          .flatMap((number) => placeOf(number) ?? [])
          .sort(newestFirst)
          .map(({ commit }) => commit),
      *removedPaths() {
        for (const [number, paths] of removed) if (isIn(number)) yield* paths;
      },
      *paths() {
        for (const [path, list] of changes) if (list.some(({ number }) => isIn(number))) yield path;
      },
      *pathsOf(blobIds) {
        for (const [path, list] of changes)
          for (const { number, blobId } of list)
            if (blobId !== null && blobIds.has(blobId) && isIn(number)) yield [blobId, path];
      },
    };
  }
}

export type PathIndex = ReturnType<typeof createPathIndex>;

export interface PathHistory {
  /** The commits that changed a file, newest first. */
  readonly changesOf: (path: string) => readonly PathChange[];
  readonly removedBy: (commit: string) => readonly string[];
  /** The commits that removed files, the newest first. */
  readonly removingCommits: () => readonly string[];
  /** Every file that any commit removed; one removed twice comes twice. */
  readonly removedPaths: () => Iterable<string>;
  /** Every file that any commit changed. */
  readonly paths: () => Iterable<string>;
  /** Of some blob ids, each with the files that had those bytes. */
  readonly pathsOf: (blobIds: ReadonlySet<string>) => Iterable<readonly [blobId: string, path: string]>;
}

/** The order of {@link Place}. */
export function newestFirst(a: Place, b: Place): number {
  return b.date - a.date || (a.commit < b.commit ? 1 : a.commit > b.commit ? -1 : 0);
}

function addTo<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** Raised whenever what is followed, or the form of a line, changes: older files are then made anew. */
const VERSION = 5;
const KIND = `encrier-history ${VERSION}`;

/** Commits or paths of a line: more would hold up others while it is read. */
const MAX_A_LINE = 500;

/** Some of what an index holds, in their order, the commits first. */
interface IndexLine {
  readonly commits: readonly KeptCommit[];
  readonly changes: readonly (readonly [path: string, changes: readonly KeptChange[]])[];
}
type KeptCommit = readonly [
  commit: string,
  seconds: number,
  isWaiting: boolean,
  from: string | null,
  parents: readonly number[],
];
type KeptChange = readonly [number: number, blobId: string | null, isGone: boolean];

/**
 * A path index in a file. Whatever is wrong with the file, `load` answers null and the caller builds the index again; also where history
 * ended elsewhere (`ends`, objects.ts) when it was kept.
 */
export function createPathIndexFile(file: string) {
  return {
    async load(ends: string): Promise<PathIndex | null> {
      const commits: IndexedCommit[] = [];
      const changes = new Map<string, readonly IndexedChange[]>();
      const take = (value: unknown): void => {
        const line = value as IndexLine; // a parser: this file's own form
        for (const [commit, seconds, isWaiting, from, parents] of line.commits)
          commits.push({ commit, seconds, isWaiting, from, parents });
        for (const [path, some] of line.changes)
          changes.set(
            path,
            some.map(([number, blobId, isGone]) => ({ number, blobId, isGone })),
          );
      };
      return (await readCheckedLines(file, kindOf(ends), take))
        ? createPathIndex({ commits, changes })
        : null;
    },
    async save(index: PathIndex, ends: string): Promise<void> {
      await writeCheckedLines(file, kindOf(ends), linesOf(index));
    },
  };
}

function kindOf(ends: string): string {
  return ends === '' ? KIND : `${KIND} ${objectId('blob', Buffer.from(ends))}`;
}

/** Taken at one moment: the index may grow while the lines are written. */
function* linesOf(index: PathIndex): Generator<IndexLine> {
  const { commits, changes } = index.state();
  const [count, paths] = [commits.length, [...changes.keys()]];
  for (let at = 0; at < count; at += MAX_A_LINE) {
    const some = commits.slice(at, Math.min(count, at + MAX_A_LINE));
    yield { commits: some.map(keptCommit), changes: [] };
  }
  for (let at = 0; at < paths.length; at += MAX_A_LINE) {
    const some = paths.slice(at, at + MAX_A_LINE).map((path) => {
      const known = (changes.get(path) ?? []).filter(({ number }) => number < count);
      return [path, known.map(keptChange)] as const;
    });
    yield { commits: [], changes: some };
  }
}

function keptCommit({ commit, seconds, isWaiting, from, parents }: IndexedCommit): KeptCommit {
  return [commit, seconds, isWaiting, from, parents];
}

function keptChange({ number, blobId, isGone }: IndexedChange): KeptChange {
  return [number, blobId, isGone];
}
