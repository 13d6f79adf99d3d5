import type { Problem, SnapshotPost } from '../model/snapshot.ts';
import type { HeldPost } from './settle-duplicates.ts';
import { type ContentFile, type ContentFolder, EMPTY_FOLDER } from './snapshot-files.ts';
import { type Held, restoredState, type SnapshotState } from './snapshot-state.ts';
import { uniformPost } from './uniform-post.ts';

interface Head {
  readonly commit: string;
  readonly problems: readonly Problem[];
  readonly site: Held['site'];
  readonly capacity: Held['capacity'];
  readonly heldPosts: readonly (readonly [string, HeldPost])[];
}

type FolderLine = readonly ['folder', path: string, treeId: string];
/** A post is written without what its place in the file says already: its path and its revision. */
type PostLine = readonly [
  'post',
  name: string,
  blobId: string,
  post: Omit<SnapshotPost, 'path' | 'revision'>,
];
type FileLine = readonly ['file', name: string, file: ContentFile];

/** A state, which must be complete, as lines of JSON: a head, then each folder followed by its files. */
export function* encodeState({ root, held, snapshot }: SnapshotState): Generator<string> {
  const head: Head = {
    commit: snapshot.commit,
    problems: snapshot.problems,
    site: held.site,
    capacity: held.capacity,
    heldPosts: [...held.posts],
  };
  yield JSON.stringify(head);
  yield* folderLines('', root);
}

function* folderLines(path: string, folder: ContentFolder): Generator<string> {
  const line: FolderLine = ['folder', path, folder.treeId];
  yield JSON.stringify(line);
  for (const [name, file] of folder.files) yield JSON.stringify(fileLine(name, file));
  for (const [name, child] of folder.folders)
    yield* folderLines(path === '' ? name : `${path}/${name}`, child);
}

function fileLine(name: string, file: ContentFile): FileLine | PostLine {
  if (file.kind !== 'post' || file.parsed === null) return ['file', name, file];
  const { path: _path, revision: _revision, ...post } = file.parsed;
  return ['post', name, file.blobId, post];
}

interface OpenFolder {
  readonly treeId: string;
  readonly files: Map<string, ContentFile>;
  readonly folders: Map<string, ContentFolder>;
}

/** The state that {@link encodeState} wrote. Its lines are trusted: the cache's checksum vouches for them. */
export function decodeState(lines: Iterable<string>): SnapshotState {
  let head: Head | null = null;
  const folders = new Map<string, OpenFolder>();
  let open: { readonly path: string; readonly folder: OpenFolder } | null = null;
  for (const text of lines) {
    if (head === null) {
      head = JSON.parse(text) as Head; // a parser: this file's own form
      continue;
    }
    const line = JSON.parse(text) as FolderLine | FileLine | PostLine; // a parser: this file's own form
    if (line[0] === 'folder') open = { path: line[1], folder: openFolder(folders, line) };
    else if (open !== null)
      open.folder.files.set(line[1], line[0] === 'post' ? postFile(open.path, line) : line[2]);
  }
  if (head === null) throw new SyntaxError('snapshot cache without a head');
  const root: ContentFolder = folders.get('') ?? EMPTY_FOLDER;
  const held: Held = { posts: new Map(head.heldPosts), site: head.site, capacity: head.capacity };
  return restoredState({ commit: head.commit, root, held, problems: head.problems });
}

function openFolder(folders: Map<string, OpenFolder>, [, path, treeId]: FolderLine): OpenFolder {
  const folder: OpenFolder = { treeId, files: new Map(), folders: new Map() };
  folders.set(path, folder);
  const slash = path.lastIndexOf('/');
  if (path !== '') folders.get(path.slice(0, Math.max(slash, 0)))?.folders.set(path.slice(slash + 1), folder);
  return folder;
}

function postFile(folder: string, [, name, blobId, post]: PostLine): ContentFile {
  const path = folder === '' ? name : `${folder}/${name}`;
  const parsed = uniformPost({ ...post, path, revision: blobId });
  return { kind: 'post', path, blobId, problems: [], parsed };
}
