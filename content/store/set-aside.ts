import { createHash } from 'node:crypto';
import { open, rename } from 'node:fs/promises';
import path from 'node:path';
import { asDiskError, ensureFolderDurably, syncFolders, writeFileDurably } from './durable-fs.ts';

/** Below the repository: what was damaged and had to get out of git's way. Nothing there is ever removed. */
const DAMAGED = 'encrier/damaged';

/** Where something of this name goes, below the repository; two that differ never have one name. */
function placeFor(name: string, bytes: Uint8Array): string {
  return `${DAMAGED}/${name}.${createHash('sha1').update(bytes).digest('hex').slice(0, 12)}`;
}

/** Keeps a copy of damaged bytes, on disk when this returns, and answers where. */
export async function keepAside(gitDir: string, name: string, bytes: Uint8Array): Promise<string> {
  const place = placeFor(name, bytes);
  const file = path.join(gitDir, place);
  await ensureFolderDurably(path.dirname(file));
  await writeFileDurably(file, bytes);
  return place;
}

/** Moves a damaged file or folder out of the way, and answers where it is. `bytes` tell it from others of its name. */
export async function moveAside(gitDir: string, name: string, bytes: Uint8Array): Promise<string> {
  const place = placeFor(name, bytes);
  const [from, to] = [path.join(gitDir, name), path.join(gitDir, place)];
  await ensureFolderDurably(path.dirname(to));
  await rename(from, to);
  await syncFolders([path.dirname(to), path.dirname(from)]);
  return place;
}

/** Adds lines to what was kept of a log, on disk when this returns, and answers where. */
export async function addAside(gitDir: string, name: string, lines: readonly string[]): Promise<string> {
  const place = `${DAMAGED}/${name}`;
  const file = path.join(gitDir, place);
  await ensureFolderDurably(path.dirname(file));
  try {
    const handle = await open(file, 'a');
    try {
      await handle.appendFile(lines.map((line) => `${line}\n`).join(''), 'latin1');
      await handle.sync();
    } finally {
      await handle.close();
    }
    await syncFolders([path.dirname(file)]);
  } catch (error) {
    throw asDiskError(error);
  }
  return place;
}
