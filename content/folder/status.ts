import { createBreathing } from '#content/git/concurrency.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { entryDifferences } from '#content/git/tree-differences.ts';
import type { DiskContents } from './disk-content.ts';
import { lookAt, type SeenFolders } from './disk-file.ts';
import { type NameRules, nameRefusal } from './file-names.ts';
import type { Followed } from './followed-file.ts';
import type { Pause } from './git-state.ts';
import { type FileStamp, type IndexEntry, isSameStamp } from './index-entry.ts';
import type { IndexFile } from './index-file.ts';
import type { GatherTracked } from './tracked-names.ts';
import { isRegularMode, type TreeFile, treeFile, treeFileAt } from './tree-file.ts';
import { untrackedFiles } from './untracked-files.ts';

/** A file that another program changed, deleted or added. */
export interface OutsideFile {
  readonly path: string;
  /** The same as long as nobody writes to the file; '' when it is not there. */
  readonly mark: string;
  /** Blob id of the version the change was made from; null when there is none. */
  readonly base: string | null;
}

/** What the files of a clone are, compared with the commit they were brought to. */
export interface WorkTreeStatus {
  /** The commit; null before the first. */
  readonly commit: string | null;
  /** Why nothing is written in the folder; null when all is well. */
  readonly pause: Pause | null;
  /** Whether git is at work on the index right now. */
  readonly isLocked: boolean;
  readonly changed: readonly OutsideFile[];
  readonly deleted: readonly OutsideFile[];
  readonly added: readonly OutsideFile[];
  /** What the operator has put into the index for a commit of his own. */
  readonly staged: readonly string[];
  /** Links, folders and files without permission where the commit has a file, and untracked links and folders. */
  readonly unreadable: readonly string[];
  /** Files of the commit that are not in the folder because of their names, each with a French sentence. */
  readonly refused: readonly { readonly path: string; readonly reason: string }[];
}

interface StatusOptions {
  readonly folder: string;
  readonly objects: Pick<ObjectStore, 'readTree' | 'readCommit'>;
  readonly index: IndexFile;
  readonly gather: GatherTracked;
  readonly contents: DiskContents;
  readonly rules: NameRules;
  readonly pauseNow: () => Promise<Pause | null>;
  readonly isLockedByOthers: () => boolean;
  readonly followed: () => Promise<Followed>;
}

interface Committed {
  readonly key: string;
  readonly files: ReadonlyMap<string, TreeFile>;
}

/** A look at ten thousand files goes on behind saves of many steps, each of which waits for its turn. */
const TURN_MS = 2;
const COLLISION = 'Un autre fichier du dépôt porte le même nom, aux majuscules près.';

/** Answers {@link WorkTreeStatus}: a look at each file's stamp, and at the content of those whose stamp changed only. */
export function createStatus(options: StatusOptions) {
  const { folder, objects, index, contents } = options;
  let committed: Committed = { key: '', files: new Map() };

  async function filesAt(commit: string | null): Promise<ReadonlyMap<string, TreeFile>> {
    const tree = commit === null ? '' : (await objects.readCommit(commit)).tree;
    if (committed.key === tree) return committed.files;
    const files = new Map(committed.files);
    const before = committed.key === '' ? null : committed.key;
    for await (const { path: at, is } of entryDifferences(objects, {
      before,
      after: tree === '' ? null : tree,
    })) {
      if (is === null) files.delete(at);
      else files.set(at, treeFile(is));
    }
    committed = { key: tree, files };
    return files;
  }

  /** What a tracked path is on disk. */
  async function stateOf(
    entry: IndexEntry,
    writtenNs: bigint,
    seen: SeenFolders,
  ): Promise<'clean' | 'deleted' | 'unreadable' | FileStamp> {
    const found = lookAt(folder, entry.path, seen);
    if (found.kind === 'absent') return 'deleted';
    if (found.kind !== 'file') return 'unreadable';
    const isClean = contents.isClean(entry.path, found.stamp, { entry, writtenNs });
    if (isClean === true) return 'clean';
    if (isClean === false) return found.stamp;
    const disk = await contents.at(entry.path, { entry, writtenNs });
    if (disk.kind === 'absent') return 'deleted';
    if (disk.kind === 'unknown') {
      // Somebody is writing to it: changed, and not still yet.
      const now = lookAt(folder, entry.path);
      return now.kind === 'file' && !isSameStamp(now.stamp, found.stamp) ? now.stamp : 'unreadable';
    }
    return disk.id === entry.id ? 'clean' : disk.stamp;
  }

  return async function status(): Promise<WorkTreeStatus> {
    const breathe = createBreathing(TURN_MS);
    const seen: SeenFolders = new Map();
    const [pause, followed, state] = [await options.pauseNow(), await options.followed(), await index.read()];
    const { entries, writtenNs } = state.kind === 'entries' ? state : { entries: [], writtenNs: 0n };
    const files = await filesAt(followed.commit);
    const [changed, deleted, unreadable]: [OutsideFile[], OutsideFile[], string[]] = [[], [], []];
    const staged = new Set<string>();
    const baseOf = basesOf(objects, followed, files);
    for (const entry of entries) {
      if (!isSame(files.get(entry.path), entry)) staged.add(entry.path);
      if (entry.isSkipped || entry.isAssumedUnchanged || entry.stage > 0 || !isRegularMode(entry.mode))
        continue;
      await breathe();
      const found = await stateOf(entry, writtenNs, seen);
      if (found === 'clean') continue;
      const at = { path: entry.path, base: await baseOf(entry.path) };
      if (found === 'unreadable') unreadable.push(entry.path);
      else if (found === 'deleted') deleted.push({ ...at, mark: '' });
      else changed.push({ ...at, mark: markOf(found) });
    }
    const tracked = options.gather(entries);
    if (state.kind === 'entries') for (const at of files.keys()) if (!tracked.paths.has(at)) staged.add(at);
    const walk = await untrackedFiles({ folder, tracked, breathe });
    const added: OutsideFile[] = [];
    for (const at of walk.files) {
      const found = lookAt(folder, at);
      if (found.kind === 'file' && !staged.has(at))
        added.push({ path: at, mark: markOf(found.stamp), base: await baseOf(at) });
    }
    const refused = followed.refused.map((at) => ({
      path: at,
      reason: nameRefusal(at, options.rules) ?? COLLISION,
    }));
    return {
      isLocked: options.isLockedByOthers(),
      ...{ commit: followed.commit, pause, changed, deleted, added, staged: [...staged].sort(), refused },
      ...{ unreadable: [...unreadable, ...walk.others] },
    };
  };
}

function isSame(file: TreeFile | undefined, entry: IndexEntry): boolean {
  return file?.id === entry.id && file.mode === entry.mode && entry.stage === 0 && !entry.isIntended;
}

function markOf(stamp: FileStamp): string {
  return `${stamp.inode} ${stamp.size} ${stamp.mtimeSeconds}.${stamp.mtimeNanoseconds} ${stamp.ctimeSeconds}.${stamp.ctimeNanoseconds}`;
}

/** The version another program's change was made from: the one remembered, else that of the commit. */
function basesOf(
  objects: Pick<ObjectStore, 'readTree' | 'readCommit'>,
  { bases }: Followed,
  files: ReadonlyMap<string, TreeFile>,
): (file: string) => Promise<string | null> {
  return async (file) => {
    const commit = bases.get(file);
    if (commit === undefined) return files.get(file)?.id ?? null;
    return (await treeFileAt(objects, commit, file))?.id ?? null;
  };
}
