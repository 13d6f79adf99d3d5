import type { IndexEntry } from './index-entry.ts';

/** The paths that an index has. */
export interface TrackedNames {
  readonly paths: ReadonlySet<string>;
  /** The names of files in each folder that holds any; folders that hold only folders are there as well, and '' always. */
  readonly byFolder: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Gathers {@link TrackedNames}, once for each state of an index: looks are many, and the names are thousands. */
export function createTrackedNames() {
  let known: { readonly entries: readonly IndexEntry[]; readonly names: TrackedNames } | null = null;
  return (entries: readonly IndexEntry[]): TrackedNames => {
    if (known?.entries !== entries) known = { entries, names: trackedNames(entries) };
    return known.names;
  };
}

function trackedNames(entries: readonly IndexEntry[]): TrackedNames {
  const byFolder = new Map<string, Set<string>>([['', new Set()]]);
  const namesIn = (folder: string): Set<string> => {
    const names = byFolder.get(folder);
    if (names !== undefined) return names;
    const made = new Set<string>();
    byFolder.set(folder, made);
    const end = folder.lastIndexOf('/');
    if (end > 0) namesIn(folder.slice(0, end));
    return made;
  };
  for (const { path } of entries) {
    const end = path.lastIndexOf('/');
    namesIn(end < 0 ? '' : path.slice(0, end)).add(path.slice(end + 1));
  }
  return { paths: new Set(entries.map(({ path }) => path)), byFolder };
}

export type GatherTracked = ReturnType<typeof createTrackedNames>;
