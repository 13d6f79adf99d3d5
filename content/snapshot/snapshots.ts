import { createBreathing } from '#content/git/concurrency.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import type { HistoryIndex } from '#content/history/history-index.ts';
import {
  type Addressed,
  addressedAt,
  CAPACITY_FILE,
  IMAGES_FOLDER,
  REDIRECTS_FILE,
  SITE_FILE,
} from '#content/model/paths.ts';
import type { SnapshotPost } from '#content/model/post.ts';
import { createPostIndex, indexOf } from '#content/model/post-index.ts';
import { type ListDifference, listAfter } from '#content/model/post-lists.ts';
import type { Problem } from '#content/model/snapshot.ts';
import { capacityOf, searchHistory, siteOf, wantedFromHistory } from './last-readable.ts';
import { formerAddresses, losesAddress } from './left-addresses.ts';
import { createNameRefusal } from './name-problems.ts';
import { createFileParser } from './parse-file.ts';
import { type ParseFile, type ReadFolderOptions, readFolder, withReplacedFolders } from './read-folder.ts';
import {
  filesInQuestion,
  type OlderVersions,
  olderVersions,
  resolveDuplicates,
  servedPost,
} from './resolve-duplicates.ts';
import {
  type ContentFile,
  type ContentFolder,
  contentsIn,
  contentsOf,
  EMPTY_FOLDER,
  fileAt,
  filesSince,
  inFileOrder,
  nameProblemsIn,
  type PostFile,
} from './snapshot-files.ts';
import {
  type FoundInHistory,
  type Held,
  imagesOf,
  NOTHING_FOUND,
  type SnapshotState,
  stateOf,
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
  const breathe = createBreathing();
  const root = await readRoot({ ...options, breathe }, { commit, tree, before });
  // A state that lacks what history knows is no witness of what was served.
  const parent = before?.isComplete === true ? before : null;
  const change = { commit, root, before: parent, now: (options.clock ?? Date.now)() };
  const questioned = questionedFiles(change, NOTHING_FOUND);
  await breathe();
  const first = assembleState(change, NOTHING_FOUND, questioned);
  const wanted = wantedFromHistory({ ...change, parents, ...questioned });
  if (wanted === null) return { state: first, search: null };
  const asked = [...wanted.broken, ...wanted.rivals].map(({ path }) => addressedAt(path));
  const searching = new Set(asked.filter((one) => isOpen(one, first)).map(({ slug }) => slug));
  const search = async (): Promise<SnapshotState> => {
    const { objects, history: index } = options;
    const history = await index.withWaiting({ main: commit, work: null });
    const found = await searchHistory({ objects, history, root }, wanted);
    return assembleState(change, found, questionedFiles(change, found));
  };
  return { state: { ...first, snapshot: { ...first.snapshot, searching }, isComplete: false }, search };
}

/** Whether history may yet give an address: nobody has its slug, or a post of the other kind, article or page, until history is read. */
function isOpen({ slug, isPage }: Addressed, { index }: SnapshotState): boolean {
  const holder = index.bySlug.get(slug);
  return holder === undefined || (holder.isPage === true) !== (isPage === true);
}

async function readRoot(
  { objects, onParsed, breathe }: BuildOptions & Pick<ReadFolderOptions, 'breathe'>,
  { commit, tree, before }: Wish & { readonly tree: string },
): Promise<ContentFolder> {
  const parseFile = createFileParser(objects);
  const parse: ParseFile = (file) => {
    onParsed?.(file.path);
    return parseFile(file);
  };
  const refuse = createNameRefusal({ objects, commit });
  const reading = { objects, refuse, parse, breathe };
  const root = await readFolder(reading, { path: '', treeId: tree, before: before?.root ?? EMPTY_FOLDER });
  if (before !== null) return root;
  const read = (path: string, treeId: string): Promise<ContentFolder> =>
    readFolder(reading, { path, treeId, before: EMPTY_FOLDER });
  return withReplacedFolders({ objects, read, commit }, root);
}

