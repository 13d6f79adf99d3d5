import { lstatSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ContentError, hasCode } from '#content/model/errors.ts';
import type { Trouble } from '#content/model/trouble.ts';
import { markFormat } from './data-folder.ts';
import { hasFormerUsers, setFormerAside, takeOverFormer } from './former-files.ts';
import {
  asStateError,
  copyWithoutSessions,
  isBusy,
  isDamage,
  makeStateFile,
  NewerStateError,
  type OpenState,
  openBeside,
  openForReading,
  openStateFile,
  stateInMemory,
  walSize,
} from './state-database.ts';
import {
  DamagedStateError,
  type StateTables,
  type StoredApplicationPassword,
  type StoredSession,
  type StoredUser,
} from './state-tables.ts';

/** Who may sign in, and who is. */
export interface Known {
  readonly users: readonly StoredUser[];
  readonly applicationPasswords: readonly StoredApplicationPassword[];
  /** By digest. */
  readonly sessions: ReadonlyMap<string, StoredSession>;
}

interface StateOptions {
  readonly dataDir: string;
  readonly onError: (error: unknown) => void;
  /** Told in French sentences what was taken over, set aside or left out. */
  readonly say: (sentence: string) => void;
  /** Why nothing may be written, if so: what is there is read, and changes are refused with it. */
  readonly refusal?: ContentError | null;
}

/** How long another process is waited for, and how often it is asked, in milliseconds. */
const LONGEST_WAIT = 10_000;
const PAUSE = 10;
/** Bytes of the WAL above which it is brought into the file though nothing asks for it. */
const MAX_WAL = 4 * 1024 * 1024;

/**
 * DATA_DIR/state.sqlite: users, sessions, application passwords, previews and the audit log (docs/design.md, Accounts), made where
 * there is none, of what was before it. A file that cannot be used is never taken for one without users, never replaced and never
 * written: the accounts are closed until it is mended.
 */
