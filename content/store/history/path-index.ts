import { type CommitChanges, parentsFirst } from './commit-changes.ts';

/** A commit's place in history: newest first is by `date`, then by `commit`; parents are always older. */
export interface Place {
  readonly commit: string;
  /** Seconds: the commit's own, or one more than its parents' where clocks disagreed. */
  readonly date: number;
}

/** What a commit made of a file; null where it removed it. */
export interface PathChange extends Place {
  readonly blobId: string | null;
}

/** A commit's number in the order of `commits`, and what it made of a file. */
export interface IndexedChange {
  readonly number: number;
  readonly blobId: string | null;
}

/** All that an index holds, as a file keeps it. */
export interface PathIndexState {
  readonly tip: string | null;
  /** Parents before children. */
  readonly commits: readonly Place[];
  readonly changes: ReadonlyMap<string, readonly IndexedChange[]>;
}

const EMPTY: PathIndexState = { tip: null, commits: [], changes: new Map() };

/**
 * Which commits changed which file, in the history of one commit, `tip`. What it answers depends on that history alone,
 * not on the order in which commits were added.
 */
export function createPathIndex(from: PathIndexState = EMPTY) {
  let tip = from.tip;
  const commits = [...from.commits];
  const numbers = new Map(commits.map(({ commit }, number) => [commit, number]));
  const changes = new Map<string, IndexedChange[]>();
  const removed = new Map<number, string[]>();
  for (const [path, list] of from.changes) for (const change of list) note(path, change);

  function note(path: string, change: IndexedChange): void {
    append(changes, path, change);
    if (change.blobId === null) append(removed, change.number, path);
  }

  function dateOf({ seconds, parents }: CommitChanges): number {
    const before = parents.map((id) => commits[numbers.get(id) ?? -1]?.date ?? Number.NEGATIVE_INFINITY);
    return Math.max(seconds, ...before.map((date) => date + 1));
  }

  return {
    /** The commit whose history this is; null for an empty index. */
    tip: () => tip,
    has: (commit: string) => numbers.has(commit),

    /** Adds commits that are not in it, all that lie between those that are and `newTip`. */
    add(added: readonly CommitChanges[], newTip: string): void {
      for (const commit of parentsFirst(added)) {
        const number = commits.length;
        const date = dateOf(commit);
        commits.push({ commit: commit.id, date });
        numbers.set(commit.id, number);
        for (const { path, blobId } of commit.changes) note(path, { number, blobId });
      }
      tip = newTip;
    },

    /** The commits that changed a file, newest first. */
    changesOf(path: string): readonly PathChange[] {
      const found = (changes.get(path) ?? []).flatMap(({ number, blobId }) => {
        const place = commits[number];
        return place === undefined ? [] : [{ ...place, blobId }];
      });
      return found.sort(newestFirst);
    },

    /** The files that a commit removed. */
    removedBy(commit: string): readonly string[] {
      const number = numbers.get(commit);
      return number === undefined ? [] : (removed.get(number) ?? []);
    },

    /** The commits that removed files, the newest first. */
    removingCommits: (): readonly string[] =>
      [...removed.keys()]
        .flatMap((number) => commits[number] ?? [])
        .sort(newestFirst)
        .map(({ commit }) => commit),

    /** Every file that any commit removed; one removed twice comes twice. */
    *removedPaths(): Generator<string> {
      for (const paths of removed.values()) yield* paths;
    },

    paths: () => changes.keys(),
    state: (): PathIndexState => ({ tip, commits, changes }),
  };
}

export type PathIndex = ReturnType<typeof createPathIndex>;

/** The order of {@link Place}. */
export function newestFirst(a: Place, b: Place): number {
  return b.date - a.date || (a.commit < b.commit ? 1 : a.commit > b.commit ? -1 : 0);
}

function append<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