interface Change {
  readonly commit: string;
  readonly root: ContentFolder;
  /** The state of the parent commit, when it is known. */
  readonly before: SnapshotState | null;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** What a commit changed, and the post files of which it has to be resolved what readers get. */
interface Questioned {
  readonly changed: ListDifference<ContentFile>;
  readonly troubled: readonly ContentFile[];
  readonly older: OlderVersions;
  readonly files: readonly PostFile[];
}

/** `found` is what a walk of history told; nothing when none was made. */
function questionedFiles({ root, before }: Change, found: FoundInHistory): Questioned {
  const changed = filesSince(before?.root ?? EMPTY_FOLDER, root);
  const [gone, added] = [contentsIn(changed.gone), contentsIn(changed.added)];
  const left = new Set(gone.troubled);
  const troubled = [...(before?.troubled ?? []).filter((file) => !left.has(file)), ...added.troubled];
  const older = olderVersions({ root, before, gone: gone.posts, found: found.posts });
  const held = [...(before?.held.posts.keys() ?? [])].flatMap((path) => fileAt(root, path) ?? []);
  const files = [...added.posts, ...contentsIn([...troubled, ...held]).posts];
  return { changed, troubled, older, files: filesInQuestion({ root, before, files, older }) };
}

/**
 * The state at a commit: of each file its present version, else its last readable one; of files that claim one
 * address or one id, the one that had it (docs/design.md, The content repository). Pure.
 */
function assembleState(change: Change, history: FoundInHistory, questioned: Questioned): SnapshotState {
  const { commit, root, before, now } = change;
  const { changed, troubled, older, files } = questioned;
  const resolved = resolveDuplicates({ files, older, seniority: history.seniority });
  const difference = postDifference(change, questioned, resolved.posts);
  const posts = listAfter(before?.snapshot.posts ?? [], difference, inFileOrder);
  const index = indexOf(posts, () => before?.index.after(posts, difference) ?? createPostIndex(posts));
  const redirects = presentRedirects(root, before);
  const situation = { index, redirects, before, now };
  const held: Held = {
    posts: resolved.held,
    site: siteOf(fileAt(root, SITE_FILE)) ?? history.site ?? before?.held.site ?? null,
    capacity: capacityOf(fileAt(root, CAPACITY_FILE)) ?? history.capacity ?? before?.held.capacity ?? null,
    redirects,
    former: formerAddresses(situation, difference),
    isFormerWhole: before?.held.isFormerWhole === true && !losesAddress(situation),
  };
  const unreadable = troubled.flatMap((file) => file.problems);
  const problems = [...nameProblemsIn(root), ...unreadable, ...resolved.problems, ...missingSettings(root)];
  const isImage = ({ kind }: ContentFile): boolean => kind === 'image';
  return stateOf({
    commit,
    root,
    held,
    posts,
    index,
    images:
      before !== null && ![...changed.gone, ...changed.added].some(isImage)
        ? before.snapshot.images
        : imagesOf(contentsOf(root.folders.get(IMAGES_FOLDER) ?? EMPTY_FOLDER).images),
    troubled,
    problems: problems.sort(byPathThenLine),
  });
}

/** What readers get of the files in question, against what they got of these and of those that are gone. */
function postDifference(
  { before }: Change,
  { changed, files }: Questioned,
  posts: readonly SnapshotPost[],
): ListDifference<SnapshotPost> {
  if (before === null) return { gone: [], added: posts };
  const were = new Set([...contentsIn(changed.gone).posts, ...files]);
  const served = new Set([...were].flatMap((file) => servedPost(file, before) ?? []));
  const present = new Set(posts);
  return {
    gone: [...served].filter((post) => !present.has(post)),
    added: posts.filter((post) => !served.has(post)),
  };
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
      reason: `Le fichier ${path} manque\u00a0: ses dernières valeurs connues servent.`,
    }));
}

function byPathThenLine(a: Problem, b: Problem): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return a.line - b.line;
}
