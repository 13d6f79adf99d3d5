import { readCheckedLines, writeCheckedLines } from '#content/git/state-file.ts';
import type { SnapshotPost } from '#content/model/post.ts';
import type { Redirect } from '#content/model/redirects.ts';
import type { Problem } from '#content/model/snapshot.ts';
import {
  type ContentFile,
  type ContentFolder,
  EMPTY_FOLDER,
  type PostFile,
  type RedirectsFile,
} from './snapshot-files.ts';
import { type Held, type HeldPost, restoredState, type SnapshotState } from './snapshot-state.ts';
import { COLUMN_FIELDS, columnsOf, type PostColumns, postOfColumns } from './uniform-post.ts';

/** Raised whenever parsing, or the form of a line, changes: older files are then made anew, as those of other fields are. */
const CACHE_VERSION = 17;

const KIND = `encrier-snapshot ${CACHE_VERSION} ${COLUMN_FIELDS.join()}`;

/**
 * The parsed content of one commit, kept in a file so that a start reads no post. Whatever is wrong with the file
 * (missing, cut short, of another version, damaged), `load` answers null and the caller parses again.
 */
export function createSnapshotCache(file: string) {
  return {
    async load(): Promise<SnapshotState | null> {
      const decoder = createDecoder();
      return (await readCheckedLines(file, KIND, decoder.take)) ? decoder.state() : null;
    },
    /** Of a state that is complete. */
    async save(state: SnapshotState): Promise<void> {
      await writeCheckedLines(file, KIND, encodeState(state));
    },
  };
}

export type SnapshotCache = ReturnType<typeof createSnapshotCache>;

/** Files, or redirects, of a line, for JSON.parse is half as quick on a line for each: there may be thousands, and a save is to stop nobody. */
const MAX_A_LINE = 200;

interface Head {
  readonly commit: string;
  readonly problems: readonly Problem[];
  readonly site: Held['site'];
  readonly capacity: Held['capacity'];
  /** The blob id of redirects.yml, of which lines follow; null when there is none. */
  readonly redirectsId: string | null;
  readonly former: readonly (readonly [string, string | null])[];
  readonly isFormerWhole: boolean;
  readonly heldPosts: readonly (readonly [string, HeldPost])[];
}

type RedirectsLine = readonly ['redirects', redirects: readonly Redirect[]];
type FolderLine = readonly ['folder', path: string, treeId: string, problems: readonly Problem[]];
/** A post that reads well is the next one of the columns; any other file stands beside its name. */
type KeptFile = string | readonly [name: string, file: WrittenFile];
/** What redirects.yml says is held: it is not written twice. */
type WrittenFile = Exclude<ContentFile, RedirectsFile> | WrittenRedirects;
type WrittenRedirects = Omit<RedirectsFile, 'parsed'> & { readonly isRead: boolean };
type FilesLine = readonly ['files', files: readonly KeptFile[], posts: PostColumns];

/** A state as lines: a head, what redirects.yml says, then each folder followed by its files. */
function* encodeState({
  root,
  held,
  snapshot,
}: SnapshotState): Generator<Head | RedirectsLine | FolderLine | FilesLine> {
  const head: Head = {
    commit: snapshot.commit,
    problems: snapshot.problems,
    site: held.site,
    capacity: held.capacity,
    redirectsId: held.redirects?.blobId ?? null,
    former: [...held.former],
    isFormerWhole: held.isFormerWhole,
    heldPosts: [...held.posts],
  };
  yield head;
  for (const some of inLines([...(held.redirects?.value ?? [])])) yield ['redirects', some];
  yield* folderLines('', root);
}

function* folderLines(path: string, folder: ContentFolder): Generator<FolderLine | FilesLine> {
  yield ['folder', path, folder.treeId, folder.problems];
  yield* fileLines(folder);
  for (const [name, child] of folder.folders)
    yield* folderLines(path === '' ? name : `${path}/${name}`, child);
}

