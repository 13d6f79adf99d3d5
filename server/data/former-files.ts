import { randomBytes } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { ensureFolderDurably, syncFolders } from '#content/git/durable-fs.ts';
import { jsonOf, readSmallFile } from '#content/git/state-file.ts';
import { isSystemError } from '#content/git/system-error.ts';
import { giveToFolderOwner } from './private-file.ts';
import { DamagedStateError, ROWS, type StateTables } from './state-tables.ts';

/** What DATA_DIR held before there was state.sqlite; the users alone are taken over. */
const FORMER = ['users.json', 'sessions.json', 'previews.json', 'audit', 'users.lock'] as const;
/** Where it is kept afterwards. */
const KEPT_IN = 'former-files';

const usersSchema = z.object({
  version: z.literal(1),
  users: z
    .array(
      ROWS.users.extend({ applicationPasswords: z.array(ROWS.applicationPasswords.omit({ userId: true })) }),
    )
    // Without a user there was no file: an empty list is damage, never an open door.
    .min(1),
});

/** Whether there are users in the form of before. */
export function hasFormerUsers(dataDir: string): boolean {
  return isThere(join(dataDir, 'users.json'));
}

/**
 * Puts the users of before, and their application passwords, into new tables; their file stays as it is. Throws
 * {@link DamagedStateError} when it cannot be read.
 */
export async function takeOverFormer(dataDir: string, tables: StateTables): Promise<void> {
  const file = join(dataDir, 'users.json');
  const read = await readSmallFile(file);
  if (read.kind === 'none') return;
  if (read.kind !== 'text') throw new DamagedStateError(file);
  try {
    for (const { applicationPasswords, ...user } of jsonOf(usersSchema)(read.text).users) {
      tables.users.put(user);
      for (const one of applicationPasswords) tables.applicationPasswords.put({ ...one, userId: user.id });
    }
  } catch (error) {
    if (error instanceof z.ZodError || error instanceof SyntaxError) throw new DamagedStateError(file);
    throw error;
  }
}

/** Moves the files of before out of the way, whole; the French sentence that says so, null when there was nothing. */
export async function setFormerAside(dataDir: string): Promise<string | null> {
  const found = FORMER.filter((name) => isThere(join(dataDir, name)));
  if (found.length === 0) return null;
  const folder = join(dataDir, KEPT_IN);
  await ensureFolderDurably(folder);
  await giveToFolderOwner(folder);
  for (const name of found) {
    const place = join(folder, name);
    const free = isThere(place) ? `${place}.${randomBytes(4).toString('hex')}` : place;
    await rename(join(dataDir, name), free).catch((error: unknown) => {
      // Another process did.
      if (!isSystemError(error, 'ENOENT')) throw error;
    });
  }
  await syncFolders([folder, dataDir]);
  return `Les comptes sont désormais dans state.sqlite\u00a0: les anciens fichiers (${found.join(', ')}) ne servent plus, et sont gardés dans le dossier ${KEPT_IN}.`;
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
