import { type Dirent, readdirSync } from 'node:fs';
import path from 'node:path';
import { createBreathing } from '#content/git/concurrency.ts';
import { isDotGit } from '#content/git/entry-names.ts';
import { isSystemError } from '#content/git/system-error.ts';
import { entryDifferences } from '#content/git/tree-differences.ts';
import { isContentFolder } from '#content/model/paths.ts';
import type { CloneFiles } from './bring.ts';
import { lookAt, nameRefusal, type SeenFolders } from './disk-file.ts';
import type { Follower } from './follow.ts';
import { isOurs, type Overwritten } from './followed-file.ts';
import { conversionReason, conversionsIn, IGNORED, ignoredIn } from './git-rules.ts';
import type { TrackedNames } from './index-file.ts';
import type { FileStamp, IndexEntry } from './index-format.ts';
import { commitsBetween, isRegularMode, type TreeFile, treeFile, treeFileAt } from './tree-file.ts';
import { BRANCH, INDEX } from './watch.ts';

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
  /** Why nothing is written in the folder, in French; null when all is well. */
  readonly pause: string | null;
  /** Whether git is at work on the index right now. */
  readonly isLocked: boolean;
  readonly changed: readonly OutsideFile[];
  readonly deleted: readonly OutsideFile[];
  readonly added: readonly OutsideFile[];
  /** What the operator has put into the index for a commit of his own. */
  readonly staged: readonly string[];
  /** Links, folders and files without permission where the commit has a file, and untracked links and folders. */
  readonly unreadable: readonly string[];
  /** Files of the commit that cannot be in the folder: a file has the name of theirs. */
  readonly obstructed: readonly string[];
  /** What git's commits took the place of, though their files were made from an older version. */
  readonly overwritten: readonly Overwritten[];
  /**
   * Files of the commit that are not in the folder because of their names, and files there that git passes over or converts, each with a
   * French sentence.
   */
  readonly refused: readonly { readonly path: string; readonly reason: string }[];
}

/** A look at ten thousand files goes on behind saves of many steps, each of which waits for its turn. */
const TURN_MS = 0.4;
const COLLISION = 'Un autre fichier du dépôt porte le même nom, aux majuscules près.';

