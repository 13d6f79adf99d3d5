import { type Dirent, readdirSync } from 'node:fs';
import path from 'node:path';
import { createBreathing } from '#content/git/concurrency.ts';
import { isDotGit } from '#content/git/entry-names.ts';
import { isSystemError } from '#content/git/system-error.ts';
import { CONTENT_FOLDERS } from '#content/model/paths.ts';
import type { IndexFile } from './index-file.ts';
import type { GatherTracked, TrackedNames } from './tracked-names.ts';

interface WalkOptions {
  readonly folder: string;
  /** What the index has. */
  readonly tracked: Pick<TrackedNames, 'byFolder'>;
  /** Awaited between two folders. */
  readonly breathe: () => Promise<void> | undefined;
}

export interface Untracked {
  readonly files: readonly string[];
  /** Links and devices, and folders that nobody tracks anything in. */
  readonly others: readonly string[];
  /** Folders that were looked into, from '' on. */
  readonly folders: readonly string[];
}

/**
 * What is in the folder of a clone and not in its index. Hidden names (.obsidian, .DS_Store …) are passed over; folders
 * are looked into where there are tracked files, and below posts/ and images/. Never through a link, nor into another repository.
 */
export async function untrackedFiles(options: WalkOptions): Promise<Untracked> {
  const found = { files: [] as string[], others: [] as string[], folders: [] as string[] };
  const { byFolder } = options.tracked;
  const pending = [''];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    await options.breathe();
    const entries = entriesOf(path.join(options.folder, at));
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

interface WalkedOptions {
  readonly folder: string;
  readonly index: IndexFile;
  readonly gather: GatherTracked;
}

/** The folders that a status looks into, without its look at each file: what a watch has to listen to. */
export async function walkedFolders({ folder, index, gather }: WalkedOptions): Promise<readonly string[]> {
  const state = await index.read();
  const tracked = gather(state.kind === 'entries' ? state.entries : []);
  return (await untrackedFiles({ folder, tracked, breathe: createBreathing() })).folders;
}

function isContent(below: string): boolean {
  const isThere = CONTENT_FOLDERS.some((top) => below === top || below.startsWith(`${top}/`));
  return isThere && !isHidden(path.posix.basename(below));
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