export async function openState({ dataDir, onError, say, refusal = null }: StateOptions) {
  const file = join(dataDir, 'state.sqlite');
  let looking: Promise<void> | null = null;
  let isStarting = true;
  let isClosed = false;
  let mark = '';
  let opened: OpenState | null = null;
  let version: unknown = null;
  let known: Known | null = null;
  let fault: unknown = null;

  const takeOver = (tables: StateTables) => takeOverFormer(dataDir, tables);

  /** What is where the file should be; where there is nothing, it is made, of the files of before, at the start or for their users. */
  async function open(): Promise<OpenState> {
    if (lstatSync(file, { throwIfNoEntry: false }) === undefined) {
      if (walSize(file) > 0) throw new DamagedStateError('its WAL is there without it');
      if (!isStarting && !hasFormerUsers(dataDir)) throw new DamagedStateError('it was taken away');
      if (wasLost(dataDir, 'session-secret')) say(LOST);
      if (refusal !== null) return stateInMemory(takeOver);
      // First: an older program would take a folder without its files for one without users.
      await markFormat(dataDir);
      await makeStateFile(file, takeOver);
    }
    return refusal === null ? openStateFile(file) : openForReading(file);
  }

  /** Whether the file is to be opened anew: another hand changed it, or something kept it from being opened that may be over. */
  const isToOpen = () => markOf(file, dataDir) !== mark || (fault !== null && !isDamage(fault));

  /** Opens what is there now; what was known stays where that cannot be used. */
  async function lookAgain(): Promise<void> {
    const found = markOf(file, dataDir);
    let next: OpenState | null = null;
    try {
      next = await whileBusy(open);
      const read = readKnown(next.tables, isStarting ? [] : known?.users);
      if (isStarting) tellRefused(next.tables, say);
      opened?.close(fault === null);
      opened = next;
      known = read;
      fault = null;
      mark = markOf(file, dataDir);
    } catch (error) {
      next?.close(false);
      fault = error;
      if (known?.users.length === 0) known = null;
      mark = found;
      onError(new Error('the accounts cannot be read from state.sqlite', { cause: error }));
    }
    version = versionOf(opened);
    isStarting = false;
    if (isClosed) close();
    const aside = fault === null && refusal === null && (await setFormerAside(dataDir).catch(onError));
    if (typeof aside === 'string') say(aside);
  }

  async function look(): Promise<Known> {
    if (isToOpen()) {
      looking ??= lookAgain().finally(() => {
        looking = null;
      });
      await looking;
    } else if (fault === null && versionOf(opened) !== version) reload();
    if (known === null) throw new ContentError('accounts-closed', {});
    return known;
  }

  /** Takes up what this process, or another, wrote. */
  function reload(): void {
    if (opened === null) return;
    try {
      version = versionOf(opened);
      known = readKnown(opened.tables, known?.users);
    } catch (error) {
      noteDamage(error);
    }
  }

  function noteDamage(error: unknown): void {
    if (!isDamage(error)) return;
    fault = error;
    onError(error);
  }

  function commit<Value>(task: (tables: StateTables) => Value, isDurable: boolean): Value {
    if (opened === null) throw new ContentError('accounts-closed', {});
    if (fault !== null) throw new ContentError('read-only', { reason: NOT_CHANGED });
    const { database, tables } = opened;
    database.pragma(`synchronous = ${isDurable ? 'FULL' : 'NORMAL'}`);
    const value = database.transaction(() => task(tables)).immediate();
    if (isDurable) reload();
    if (isDurable || walSize(file) > MAX_WAL) checkpoint();
    return value;
  }

  /** What was acknowledged is in the file itself, not only in the WAL beside it, which may be lost on the way to another disk. */
  function checkpoint(): void {
    try {
      opened?.database.pragma('wal_checkpoint(TRUNCATE)');
    } catch (error) {
      onError(error); // It is on disk all the same.
    }
    mark = markOf(file, dataDir);
  }

  async function write<Value>(task: (tables: StateTables) => Value, isDurable: boolean): Promise<Value> {
    if (refusal !== null) throw refusal;
    try {
      return await whileBusy(async () => {
        await look();
        return commit(task, isDurable);
      });
    } catch (error) {
      noteDamage(error);
      throw fault === error ? new ContentError('read-only', { reason: NOT_CHANGED }) : asStateError(error);
    }
  }

  function close(): void {
    isClosed = true;
    const isSound = fault === null && markOf(file, dataDir) === mark;
    if (isSound && refusal === null) checkpoint();
    try {
      opened?.close(isSound);
    } catch (error) {
      onError(error);
    }
    opened = null;
  }

  await lookAgain();
  return {
    /**
     * As it is on disk now, whoever wrote it; as it was last where the file was damaged or taken away meanwhile. Throws ContentError
     * 'accounts-closed' when it never could be read.
     */
    known: look,
    /** As it was at the last `known`; null while the accounts are closed. */
    lastKnown: (): Known | null => known,
    /** What `ask` finds. Throws as `known` does. */
    async read<Value>(ask: (tables: StateTables) => Value): Promise<Value> {
      await look();
      try {
        if (opened !== null) return ask(opened.tables);
      } catch (error) {
        noteDamage(error);
        if (!isDamage(error)) throw asStateError(error);
      }
      throw new ContentError('accounts-closed', {});
    },
    /**
     * Makes a change in one transaction, on disk when this resolves; what `task` throws undoes it. Throws ContentError 'read-only'
     * when the file was damaged meanwhile, 'disk-full', 'locked' when another process keeps it too long, and as `known` does.
     */
    change: async <Value>(task: (tables: StateTables) => Value): Promise<Value> => write(task, true),
    /** The same for what may be lost in a power cut, and is no part of {@link Known}: nobody waits for the disk. */
    note: async (task: (tables: StateTables) => void): Promise<void> => write(task, false),
    /** What is wrong with the file, if anything. */
    trouble(): Trouble | null {
      // Who damaged the file, or mended it, may ask nothing else: the next call tells.
      look().catch((error: unknown) => (error instanceof ContentError ? undefined : onError(error)));
      if (fault === null) return null;
      return known === null ? closedTrouble(file, fault) : damagedTrouble(file);
    },
    close,
  };
}

export type State = Awaited<ReturnType<typeof openState>>;

/** What is asked of the accounts, or why they are closed: what is public goes on meanwhile. */
export async function orClosed<Value>(
  asking: Promise<Value>,
): Promise<Value | ContentError<'accounts-closed'>> {
  return asking.catch((error: unknown) => {
    if (hasCode(error, 'accounts-closed')) return error;
    throw error;
  });
}

/**
 * Writes a copy of the accounts of a data folder, without sessions; the server may run, or may never have run since they were in
 * other files. Throws {@link DamagedStateError}, or SQLite's own error, when they are damaged, or were there and are not.
 */
export async function copyAccounts(dataDir: string, copy: string): Promise<void> {
  const file = join(dataDir, 'state.sqlite');
  const isThere = lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  if (!isThere && (walSize(file) > 0 || wasLost(dataDir, 'format')))
    throw new DamagedStateError('it was taken away');
  const opened = await whileBusy(() =>
    isThere ? openBeside(file) : stateInMemory((tables) => takeOverFormer(dataDir, tables)),
  );
  try {
    await whileBusy(() => copyWithoutSessions(opened, copy));
  } finally {
    opened.close(false);
  }
}

/** Tries again while another process has the file. Throws ContentError 'locked' when that lasts too long. */
async function whileBusy<Value>(task: () => Value | Promise<Value>): Promise<Value> {
  const end = performance.now() + LONGEST_WAIT;
  for (;;) {
    try {
      return await task();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (performance.now() > end) throw new ContentError('locked', { lock: 'users' });
    }
    // Not all waiters at the same moment, and never with the event loop.
    await pause(PAUSE * (0.5 + Math.random()));
  }
}

