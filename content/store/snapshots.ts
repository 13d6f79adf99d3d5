import { slugOfPath } from '../model/paths.ts';
import { type Assembled, assembleSnapshot, type Held, NOTHING_HELD } from './assemble-snapshot.ts';
import { searchHistory } from './last-readable.ts';
import type { ObjectStore } from './objects.ts';
import { createFileParser, isContentFolder } from './parse-file.ts';
import { type ParseFile, readFolder } from './read-folder.ts';
import { duplicatePaths } from './settle-duplicates.ts';
import { type ContentFile, type ContentFolder, EMPTY_FOLDER, fileAt, filesBelow } from './snapshot-files.ts';
import type { SnapshotState } from './snapshot-state.ts';

interface BuildOptions {
  readonly gitDir: string;
  readonly objects: ObjectStore;
  /** Called for each file that is read and parsed, so that a long first start can show how far it is. */
  readonly onParsed?: (path: string) => void;
}

/** What only history can tell, and how far back it is asked. */
interface Wanted {
  readonly unknown: readonly ContentFile[];
  readonly rivals: readonly ContentFile[];
  readonly until: string | null;
}

/** A built state, and how to complete it where an older version is needed that this build could not see. */
export interface Built {
  readonly state: SnapshotState;
  /** Null when nothing is missing. */
  readonly search: (() => Promise<SnapshotState>) | null;
}

const NO_SENIORITY: ReadonlyMap<string, number> = new Map();

/** The state at `commit`, made from the one before where there is one: only what changed is read and parsed. */
export async function buildState(
  options: BuildOptions,
  { commit, before }: { readonly commit: string; readonly before: SnapshotState | null },
): Promise<Built> {
  const { tree, parents } = await options.objects.readCommit(commit);
  const root = await readRoot(options, tree, before);
  const assemble = (found: Held, seniority = NO_SENIORITY): Assembled =>
    assembleSnapshot({ commit, root, before: before?.snapshot ?? null, found, seniority });
  const first = assemble(before?.held ?? NOTHING_HELD);
  const wanted = wantedFromHistory({ first, root, parents, before });
  const searching = new Set(searchedSlugs(wanted));
  const state = { root, held: first.held, snapshot: { ...first.snapshot, searching } };
  if (wanted.unknown.length + wanted.rivals.length === 0) return { state, search: null };
  const search = async (): Promise<SnapshotState> => {
    const history = await searchHistory({ ...options, commit, ...wanted });
    const { snapshot, held } = assemble(history.found, history.seniority);
    return { root, held, snapshot };
  };
  return { state, search };
}

function readRoot(
  options: BuildOptions,
  treeId: string,
  before: SnapshotState | null,
): Promise<ContentFolder> {
  const parseFile = createFileParser(options.objects);
  const parse: ParseFile = (file) => {
    options.onParsed?.(file.path);
    return parseFile(file);
  };
  const folder = { path: '', treeId, before: before?.root ?? EMPTY_FOLDER };
  return readFolder({ objects: options.objects, isContentFolder, parse }, folder);
}

/**
 * Without a parent snapshot, everything that it would have told. With it, nothing; unless commits lie between the
 * two, one of which may hold a readable version newer than the one we know.
 */
function wantedFromHistory(input: {
  readonly first: Assembled;
  readonly root: ContentFolder;
  readonly parents: readonly string[];
  readonly before: SnapshotState | null;
}): Wanted {
  const { first, root, parents, before } = input;
  const posts = () => [...filesBelow(root)].filter((file) => file.kind === 'post');
  if (before === null) {
    const rivals = new Set(duplicatePaths(posts()));
    return { unknown: first.unknown, rivals: posts().filter(({ path }) => rivals.has(path)), until: null };
  }
  const until = before.snapshot.commit;
  if (until === first.snapshot.commit || parents.includes(until)) return { unknown: [], rivals: [], until };
  const isNewlyBroken = (file: ContentFile) =>
    file.problems.length > 0 && fileAt(before.root, file.path)?.blobId !== file.blobId;
  return { unknown: posts().filter(isNewlyBroken), rivals: [], until };
}

function searchedSlugs({ unknown, rivals, until }: Wanted): readonly string[] {
  if (until !== null) return [];
  return [...unknown, ...rivals].map(({ path }) => slugOfPath(path));
}
