import { createBreathing } from '#content/git/concurrency.ts';
import type { runGit } from '#content/git/git-program.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { slugOfPath } from '#content/model/paths.ts';
import { assembleState } from './assemble-snapshot.ts';
import { searchHistory } from './last-readable.ts';
import { createNameRefusal } from './name-problems.ts';
import { createFileParser, isContentFolder } from './parse-file.ts';
import { type ParseFile, readFolder } from './read-folder.ts';
import { restoreReplaced } from './restore-replaced.ts';
import { type ContentFolder, EMPTY_FOLDER, fileAt } from './snapshot-files.ts';
import { NOTHING_FOUND, type SnapshotState } from './snapshot-state.ts';
import { isNothing, wantedFromHistory, wantedPosts } from './wanted-from-history.ts';

export interface BuildOptions {
  readonly gitDir: string;
  readonly objects: ObjectStore;
  /** Called for each file that is read and parsed, so that a long first start can show how far it is. */
  readonly onParsed?: (path: string) => void;
  /** How the git program is run; history is walked without it where it answers null. */
  readonly git?: typeof runGit;
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
  const read = await readRoot(options, { commit, tree, before });
  const root = before === null ? await restoreReplaced(options, { commit, root: read }) : read;
  // A state that lacks what history knows is no witness of what was served.
  const parent = before?.isComplete === true ? before : null;
  const wanted = wantedFromHistory({ commit, root, parents, before: parent });
  const now = (options.clock ?? Date.now)();
  const first = assembleState({ commit, root, before: parent, history: NOTHING_FOUND, now });
  if (isNothing(wanted)) return { state: first, search: null };
  const served = new Set(first.snapshot.posts.map(({ slug }) => slug));
  const slugs = wantedPosts(wanted).map(({ path }) => slugOfPath(path));
  const searching = new Set(slugs.filter((slug) => !served.has(slug)));
  const search = async (): Promise<SnapshotState> => {
    const isGone = (path: string) => fileAt(root, path) === null;
    const history = await searchHistory({ ...options, commit, isGone }, wanted);
    return assembleState({ commit, root, before: parent, history, now });
  };
  return { state: { ...first, snapshot: { ...first.snapshot, searching }, isComplete: false }, search };
}

function readRoot(
  { objects, onParsed }: BuildOptions,
  { commit, tree, before }: Wish & { readonly tree: string },
): Promise<ContentFolder> {
  const parseFile = createFileParser(objects);
  const parse: ParseFile = (file) => {
    onParsed?.(file.path);
    return parseFile(file);
  };
  const refuse = createNameRefusal({ objects, commit });
  const folder = { path: '', treeId: tree, before: before?.root ?? EMPTY_FOLDER };
  return readFolder({ objects, refuse, isContentFolder, parse, breathe: createBreathing() }, folder);
}
