import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { isDamage } from './index-damage.ts';

/** An SQLite file of what can be made again from the repository. */
export type IndexFile = Database.Database;

export interface IndexForm<Prepared> {
  /** Raised whenever the tables, or what is written into them, become others: files of another form are made anew. */
  readonly version: number;
  /** The statements that make them. */
  readonly tables: string;
  /** Prepares what asks and changes them; throws where they cannot be used. */
  readonly prepare: (index: IndexFile) => Prepared;
}

export interface OpenIndex<Prepared> {
  readonly index: IndexFile;
  readonly prepared: Prepared;
}

/** Kept pages, in KiB: few, because the operating system keeps them as well. */
const CACHE_KIB = 4096;

/**
 * Opens the file, or a new one in the place of one that is damaged or of another form; in memory where there is to be
 * no file. One that cannot be opened or written is told to `onError`, and one in memory stands for it.
 */
export function openIndexFile<Prepared>(
  file: string | null,
  form: IndexForm<Prepared>,
  onError: (error: unknown) => void,
): OpenIndex<Prepared> {
  if (file !== null) {
    try {
      mkdirSync(dirname(file), { recursive: true });
      return openInForm(file, form) ?? openNew(file, form);
    } catch (error) {
      onError(error);
    }
  }
  return inForm(new Database(':memory:'), form);
}

/** Damage of what describes the tables has no code of its own. */
function isLogicError(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_ERROR');
}

/** Removes the file and what SQLite keeps beside it. */
export function removeIndexFile(file: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
}

/** Whether all pages, tables and indexes of the file agree with each other: reads it whole. */
export function isWhole(index: IndexFile): boolean {
  try {
    return index.pragma('integrity_check(1)', { simple: true }) === 'ok';
  } catch (error) {
    if (isDamage(error) || isLogicError(error)) return false;
    throw error;
  }
}

function openNew<Prepared>(file: string, form: IndexForm<Prepared>): OpenIndex<Prepared> {
  removeIndexFile(file);
  return inForm(new Database(file), form);
}

/** The file as the last start left it; null when it is damaged or of another form. */
function openInForm<Prepared>(
  file: string,
  { version, prepare }: IndexForm<Prepared>,
): OpenIndex<Prepared> | null {
  const index = new Database(file);
  try {
    if (index.pragma('user_version', { simple: true }) === version)
      return { index: configured(index), prepared: prepare(index) };
  } catch (error) {
    if (!isDamage(error) && !isLogicError(error)) throw error;
  }
  index.close();
  return null;
}

function inForm<Prepared>(
  index: IndexFile,
  { tables, version, prepare }: IndexForm<Prepared>,
): OpenIndex<Prepared> {
  configured(index).transaction(() => {
    index.exec(tables);
    index.pragma(`user_version = ${version}`);
  })();
  return { index, prepared: prepare(index) };
}

function configured(index: IndexFile): IndexFile {
  index.pragma('journal_mode = WAL');
  // Nobody waits for the disk: what a power cut tears is found damaged, and made again.
  index.pragma('synchronous = OFF');
  index.pragma(`cache_size = -${CACHE_KIB}`);
  return index;
}
