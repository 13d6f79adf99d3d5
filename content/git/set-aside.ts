import { createHash, randomBytes } from 'node:crypto';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { ensureFolderDurably, syncFolders, writeFileDurably } from './durable-fs.ts';

/** Below the repository: what was damaged and had to get out of git's way. Nothing there is ever removed or written over. */
export const DAMAGED_FOLDER = 'encrier/damaged';

/** Keeps a copy of damaged bytes, on disk when this returns, and answers where. The same ones are kept once. */
export async function keepAside(gitDir: string, name: string, bytes: Uint8Array): Promise<string> {
  const place = `${DAMAGED_FOLDER}/${name}-${createHash('sha1').update(bytes).digest('hex').slice(0, 12)}`;
  const file = path.join(gitDir, place);
  await ensureFolderDurably(path.dirname(file));
  await writeFileDurably(file, bytes);
  return place;
}

/** Moves a damaged file or folder out of the way, under another name if it is to have one, and answers where it is. */
export async function moveAside(gitDir: string, name: string, as = name): Promise<string> {
  const place = `${DAMAGED_FOLDER}/${as}-${randomBytes(6).toString('hex')}`;
  const [from, to] = [path.join(gitDir, name), path.join(gitDir, place)];
  await ensureFolderDurably(path.dirname(to));
  await rename(from, to);
  await syncFolders([path.dirname(to), path.dirname(from)]);
  return place;
}