/** Looks at what other programs did: at each file's stamp, and at the content of those whose stamp changed only. */
export function createStatus(files: CloneFiles, { pauseNow, remembered }: Follower) {
  const { folder, objects, index, contents } = files;
  let known: { readonly tree: string | null; readonly files: ReadonlyMap<string, TreeFile> } = {
    tree: null,
    files: new Map(),
  };

  async function filesAt(commit: string | null): Promise<ReadonlyMap<string, TreeFile>> {
    const tree = commit === null ? null : (await objects.readCommit(commit)).tree;
    if (known.tree === tree) return known.files;
    const now = new Map(known.files);
    for await (const { path: at, is } of entryDifferences(objects, { before: known.tree, after: tree })) {
      if (is === null) now.delete(at);
      else now.set(at, treeFile(is));
    }
    known = { tree, files: now };
    return now;
  }

  /** Where the branch was when all was last looked at, or known to be ours since. */
  let lookedAt: string | null = null;

  /** Whether a file is what the index says of it, or nothing that a status tells of. */
  async function isAsTracked(at: string, { entry, writtenMs }: Tracked): Promise<boolean> {
    if (entry === undefined) return at.split('/').some(isHidden) || lookAt(folder, at).kind === 'absent';
    const disk = await contents(at, { entry, writtenMs });
    return disk.kind === 'file' && disk.id === entry.id;
  }

  return {
    /**
     * Whether all that was named (watch.ts) is what Encrier wrote since the last status: then there is nothing to look for, whose
     * cost is that of all files. False where that is not sure.
     */
    async isOurs(named: ReadonlySet<string>): Promise<boolean> {
      const [pause, followed, state] = [await pauseNow(), await remembered(), await index.read()];
      const { commit } = followed;
      if (pause !== null || state.kind !== 'entries' || !index.isOurs(state)) return false;
      if (lookedAt === null || commit === null || followed.overwritten.length > 0) return false;
      if (commit !== lookedAt) {
        const between = await commitsBetween(objects, lookedAt, commit);
        for (const id of [commit, ...between]) if (!isOurs(await objects.readCommit(id))) return false;
      }
      const entries = new Map(
        state.entries.filter((one) => named.has(one.path)).map((one) => [one.path, one]),
      );
      for (const at of named) {
        if (at === INDEX || at === BRANCH) continue;
        // Some systems spell an accent in another way than the index has it.
        if (!/^[ -~]*$/.test(at)) return false;
        const entry = entries.get(at);
        const below = `${at}/`;
        // A folder that is moved away or put in place is named alone, without its files.
        if (entry === undefined && state.entries.some((one) => one.path.startsWith(below))) return false;
        if (entry !== undefined && !isSame(await treeFileAt(objects, commit, at), entry)) return false;
        if (!(await isAsTracked(at, { entry, writtenMs: state.writtenMs }))) return false;
      }
      lookedAt = commit;
      return true;
    },

    async status(): Promise<WorkTreeStatus> {
      const breathe = createBreathing(TURN_MS);
      const seen: SeenFolders = new Map();
      const [pause, followed, state] = [await pauseNow(), await remembered(), await index.read()];
      const { entries, writtenMs } = state.kind === 'entries' ? state : { entries: [], writtenMs: 0 };
      const committed = await filesAt(followed.commit);
      const [changed, deleted, added]: [OutsideFile[], OutsideFile[], OutsideFile[]] = [[], [], []];
      const unreadable: string[] = [];
      const obstructed: string[] = [];
      const staged = new Set<string>();
      const skipped = new Set<string>();

      /** The version another program's change was made from: the one remembered, else that of the commit. */
      async function baseOf(at: string): Promise<string | null> {
        const commit = followed.bases.get(at);
        const file = commit === undefined ? committed.get(at) : await treeFileAt(objects, commit, at);
        return file && isRegularMode(file.mode) ? file.id : null;
      }

      for (const entry of entries) {
        const at = entry.path;
        // Of files that were never brought to a commit nothing is known.
        if (followed.commit !== null && !isSame(committed.get(at), entry)) staged.add(at);
        if (entry.isSkipped) skipped.add(at);
        if (entry.isSkipped || entry.isAssumedUnchanged || entry.stage > 0 || !isRegularMode(entry.mode))
          continue;
        // No call of the system that takes text finds bytes that are not UTF-8: such a file is git's alone.
        if (/\p{Cs}/u.test(at)) continue;
        await breathe();
        const disk = await contents(at, { entry, writtenMs }, seen);
        if (disk.kind === 'unknown') unreadable.push(at);
        else if (seen.get(path.posix.dirname(at)) === 'other') obstructed.push(at);
        else if (disk.kind === 'absent') deleted.push({ path: at, mark: '', base: await baseOf(at) });
        else if (disk.id !== entry.id)
          changed.push({ path: at, mark: markOf(disk.stamp), base: await baseOf(at) });
      }
      const tracked = index.namesOf(entries);
      if (state.kind === 'entries')
        for (const at of committed.keys()) if (!tracked.paths.has(at)) staged.add(at);
      const untracked = await untrackedFiles(folder, tracked, breathe);
      const ignored = await ignoredIn(folder, [...untracked.files, ...untracked.others]);
      for (const at of untracked.files) {
        if (ignored.has(at)) continue;
        const found = lookAt(folder, at);
        if (found.kind === 'file' && !staged.has(at))
          added.push({ path: at, mark: markOf(found.stamp), base: await baseOf(at) });
      }
      const conversionOf = await conversionsIn(folder);
      const refused = new Map<string, string>();
      for (const at of ignored) if (isContent(at)) refused.set(at, IGNORED);
      for (const at of [...changed, ...deleted, ...added].map((one) => one.path)) {
        const conversion = await conversionOf(at);
        if (conversion !== null) refused.set(at, conversionReason(at, conversion));
      }
      for (const at of followed.refused) {
        const conversion = await conversionOf(at);
        if (conversion === null) refused.set(at, nameRefusal(at, files.rules) ?? COLLISION);
        else if (skipped.has(at)) refused.set(at, conversionReason(at, conversion, 'behind'));
      }
      const isTaken = ({ path: at }: OutsideFile): boolean => !refused.has(at);
      lookedAt = followed.commit;
      return {
        commit: followed.commit,
        pause,
        isLocked: index.isLockedByOthers(),
        changed: changed.filter(isTaken),
        deleted: deleted.filter(isTaken),
        added: added.filter(isTaken),
        staged: [...staged].sort(),
        unreadable: [...unreadable, ...untracked.others.filter((at) => !ignored.has(at))],
        obstructed,
        overwritten: followed.overwritten,
        refused: [...refused].map(([at, reason]) => ({ path: at, reason })),
      };
    },

    /** The folders that a status looks into, from '' on: what a watch has to listen to. */
    async folders(): Promise<readonly string[]> {
      const state = await index.read();
      const tracked = index.namesOf(state.kind === 'entries' ? state.entries : []);
      return (await untrackedFiles(folder, tracked, createBreathing())).folders;
    },
  };
}

