import { createBreathing } from '#content/git/concurrency.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import type { HistoryIndex } from '#content/history/history-index.ts';
import { CAPACITY_FILE, REDIRECTS_FILE, SITE_FILE, slugOfPath } from '#content/model/paths.ts';
import type { Problem } from '#content/model/snapshot.ts';
import { capacityOf, searchHistory, siteOf, wantedFromHistory } from './last-readable.ts';
import { formerAddresses, losesAddress } from './left-addresses.ts';
import { createNameRefusal } from './name-problems.ts';
import { createFileParser } from './parse-file.ts';
import { type ParseFile, readFolder, withReplacedFolders } from './read-folder.ts';
import { olderVersions, settleDuplicates } from './settle-duplicates.ts';
import { type ContentFolder, contentsOf, EMPTY_FOLDER, fileAt } from './snapshot-files.ts';
import {
  type FoundInHistory,
  type Held,
  NOTHING_FOUND,
  type SnapshotState,
  snapshotOf,
} from './snapshot-state.ts';

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
  const reading = { objects, refuse, parse, breathe: createBreathing() };
  const root = await readFolder(reading, { path: '', treeId: tree, before: before?.root ?? EMPTY_FOLDER });
  if (before !== null) return root;
  const read = (path: string, treeId: string): Promise<ContentFolder> =>
    readFolder(reading, { path, treeId, before: EMPTY_FOLDER });
  return withReplacedFolders({ objects, read, commit }, root);
}

interface AssembleInput {
  readonly commit: string;
  readonly root: ContentFolder;
  /** The state of the parent commit, when it is known. */
  readonly before: SnapshotState | null;
  /** What a walk of history told; nothing when none was made. */
  readonly history: FoundInHistory;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * The state at a commit: of each file its present version, else its last readable one; of files that claim one
 * address or one id, the one that had it (docs/design.md, The content repository). Pure.
 */
function assembleState({ commit, root, before, history, now }: AssembleInput): SnapshotState {
  const { posts: files, images, problems: unreadable } = contentsOf(root);
  const settled = settleDuplicates({
    mayCollide: before === null || before.held.posts.size > 0 || hasNewClaims(root, before.root),
    files,
    older: olderVersions({ root, before, found: history.posts }),
    seniority: history.seniority,
  });
  const redirects = presentRedirects(root, before);
  const { posts } = settled;
  const held: Held = {
    posts: settled.held,
    site: siteOf(fileAt(root, SITE_FILE)) ?? history.site ?? before?.held.site ?? null,
    capacity: capacityOf(fileAt(root, CAPACITY_FILE)) ?? history.capacity ?? before?.held.capacity ?? null,
    redirects,
    former: formerAddresses({ root, posts, redirects, before, now }),
    isFormerWhole: before?.held.isFormerWhole === true && !losesAddress({ before, redirects, posts, now }),
  };
  const problems = [...unreadable, ...settled.problems, ...missingSettings(root)];
  const snapshot = snapshotOf({
    commit,
    held,
    posts,
    images,
    files,
    problems: problems.sort(byPathThenLine),
  });
  return { root, held, snapshot, isComplete: true };
}

/** Whether a folder has a post with a path or an id that it did not have before. */
function hasNewClaims(now: ContentFolder, before: ContentFolder): boolean {
  if (now === before) return false;
  for (const [name, file] of now.files) {
    const was = before.files.get(name);
    if (file === was || file.kind !== 'post') continue;
    if (was?.kind !== 'post' || was.parsed?.id !== file.parsed?.id) return true;
  }
  for (const [name, child] of now.folders) {
    if (hasNewClaims(child, before.folders.get(name) ?? EMPTY_FOLDER)) return true;
  }
  return false;
}

/** A file that is no text leaves what was known; one that is removed leaves nothing. */
function presentRedirects(root: ContentFolder, before: SnapshotState | null): Held['redirects'] {
  const file = fileAt(root, REDIRECTS_FILE);
  if (file?.kind !== 'redirects') return null;
  if (file.parsed === null) return before?.held.redirects ?? null;
  return { blobId: file.blobId, value: file.parsed };
}

function missingSettings(root: ContentFolder): readonly Problem[] {
  return [SITE_FILE, CAPACITY_FILE]
    .filter((path) => fileAt(root, path) === null)
    .map((path) => ({
      path,
      line: 0,
      reason: `Le fichier ${path} manque : ses dernières valeurs connues servent.`,
    }));
}

function byPathThenLine(a: Problem, b: Problem): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return a.line - b.line;
}