function* fileLines({ files }: ContentFolder): Generator<FilesLine> {
  for (const some of inLines([...files])) {
    const posts = some.flatMap(([, file]) => (isReadable(file) ? file.parsed : []));
    const kept = some.map(([name, file]) => (isReadable(file) ? name : ([name, writtenFile(file)] as const)));
    yield ['files', kept, columnsOf(posts)];
  }
}

function* inLines<Item>(all: readonly Item[]): Generator<readonly Item[]> {
  for (let at = 0; at < all.length; at += MAX_A_LINE) yield all.slice(at, at + MAX_A_LINE);
}

function writtenFile(file: ContentFile): WrittenFile {
  if (file.kind !== 'redirects') return file;
  const { parsed, ...known } = file;
  return { ...known, isRead: parsed !== null };
}

function isReadable(file: ContentFile): file is PostFile & { readonly parsed: SnapshotPost } {
  return file.kind === 'post' && file.parsed !== null;
}

interface OpenFolder {
  readonly treeId: string;
  readonly files: Map<string, ContentFile>;
  readonly folders: Map<string, ContentFolder>;
  readonly problems: readonly Problem[];
}

/** Makes the state of which {@link encodeState} wrote these lines. They are trusted: the cache's checksum vouches for them. */
function createDecoder() {
  const folders = new Map<string, OpenFolder>();
  let head: Head | null = null;
  const redirects = new Map<string, string>();
  let open: OpenedFolder | null = null;
  return {
    take(value: unknown): void {
      if (head === null) {
        head = value as Head; // a parser: this file's own form
        return;
      }
      const line = value as RedirectsLine | FolderLine | FilesLine; // a parser: this file's own form
      if (line[0] === 'redirects') for (const [from, to] of line[1]) redirects.set(from, to);
      else if (line[0] === 'folder') open = { path: line[1], folder: openFolder(folders, line), redirects };
      else if (open !== null) addFiles(open, line);
    },
    state(): SnapshotState {
      if (head === null) throw new SyntaxError('snapshot cache without a head');
      const root: ContentFolder = folders.get('') ?? EMPTY_FOLDER;
      const { commit, problems, site, capacity, redirectsId, isFormerWhole } = head;
      const [posts, former] = [new Map(head.heldPosts), new Map(head.former)];
      const said = redirectsId === null ? null : { blobId: redirectsId, value: redirects };
      const held: Held = { posts, site, capacity, redirects: said, former, isFormerWhole };
      return restoredState({ commit, root, held, problems });
    },
  };
}

function openFolder(folders: Map<string, OpenFolder>, [, path, treeId, problems]: FolderLine): OpenFolder {
  const folder: OpenFolder = { treeId, files: new Map(), folders: new Map(), problems };
  folders.set(path, folder);
  const slash = path.lastIndexOf('/');
  if (path !== '') folders.get(path.slice(0, Math.max(slash, 0)))?.folders.set(path.slice(slash + 1), folder);
  return folder;
}

function readAsHeld(
  { isRead, ...file }: WrittenRedirects,
  redirects: ReadonlyMap<string, string>,
): ContentFile {
  return { ...file, parsed: isRead ? redirects : null };
}

interface OpenedFolder {
  readonly path: string;
  readonly folder: OpenFolder;
  /** What redirects.yml says. */
  readonly redirects: ReadonlyMap<string, string>;
}

function addFiles({ path: above, folder, redirects }: OpenedFolder, [, files, columns]: FilesLine): void {
  let next = 0;
  for (const kept of files) {
    if (typeof kept !== 'string') {
      const [name, file] = kept;
      folder.files.set(name, 'isRead' in file ? readAsHeld(file, redirects) : file);
      continue;
    }
    const path = above === '' ? kept : `${above}/${kept}`;
    const parsed = postOfColumns(columns, next, path);
    folder.files.set(kept, { kind: 'post', path, blobId: parsed.revision, problems: [], parsed });
    next += 1;
  }
}
