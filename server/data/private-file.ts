import { chown, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { writeFilesDurably } from '#content/git/durable-fs.ts';

/** Permissions of what only the server's own account may read. */
const PRIVATE_MODE = 0o600;

/** Writes a text whole and on disk, or not at all, readable by the server's own account only. */
export async function writePrivateFile(file: string, text: string): Promise<void> {
  await writeFilesDurably([{ path: file, bytes: Buffer.from(text), mode: PRIVATE_MODE }]);
  await giveToFolderOwner(file);
}

/**
 * Gives what root made to the owner of the folder it is in: an operator's command run as root must not leave files that
 * the server cannot read.
 */
export async function giveToFolderOwner(path: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(dirname(path));
  await chown(path, uid, gid);
}
