import { randomBytes } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { open, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { auditEventSchema } from '#content/contract/account-operations.ts';
import { ensureFolderDurably, syncFolders } from '#content/git/durable-fs.ts';
import { jsonOf, readSmallFile } from '#content/git/state-file.ts';
import { isSystemError } from '#content/git/system-error.ts';
import { giveToFolderOwner } from './private-file.ts';
import { DamagedStateError, ROWS, type StateTables } from './state-tables.ts';

/** What DATA_DIR held before there was state.sqlite. */
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
const sessionsSchema = z.object({ version: z.literal(1), sessions: z.array(ROWS.sessions) });
const previewsSchema = z.object({ version: z.literal(1), previews: z.array(ROWS.previews) });

/** Whether there are users in the form of before. */
export function hasFormerUsers(dataDir: string): boolean {
  return isThere(join(dataDir, 'users.json'));
}

/**
 * Puts what the files of before hold into new tables; the files stay as they are. Throws {@link DamagedStateError} when the users
 * cannot be read; of the others `say` is told in French.
 */
export async function takeOverFormer(
  dataDir: string,
  tables: StateTables,
  say: (sentence: string) => void,
): Promise<void> {
  await takeOverUsers(join(dataDir, 'users.json'), tables);
  const files = [
    {
      name: 'sessions.json',
      without: 'les sessions sont terminées, et chacun se connecte de nouveau',
      take: (text: string) => jsonOf(sessionsSchema)(text).sessions.forEach(tables.sessions.put),
    },
    {
      name: 'previews.json',
      without: 'les adresses d’aperçu sont terminées : faites-en d’autres',
      take: (text: string) => jsonOf(previewsSchema)(text).previews.forEach(tables.previews.put),
    },
    {
      name: 'audit/visitor-key',
      without: 'le journal ne reconnaît plus les visiteurs d’avant',
      take: (text: string) => tables.keys.put('visitor', text.trim()),
    },
  ];
  for (const { name, without, take } of files) {
    const read = await readSmallFile(join(dataDir, name));
    const isTaken = read.kind === 'none' || (read.kind === 'text' && succeeds(() => take(read.text)));
    if (!isTaken) say(`Le fichier ${join(dataDir, name)} est abîmé. Sans lui, ${without}.`);
  }
  await takeOverAudit(join(dataDir, 'audit'), tables);
}

/** Moves what was taken over out of the way, whole; the French sentence that says so, null when there was nothing. */
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
  return `Comptes, aperçus et journal sont désormais dans state.sqlite : les anciens fichiers (${found.join(', ')}) ne servent plus, et sont gardés dans le dossier ${KEPT_IN}.`;
}

async function takeOverUsers(file: string, tables: StateTables): Promise<void> {
  const read = await readSmallFile(file);
  if (read.kind === 'none') return;
  const isTaken =
    read.kind === 'text' &&
    succeeds(() => {
      for (const { applicationPasswords, ...user } of jsonOf(usersSchema)(read.text).users) {
        tables.users.put(user);
        for (const one of applicationPasswords) tables.applicationPasswords.put({ ...one, userId: user.id });
      }
    });
  if (!isTaken) throw new DamagedStateError(file);
}

/** Lines that are no event, torn by a crash, are passed over. */
async function takeOverAudit(folder: string, tables: StateTables): Promise<void> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR', 'ELOOP')) return [];
    throw error;
  });
  for (const name of names.filter((one) => /^[0-9]{4}-[0-9]{2}\.jsonl$/.test(one)).toSorted()) {
    const path = join(folder, name);
    if (!lstatSync(path).isFile()) continue;
    const handle = await open(path);
    for await (const line of handle.readLines())
      succeeds(() => tables.audit.add(jsonOf(auditEventSchema)(line)));
  }
}

function succeeds(task: () => void): boolean {
  try {
    task();
    return true;
  } catch (error) {
    if (error instanceof z.ZodError || error instanceof SyntaxError) return false;
    throw error;
  }
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