interface Tracked {
  readonly entry: IndexEntry | undefined;
  readonly writtenMs: number;
}

function isSame(file: TreeFile | null | undefined, entry: IndexEntry): boolean {
  return file?.id === entry.id && file.mode === entry.mode && entry.stage === 0 && !entry.isIntended;
}

function markOf(stamp: FileStamp): string {
  return `${stamp.inode} ${stamp.size} ${stamp.mtimeSeconds}.${stamp.mtimeNanoseconds} ${stamp.ctimeSeconds}.${stamp.ctimeNanoseconds}`;
}

/**
 * What is in the folder of a clone and not in its index. Hidden names (.obsidian, .DS_Store …) are passed over; folders
 * are looked into where there are tracked files, and below posts/ and images/. Never through a link, nor into another repository.
 * `others` are links and devices, and folders that nobody tracks anything in; `folders` were looked into.
 */
async function untrackedFiles(
  folder: string,
  { byFolder }: TrackedNames,
  breathe: () => Promise<void> | undefined,
) {
  const found = { files: [] as string[], others: [] as string[], folders: [] as string[] };
  const pending = [''];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    await breathe();
    const entries = entriesOf(path.join(folder, at));
    if (at !== '' && entries.some(({ name }) => name === '.git')) continue;
    found.folders.push(at);
    const tracked = byFolder.get(at);
    for (const entry of entries) {
      // Nearly all of thousands: passed over before anything is made of them.
      if (tracked?.has(entry.name) === true && !entry.isDirectory()) continue;
      // A commit may have such names, and with them the index: on disk they are git's own folder.
      if (isDotGit(entry.name)) continue;
      const below = at === '' ? entry.name : `${at}/${entry.name}`;
      if (entry.isDirectory()) {
        if (byFolder.has(below) || isContent(below)) pending.push(below);
        else if (!isHidden(entry.name)) found.others.push(`${below}/`);
      } else if (!isHidden(entry.name)) {
        (entry.isFile() ? found.files : found.others).push(below);
      }
    }
  }
  return found;
}

function isContent(below: string): boolean {
  return isContentFolder(below) && !isHidden(path.posix.basename(below));
}

/** Also what editors leave for a moment beside a file. */
function isHidden(name: string): boolean {
  return name.startsWith('.') || /~$|\.(?:sw[a-p]|tmp|bak|crdownload|part)$/i.test(name);
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR', 'EACCES', 'EPERM')) return [];
    throw error;
  }
}
