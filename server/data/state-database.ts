import { readFileSync, statSync } from 'node:fs';
import { link, open, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { syncFolders, temporaryPath } from '#content/git/durable-fs.ts';
import { isSystemError } from '#content/git/system-error.ts';
import { ContentError } from '#content/model/errors.ts';
import { giveToFolderOwner } from './private-file.ts';
import { CHECKED_TABLES, DamagedStateError, openTables, type StateTables, TABLES } from './state-tables.ts';

/** Raised whenever the tables become others. A newer one is refused. */
const STATE_VERSION = 1;
/** Bytes of a page: the size of such a file is a multiple of it. */
const PAGE = 4096;
/** Where the head of a file says how it is written and read, and that it is without a WAL (sqlite.org/fileformat.html §1.3.3). */
const WRITING_FORM = 18;
const READING_FORM = 19;

/** The file of accounts, open, looked through and found whole. */
export interface OpenState {
  readonly database: Database.Database;
  readonly tables: StateTables;
  /** Another number after each change that another connection made. */
  version(): unknown;
  close(isSound: boolean): void;
}

/** The file was written by a newer version. */
export class NewerStateError extends DamagedStateError {}

/**
 * Opens the file for writing. Throws {@link DamagedStateError}, and leaves it as it is, when it is none of ours. A second
 * connection, which only reads, looks the file through and stays: while it is there, and where it is the last to go, SQLite
 * writes nothing of the WAL into the file at closing (sqlite.org/wal.html §6), which is for a damaged file the last thing wanted.
 */
export function openStateFile(file: string): OpenState {
  const guard = openChecked(file);
  try {
    const database = new Database(file, { fileMustExist: true, timeout: 0 });
    database.pragma('journal_mode = WAL');
    // What is made durable is said with each change; what was removed is not left to be read.
    database.pragma('wal_autocheckpoint = 0');
    database.pragma('secure_delete = ON');
    return {
      database,
      tables: openTables(database),
      version: versionOf(database),
      close(isSound) {
        for (const one of isSound ? [guard, database] : [database, guard]) one.close();
      },
    };
  } catch (error) {
    guard.close();
    throw error;
  }
}

/** Opens the file to be read while others may write it. Throws {@link DamagedStateError}. */
export function openBeside(file: string): OpenState {
  return forReading(openChecked(file));
}

/**
 * Opens the file to be read where nothing may be written: in memory; or where it is, if a process that was cut off left a WAL, with
 * what that needs beside it.
 */
export function openForReading(file: string): OpenState {
  checkSize(file);
  if (walSize(file) > 0) return openBeside(file);
  const bytes = readFileSync(file);
  bytes[WRITING_FORM] = 1;
  bytes[READING_FORM] = 1;
  return forReading(checked(new Database(bytes, { readonly: true })));
}

export async function stateInMemory(fill: (tables: StateTables) => Promise<void>): Promise<OpenState> {
  const database = new Database(':memory:');
  await makeTables(database, fill);
  return forReading(database);
}

/** Makes the file with what `fill` puts into it: whole and on disk under its name, or not at all. One that is there stays. */
export async function makeStateFile(
  file: string,
  fill: (tables: StateTables) => Promise<void>,
): Promise<void> {
  const temporary = temporaryPath(file);
  try {
    await writeFile(temporary, '', { mode: 0o600, flag: 'wx' });
    await fillFile(temporary, fill);
    await giveToFolderOwner(temporary);
    await link(temporary, file).catch((error: unknown) => {
      if (!isSystemError(error, 'EEXIST')) throw error;
    });
  } finally {
    await rm(temporary, { force: true });
  }
  await syncFolders([dirname(file)]);
}

/** Writes what is there at this moment into a new file, without sessions; others may write meanwhile. */
export function copyWithoutSessions({ database }: Pick<OpenState, 'database'>, copy: string): void {
  database.prepare('VACUUM INTO ?').run(copy);
  const made = new Database(copy);
  made.pragma('secure_delete = ON');
  made.exec('delete from sessions');
  made.close();
}

function openChecked(file: string): Database.Database {
  checkSize(file);
  return checked(new Database(file, { readonly: true, fileMustExist: true, timeout: 0 }));
}

/** Bytes of what was written to the file and is beside it, perhaps not in it. */
export function walSize(file: string): number {
  return statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}

export function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && /^SQLITE_(?:BUSY|LOCKED)/.test(error.code);
}

