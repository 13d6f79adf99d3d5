import { randomBytes } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { syncFolders } from '#content/git/durable-fs.ts';
import { jsonOf, readSmallFile } from '#content/git/state-file.ts';
import { ifThere } from '#content/git/system-error.ts';
import { DamagedStateError, ROWS, type StateTables } from './state-tables.ts';

/** What held the users in DATA_DIR before there was state.sqlite. */
const FORMER = 'users.json';

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
  return lstatSync(join(dataDir, FORMER), { throwIfNoEntry: false }) !== undefined;
}

/**
 * Puts the users of before, and their application passwords, into new tables; their file stays as it is. Throws
 * {@link DamagedStateError} when it cannot be read.
 */
export async function takeOverFormer(dataDir: string, tables: StateTables): Promise<void> {
  const file = join(dataDir, FORMER);
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

/** Moves the file of before out of the way, whole; the French sentence that says so, null when there was none. */
export async function setFormerAside(dataDir: string): Promise<string | null> {
  if (!hasFormerUsers(dataDir)) return null;
  const aside = `${FORMER}.former-${randomBytes(4).toString('hex')}`;
  await ifThere(rename(join(dataDir, FORMER), join(dataDir, aside)), null); // Another process did.
  await syncFolders([dataDir]);
  return `Les comptes sont désormais dans state.sqlite\u00a0: l’ancien fichier ${FORMER} ne sert plus, et est gardé sous le nom ${aside}.`;
}
