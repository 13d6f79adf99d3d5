import { access, constants, lstat, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { ensureFolderDurably, writeFileDurably } from '#content/git/durable-fs.ts';
import { sweepFolder } from '#content/git/leftovers.ts';
import { processIdentity } from '#content/git/processes.ts';
import { listRefs } from '#content/git/refs/refs.ts';
import { readSmallFile, setAside } from '#content/git/state-file.ts';
import { diskRefusal, ifThere, isSystemError } from '#content/git/system-error.ts';
import { ContentError, hasCode } from '#content/model/errors.ts';
import { ExplainedError } from './explained.ts';
import { giveToFolderOwner } from './private-file.ts';
import { isBusy } from './state-database.ts';

/** The folder in DATA_DIR that a restore works in, and takes away once all is in place. */
export const RESTORING = 'restoring';

/** What the disk keeps for itself where the folder is its root, for nobody else to read (mkfs.ext4). */
const OF_THE_DISK = 'lost+found';

/** What a data folder holds; nothing where there is none. */
export async function namesIn(folder: string): Promise<readonly string[]> {
  return (await ifThere(readdir(folder), [])).filter((name) => name !== OF_THE_DISK);
}

/** The form of what is in the folder. A newer one is refused: an older program could damage it. */
const DATA_FORMAT = 2;

/** Why nothing can be written: what a caller is told, and what the operator is, in French. */
interface WriteRefusal {
  readonly error: ContentError;
  readonly sentence: string;
}

export interface DataFolder {
  readonly gitDir: string;
  readonly cacheDir: string;
  /** What was in the way of it and set aside, in French sentences. */
  readonly repaired: readonly string[];
  /** Why this process does not hold the folder: it may read there, and must write nothing. Null when it holds it. */
  readonly refusal: WriteRefusal | null;
  release(): Promise<void>;
}

/**
 * Takes DATA_DIR for this process alone (docs/design.md, Repair at start). A folder that the disk does not let us take (full,
 * read-only), or whose form cannot be read, is given to be read, if it has a site. Throws {@link ExplainedError} when another
 * process holds it, when it is of a newer form, when there is nothing to read, when there can be no folder there, or when a restore that
 * was cut short left half a site there, which only a restore may take.
 */
export async function takeDataFolder(path: string, by: 'server' | 'restore' = 'server'): Promise<DataFolder> {
  try {
    if (by === 'server') await refuseHalfRestored(path);
    return await holdFolder(path);
  } catch (error) {
    return readableFolder(path, error);
  }
}

/** Throws {@link ExplainedError} where a restore was cut short: what is there is half a site, and only a restore may take it. */
export async function refuseHalfRestored(path: string): Promise<void> {
  const names = await readdir(path).catch((): string[] => []); // What is wrong with it is told by whoever takes it.
  if (!names.includes(RESTORING)) return;
  throw new ExplainedError(
    `Une sauvegarde n’a été remise en place qu’à moitié dans ${path} (DATA_DIR)\u00a0: recommencez (npm run restore -- FICHIER.zip).`,
  );
}

async function holdFolder(path: string): Promise<DataFolder> {
  const { gitDir, cacheDir } = placesIn(path);
  await ensureFolderDurably(path).catch((error: unknown) => {
    const isRefused = error instanceof ContentError || diskRefusal(error) !== null;
    throw isRefused ? error : noFolder(path, error);
  });
  const lock = await takeFolderLock(path);
  if (lock.kind === 'held') throw heldBy(lock);
  const { release } = lock;
  try {
    await markFormat(path);
    // Half a table of users is of no use, and holds what nobody else may read. The repository sees to itself (content/git/recovery.ts).
    if (lock.wasAbandoned) await sweepFolder(path, [gitDir, join(path, OF_THE_DISK)]);
    const repaired = await clearPlace(cacheDir);
    await ensureFolderDurably(cacheDir);
    return { gitDir, cacheDir, repaired, refusal: null, release };
  } catch (error) {
    await release();
    throw error;
  }
}

/** Sets aside what stands where the folder of caches belongs and is none: it is made again. */
async function clearPlace(place: string): Promise<readonly string[]> {
  const isThere = (await ifThere(lstat(place), null)) !== null;
  const isFolder = await stat(place).then(
    (entry) => entry.isDirectory(),
    () => false, // A link that leads nowhere.
  );
  return isThere && !isFolder ? [await setAside(place)] : [];
}

/**
 * DATA_DIR to be read only, held by nobody on our behalf, because `error` says that it cannot be written. Throws `error`
 * when it says something else, and {@link ExplainedError} when there is no site to read.
 */
export async function readableFolder(path: string, error: unknown): Promise<DataFolder> {
  const refused = hasCode(error, 'disk-full') || hasCode(error, 'read-only') ? error : diskRefusal(error);
  if (refused === null) throw error;
  const { gitDir, cacheDir } = placesIn(path);
  if (!(await hasHistory(gitDir))) throw unusable(path, refused);
  await formOf(path);
  const sentence = `${faultOf(path, refused)}\u00a0: le site se lit, et rien ne s’enregistre. L’écriture reprend d’elle-même dès que c’est possible.`;
  // Without its cause: what each call is refused for was said once, at the start.
  const refusal = { error: new ContentError(refused.code, refused.data), sentence };
  return { gitDir, cacheDir, repaired: [], refusal, release: () => Promise.resolve() };
}

function placesIn(path: string) {
  return { gitDir: join(path, 'content.git'), cacheDir: join(path, 'cache') };
}

/** Whether there is a branch, damaged or not. */
async function hasHistory(gitDir: string): Promise<boolean> {
  const refs = await listRefs(gitDir).catch(() => null); // Whatever keeps it from being read.
  return refs !== null && [...refs.keys()].some((name) => name.startsWith('refs/heads/'));
}

function unusable(path: string, cause: unknown): ExplainedError {
  return new ExplainedError(`${faultOf(path, cause)}\u00a0: ${remedyOf(cause)}.`, { cause });
}

function remedyOf(error: unknown): string {
  if (hasCode(error, 'disk-full')) return 'libérez de la place';
  return hasNoForm(error) ? `écrivez-y «\u00a0${DATA_FORMAT}\u00a0»` : 'vérifiez ses droits';
}

function faultOf(path: string, error: unknown): string {
  if (hasCode(error, 'disk-full')) return `Le disque du dossier ${path} (DATA_DIR) est plein`;
  if (hasNoForm(error))
    return `Le fichier ${formatFile(path)} est abîmé (cette version d’Encrier y écrit «\u00a0${DATA_FORMAT}\u00a0»)`;
  return `Le dossier ${path} (DATA_DIR) ne peut pas être écrit`;
}

/** Says that there can be no folder at a path. */
function noFolder(path: string, cause: unknown): ExplainedError {
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
  return new ExplainedError(
    `Encrier ne peut pas garder ses données dans ${path}\u00a0: aucun dossier n’y est, ni ne peut y être fait${code}. ` +
      'Choisissez un autre dossier avec DATA_DIR. Exemple\u00a0: DATA_DIR=.data',
    { cause },
  );
}

function hasNoForm(error: unknown): boolean {
  return hasCode(error, 'read-only') && error.data.reason === NO_FORM;
}

/** Told to callers. */
const NO_FORM = 'Le dossier de données est abîmé\u00a0: rien n’a été enregistré. Prévenez qui s’en occupe.';

function heldBy({ holder, file }: { readonly holder: string; readonly file: string }): ExplainedError {
  const pid = holder.split('.')[1] ?? 'inconnu';
  return new ExplainedError(
    `Un autre serveur Encrier (processus ${pid}) utilise déjà ce dossier de données. ` +
      `Arrêtez-le, ou choisissez un autre dossier avec DATA_DIR. (verrou\u00a0: ${file})`,
  );
}

/**
 * Marks a folder with the form of this version. Refuses a form that cannot be read, with ContentError 'read-only': it may be a newer one,
 * which throws as {@link takeDataFolder} does.
 */
export async function markFormat(folder: string): Promise<void> {
  const form = await formOf(folder);
  if (form === 'unreadable') throw new ContentError('read-only', { reason: NO_FORM });
  if (form === 'older') await writeFileDurably(formatFile(folder), Buffer.from(`${DATA_FORMAT}\n`));
}

/** What the mark of a folder says, if it has one. Throws {@link ExplainedError} when it is a newer form's. */
async function formOf(folder: string): Promise<'older' | 'ours' | 'unreadable'> {
  const read = await readSmallFile(formatFile(folder));
  if (read.kind === 'none') return 'older';
  const text = read.kind === 'text' ? read.text.trim() : '';
  if (!/^[0-9]{1,9}$/.test(text)) return 'unreadable';
  if (Number(text) <= DATA_FORMAT) return Number(text) < DATA_FORMAT ? 'older' : 'ours';
  throw new ExplainedError(
    `Le dossier ${folder} a été écrit par une version plus récente d’Encrier (format ${text}). ` +
      'Mettez Encrier à jour, ou choisissez un autre dossier avec DATA_DIR.',
  );
}

function formatFile(folder: string): string {
  return join(folder, 'format');
}

type FolderLock =
  /** `wasAbandoned`: the process before this one ended without letting go, and may have left something half done. */
  | { readonly kind: 'taken'; readonly wasAbandoned: boolean; release(): Promise<void> }
  | { readonly kind: 'held'; readonly holder: string; readonly file: string };

const LOCK = 'lock';
const HOLDER = 'holder';
/** What says who holds a folder. */
export const LOCK_FILES: readonly string[] = [LOCK, HOLDER];

/**
 * Takes a folder for one process alone: `lock` is an empty SQLite file, held in a transaction that nobody else can begin beside it. The
 * system lets go of it when the process ends, however that is, and whatever container it ran in. `holder` says who, and is
 * empty when nobody does.
 */
async function takeFolderLock(folder: string): Promise<FolderLock> {
  const [file, holderFile] = [join(folder, LOCK), join(folder, HOLDER)];
  try {
    await writeFile(file, '', { flag: 'wx' });
    await giveToFolderOwner(file);
  } catch (error) {
    if (!isSystemError(error, 'EEXIST')) throw error;
  }
  await access(file, constants.W_OK);
  const holder = await readHolder(holderFile);
  const database = openLock(file);
  if (database === null) return { kind: 'held', holder, file };
  try {
    await writeFileDurably(holderFile, Buffer.from(processIdentity()));
  } catch (error) {
    database.close();
    throw error;
  }
  const release = async () => {
    await letGo(holderFile);
    database.close();
  };
  return { kind: 'taken', wasAbandoned: holder !== '', release };
}

/** The lock, held by this process; null where another holds it. Throws {@link ExplainedError} where nobody could. */
function openLock(file: string): Database.Database | null {
  let held: Database.Database | undefined;
  try {
    held = new Database(file, { timeout: 0 });
    held.exec('pragma journal_mode = memory; begin exclusive');
    return held;
  } catch (error) {
    held?.close();
    if (isBusy(error)) return null;
    throw new ExplainedError(
      `Le verrou ${file} ne peut pas être pris\u00a0: ce n’est pas un fichier d’Encrier, ou ce disque ne verrouille rien. Déplacez ce fichier, ou choisissez un autre dossier avec DATA_DIR.`,
      { cause: error },
    );
  }
}

async function readHolder(file: string): Promise<string> {
  const read = await readSmallFile(file);
  return read.kind === 'text' ? read.text.trim() : '';
}

/** On a disk that no longer takes writes our name stays: whoever comes next sees that we did not let go. */
async function letGo(file: string): Promise<void> {
  await writeFile(file, '').catch((error: unknown) => {
    if (diskRefusal(error) === null) throw error;
  });
}