/** Whether what was being written finds no room. */
export function isFull(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code === 'SQLITE_FULL';
}

/** Whether an error says that the file is not as it should be. */
export function isDamage(error: unknown): boolean {
  if (error instanceof DamagedStateError) return true;
  return (
    error instanceof Database.SqliteError &&
    /^SQLITE_(?:CORRUPT|NOTADB|FORMAT|ERROR|IOERR_SHORT_READ)/.test(error.code)
  );
}

/** What a caller is told when SQLite could not write: a full disk, or one that fails. Any other error as it is. */
export function asStateError(error: unknown): unknown {
  if (!(error instanceof Database.SqliteError)) return error;
  if (/^SQLITE_(?:FULL|IOERR_SHMSIZE)/.test(error.code))
    return new ContentError('disk-full', {}, { cause: error });
  if (/^SQLITE_(?:IOERR|READONLY|CANTOPEN|PERM)/.test(error.code))
    return new ContentError('read-only', { reason: NOT_WRITTEN }, { cause: error });
  return error;
}

const NOT_WRITTEN =
  'Le disque où sont les comptes n’a pas pu être écrit\u00a0: rien n’a été enregistré. Vérifiez-le, ou prévenez qui s’en occupe.';

/** SQLite takes an empty file for a new one, and removes the WAL of it: such a file is not shown to it. */
function checkSize(file: string): void {
  const { isFile, size } = entryOf(file);
  if (!isFile || size === 0 || size % PAGE !== 0) throw new DamagedStateError(`${size} bytes`);
}

/** A link that leads nowhere is damage, not absence. */
function entryOf(file: string) {
  try {
    const entry = statSync(file);
    return { isFile: entry.isFile(), size: entry.size };
  } catch (cause) {
    if (isSystemError(cause, 'ENOENT', 'ELOOP')) throw new DamagedStateError('no file', { cause });
    throw cause;
  }
}

/** Closes what is not whole, or of another form, and throws {@link DamagedStateError}. */
function checked(database: Database.Database): Database.Database {
  try {
    const version = Number(database.pragma('user_version', { simple: true }));
    if (version > STATE_VERSION) throw new NewerStateError(`form ${version}`);
    if (version !== STATE_VERSION) throw new DamagedStateError(`form ${version}`);
    const checks = ['quick_check(1)', ...CHECKED_TABLES.map((name) => `integrity_check(${name})`)];
    for (const check of checks) {
      const found = database.pragma(check, { simple: true });
      if (found !== 'ok') throw new DamagedStateError(String(found));
    }
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function forReading(database: Database.Database): OpenState {
  const close = () => void database.close();
  return { database, tables: openTables(database), version: versionOf(database), close };
}

function versionOf(database: Database.Database): () => unknown {
  const version = database.prepare('pragma data_version').pluck();
  return () => version.get();
}

async function fillFile(file: string, fill: (tables: StateTables) => Promise<void>): Promise<void> {
  const database = new Database(file);
  try {
    database.pragma(`page_size = ${PAGE}`);
    database.pragma('journal_mode = OFF');
    await makeTables(database, fill);
  } catch (error) {
    throw asStateError(error);
  } finally {
    database.close();
  }
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** In one transaction, which nobody else is there to see. */
async function makeTables(
  database: Database.Database,
  fill: (tables: StateTables) => Promise<void>,
): Promise<void> {
  database.exec(`begin; ${TABLES}`);
  await fill(openTables(database));
  database.pragma(`user_version = ${STATE_VERSION}`);
  database.exec('commit');
}
