import { type Dirent, readdirSync } from 'node:fs';
import path from 'node:path';
import { CONTENT_FOLDERS } from '../../model/paths.ts';
import { createBreathing } from '../breathe.ts';
import { isSystemError } from '../system-error.ts';
import type { IndexFile } from './index-file.ts';

interface WalkOptions {
  readonly folder: string;
  /** Paths that the index has. */
  readonly tracked: ReadonlySet<string>;
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
  const holding = foldersOf(options.tracked);
  const pending = [''];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    await options.breathe();
    const entries = entriesOf(path.join(options.folder, at));
    if (at !== '' && entries.some(({ name }) => name === '.git')) continue;
    found.folders.push(at);
    for (const entry of entries) {
      const below = at === '' ? entry.name : `${at}/${entry.name}`;
      if (entry.isDirectory()) {
        if (isWalked(below, holding)) pending.push(below);
        else if (!isHidden(entry.name)) found.others.push(`${below}/`);
      } else if (!options.tracked.has(below) && !isHidden(entry.name)) {
        (entry.isFile() ? found.files : found.others).push(below);
      }
    }
  }
  return found;
}

/** The folders that a status looks into, without its look at each file: what a watch has to listen to. */
export async function walkedFolders(folder: string, index: IndexFile): Promise<readonly string[]> {
  const state = await index.read();
  const entries = state.kind === 'entries' ? state.entries : [];
  const tracked = new Set(entries.map((entry) => entry.path));
  return (await untrackedFiles({ folder, tracked, breathe: createBreathing() })).folders;
}

function isWalked(below: string, folders: ReadonlySet<string>): boolean {
  if (folders.has(below)) return true;
  const isContent = CONTENT_FOLDERS.some((top) => below === top || below.startsWith(`${top}/`));
  return isContent && !isHidden(path.posix.basename(below));
}

/** Folders that hold such paths, or did. */
function foldersOf(paths: ReadonlySet<string>): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const file of paths) {
    for (let at = path.posix.dirname(file); at !== '.' && !folders.has(at); at = path.posix.dirname(at))
      folders.add(at);
  }
  return folders;
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