/** Throws {@link DamagedStateError} when a user cannot be used, or when all are gone who may have been there `before`. */
function readKnown(tables: StateTables, before: Known['users'] | undefined): Known {
  const users = tables.users.read();
  if (users.rows.length === 0 && before?.length !== 0) throw new DamagedStateError('its users are gone');
  if (users.refused > 0) throw new DamagedStateError('a user is not as it was written');
  return {
    users: users.rows,
    applicationPasswords: tables.applicationPasswords.read().rows,
    sessions: new Map(tables.sessions.read().rows.map((session) => [session.digest, session])),
  };
}

function tellRefused(tables: StateTables, say: (sentence: string) => void): void {
  for (const name of ['applicationPasswords', 'sessions', 'previews'] as const) {
    const { refused } = tables[name].read();
    if (refused > 0)
      say(
        `Dans state.sqlite, ${refused} ligne(s) de la table ${name} ne sont plus telles qu’écrites\u00a0: elles ne servent pas.`,
      );
  }
}

/**
 * What changes whenever somebody else than SQLite writes, replaces or removes the file: it is looked at by its name alone, since to
 * open it would let go of the locks SQLite has on it (sqlite.org/howtocorrupt.html §2.2).
 */
function markOf(file: string, dataDir: string): string {
  const main = nodeOf(file);
  if (main === 'none') return `none ${nodeOf(join(dataDir, 'users.json'))}`;
  return `${main} ${idOf(`${file}-wal`)}`;
}

function nodeOf(path: string): string {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
    return [dev, ino, size, mtimeNs, ctimeNs].join(':');
  } catch (error) {
    return lstatSync(path, { throwIfNoEntry: false }) === undefined ? 'none' : String(error);
  }
}

function idOf(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? 'none' : `${found.dev}:${found.ino}`;
}

/** Another number after each change that another connection made; null where that cannot be asked now. */
function versionOf(opened: OpenState | null): unknown {
  try {
    return opened?.version() ?? null;
  } catch {
    return null;
  }
}

/**
 * Whether there were accounts, by what is left. A start that makes the first ones leaves the secret of sessions, unless that is a
 * setting, and a code until there is somebody; the form is left by a start, and by a restore or an import before it.
 */
function wasLost(dataDir: string, left: 'session-secret' | 'format'): boolean {
  const isThere = (name: string) => nodeOf(join(dataDir, name)) !== 'none';
  return isThere(left) && !isThere('first-code') && !hasFormerUsers(dataDir);
}

const LOST =
  'Le fichier des comptes, state.sqlite, n’est plus là\u00a0: un nouveau est fait, sans personne. S’il est ailleurs, arrêtez le serveur et remettez-le.';
const NOT_CHANGED = 'Le fichier des utilisateurs est abîmé\u00a0: rien n’a été changé.';

function closedTrouble(file: string, fault: unknown): Trouble {
  const closing = 'les comptes sont fermés, pour que personne ne prenne leur place. Le site reste en ligne.';
  if (fault instanceof NewerStateError)
    return {
      code: 'accounts-closed',
      reason: `Le fichier des utilisateurs ${file} vient d’une version plus récente d’Encrier\u00a0: ${closing}`,
      remedy: 'Mettez Encrier à jour, ou remettez ce fichier depuis une sauvegarde.',
    };
  const name = isDamage(fault)
    ? faultOf(fault, file)
    : `Le fichier des utilisateurs ${file} ne peut pas être lu`;
  return {
    code: 'accounts-closed',
    reason: `${name}\u00a0: ${closing}`,
    remedy:
      'Remettez ce fichier depuis une sauvegarde\u00a0: les comptes s’ouvrent aussitôt. ' +
      'À défaut, déplacez-le (avec ceux du même nom en -wal et -shm) et redémarrez le serveur\u00a0: un code à usage unique créera un nouvel administrateur.',
  };
}

/** The users of before may be what is damaged. */
function faultOf(fault: unknown, file: string): string {
  const isFormer = fault instanceof DamagedStateError && fault.message.endsWith('users.json');
  return `Le fichier des utilisateurs ${isFormer ? fault.message : file} est abîmé`;
}

function damagedTrouble(file: string): Trouble {
  return {
    code: 'accounts-damaged',
    reason:
      `Le fichier des utilisateurs ${file} a été abîmé ou retiré depuis le démarrage\u00a0: les comptes connus servent encore, ` +
      'rien n’y change, et ils seront fermés au prochain démarrage.',
    remedy: 'Remettez ce fichier depuis une sauvegarde, sans arrêter le serveur.',
  };
}
