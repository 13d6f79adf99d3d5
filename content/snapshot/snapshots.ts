import { createBreathing } from '#content/git/breathe.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import type { HistoryIndex } from '#content/history/history-index.ts';
import { slugOfPath } from '#content/model/paths.ts';
import { assembleState } from './assemble-snapshot.ts';
import { searchHistory, wantedFromHistory } from './last-readable.ts';
import { createNameRefusal } from './name-problems.ts';
import { createFileParser, isContentFolder } from './parse-file.ts';
import { type ParseFile, readFolder } from './read-folder.ts';
import { withReplacedFolders } from './replaced-folders.ts';
import { type ContentFolder, EMPTY_FOLDER } from './snapshot-files.ts';
import { NOTHING_FOUND, type SnapshotState } from './snapshot-state.ts';

export interface BuildOptions {
  readonly objects: ObjectStore;
  /** Asked where an older version is needed. */
  readonly history: Pick<HistoryIndex, 'withWaiting'>;
  /** Called for each file that is read and parsed, so that a long first start can show how far it is. */
  readonly onParsed?: (path: string) => void;
  /** Milliseconds since 1970; the system's clock unless said otherwise. */
  readonly clock?: () => number;
}

/** A built state, and how to complete it where an older version is needed that this build could not see. */
export interface Built {
  readonly state: SnapshotState;
  /** Null when the state is complete. */
  readonly search: (() => Promise<SnapshotState>) | null;
}

interface Wish {
  readonly commit: string;
  readonly before: SnapshotState | null;
}

/** The state at `commit`, made from the one before where there is one: only what changed is read and parsed. */
export async function buildState(options: BuildOptions, { commit, before }: Wish): Promise<Built> {
  const { tree, parents } = await options.objects.readCommit(commit);
  const root = await readRoot(options, { commit, tree, before });
  // A state that lacks what history knows is no witness of what was served.
  const parent = before?.isComplete === true ? before : null;
  const wanted = wantedFromHistory({ commit, root, parents, before: parent });
  const now = (options.clock ?? Date.now)();
  const first = assembleState({ commit, root, before: parent, history: NOTHING_FOUND, now });
  if (wanted === null) return { state: first, search: null };
  const served = new Set(first.snapshot.posts.map(({ slug }) => slug));
  const slugs = [...wanted.broken, ...wanted.rivals].map(({ path }) => slugOfPath(path));
  const searching = new Set(slugs.filter((slug) => !served.has(slug)));
  const search = async (): Promise<SnapshotState> => {
    const { objects, history: index } = options;
    const history = await index.withWaiting({ main: commit, work: null });
    const found = await searchHistory({ objects, history, root }, wanted);
    return assembleState({ commit, root, before: parent, history: found, now });
  };
  return { state: { ...first, snapshot: { ...first.snapshot, searching }, isComplete: false }, search };
}

async function readRoot(
  { objects, onParsed }: BuildOptions,
  { commit, tree, before }: Wish & { readonly tree: string },
): Promise<ContentFolder> {
  const parseFile = createFileParser(objects);
  const parse: ParseFile = (file) => {
    onParsed?.(file.path);
    return parseFile(file);
  };
  const refuse = createNameRefusal({ objects, commit });
  const reading = { objects, refuse, isContentFolder, parse, breathe: createBreathing() };
  const root = await readFolder(reading, { path: '', treeId: tree, before: before?.root ?? EMPTY_FOLDER });
  if (before !== null) return root;
  const read = (path: string, treeId: string): Promise<ContentFolder> =>
    readFolder(reading, { path, treeId, before: EMPTY_FOLDER });
  return withReplacedFolders({ objects, read, commit }, root);
}
