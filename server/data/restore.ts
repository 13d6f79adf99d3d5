import { createWriteStream } from 'node:fs';
import { lstat, mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { initBareRepository } from '#content/git/bare-repository.ts';
import { ensureFolderDurably, syncFolders } from '#content/git/durable-fs.ts';
import { askGit, runGit } from '#content/git/git-program.ts';
import { diskRefusal, isSystemError } from '#content/git/system-error.ts';
import { ContentError } from '#content/model/errors.ts';
import { parisMoment } from '#content/model/paris-time.ts';
import {
  BACKUP_FORMAT,
  BUNDLE,
  findBranch,
  foundNoRoom,
  hashFile,
  MANIFEST,
  type Manifest,
  manifestSchema,
  SHALLOW,
  saidBy,
} from './backup-file.ts';
import { LOCK_FILES, namesIn, RESTORING, takeDataFolder } from './data-folder.ts';
import { ExplainedError } from './explained.ts';
import { giveToFolderOwner } from './private-file.ts';
import { type Told, tellStep } from './telling.ts';

export interface RestoreOptions extends Told {
  readonly dataDir: string;
  readonly branch: string;
  readonly file: string;
}

const LONGEST = { longestMs: 6 * 60 * 60 * 1000 };

/**
 * Makes DATA_DIR from a backup: the repository, checked by `git fsck`, users and audit log. Throws {@link ExplainedError}, and
 * leaves DATA_DIR as it was, when that folder holds anything, or when the backup is damaged. One that was cut short is begun anew:
 * until all is in place no server starts there.
 */
export async function restore(options: RestoreOptions): Promise<void> {
  const dataDir = resolve(options.dataDir);
  await refuseFilled(dataDir);
  const folder = join(dataDir, RESTORING);
  await ensureFolderDurably(folder);
  const data = await takeDataFolder(dataDir, 'restore').catch(async (error: unknown) => {
    await rmdir(folder).catch(() => undefined); // Unless it is the one of whoever holds DATA_DIR.
    throw error;
  });
  try {
    await clearHalf(dataDir);
    const unpacked = await unpackBackup(options, folder);
    const manifest = { ...unpacked, branch: await rebuild(folder, unpacked, options) };
    await putInPlace({ folder, dataDir }, manifest);
    await data.release();
    tellDone(options, manifest);
  } catch (error) {
    await data.release();
    await emptyFolder(dataDir);
    throw error;
  }
}

async function refuseFilled(dataDir: string): Promise<void> {
  const names = await namesIn(dataDir);
  if (names.length === 0 || names.includes(RESTORING)) return;
  throw new ExplainedError(
    `Le dossier ${dataDir} (DATA_DIR) n’est pas vide\u00a0: rien n’est écrasé. Donnez un dossier vide ou nouveau, ou déplacez d’abord celui-ci.`,
  );
}

/** Makes the repository beside the unpacked files of a backup; answers which branch is the published one. */
async function rebuild(folder: string, { branch, files }: Manifest, told: RestoreOptions): Promise<string> {
  const gitDir = join(folder, 'content.git');
  await initBareRepository(gitDir, branch);
  if (files.some(({ name }) => name === SHALLOW)) await rename(join(folder, SHALLOW), join(gitDir, SHALLOW));
  if ((await askGit(gitDir, ['rev-parse', '--git-dir'])).kind === 'absent')
    throw new ExplainedError(
      'Il faut le programme git sur cette machine pour remettre une sauvegarde en place.',
    );
  const settings = ['core.fsync=all', 'maintenance.auto=false', 'gc.auto=0'];
  const fetched = await askGit(
    gitDir,
    [
      ...settings.flatMap((setting) => ['-c', setting]),
      'fetch',
      '--progress',
      '--no-tags',
      join(folder, BUNDLE),
      '+refs/*:refs/*',
    ],
    { ...LONGEST, protocol: 'file', onProgress: tellStep(told, 'Dépôt git').objects },
  );
  const hasFailed = fetched.kind !== 'ended' || fetched.code !== 0;
  if (hasFailed && foundNoRoom(fetched)) throw new ContentError('disk-full', {});
  if (hasFailed)
    throw new ExplainedError(`Le dépôt de cette sauvegarde ne peut pas être lu par git.${saidBy(fetched)}`);
  // A version before wrote the setting of whoever made the backup.
  const found = await findBranch(gitDir, [branch, told.branch]);
  if (found === null)
    throw new ExplainedError(
      `Le dépôt de cette sauvegarde n’a pas la branche «\u00a0${branch}\u00a0»\u00a0: donnez le nom de celle du site par CONTENT_BRANCH.`,
    );
  await runGit(gitDir, ['symbolic-ref', 'HEAD', `refs/heads/${found}`]);
  const onProgress = tellStep(told, 'Vérification du dépôt (git fsck)').objects;
  const check = (how: string): Promise<Buffer | null> =>
    runGit(gitDir, ['fsck', how, '--no-dangling', '--progress'], { ...LONGEST, onProgress });
  // Git refuses oddities of old histories there; what it read from the bundle is what it is named by, if all of it is there.
  const sound = (await check('--full')) ?? (await check('--connectivity-only'));
  if (sound === null) throw new ExplainedError('Le dépôt de cette sauvegarde est abîmé (git fsck).');
  return found;
}

/** Users first: with a repository, a server that starts makes nothing of its own. */
async function putInPlace(
  { folder, dataDir }: { readonly folder: string; readonly dataDir: string },
  manifest: Manifest,
): Promise<void> {
  const names = manifest.files.map(({ name }) => name).filter((name) => ![BUNDLE, SHALLOW].includes(name));
  for (const name of [...names, 'content.git']) {
    await mkdir(dirname(join(dataDir, name)), { recursive: true });
    await rename(join(folder, name), join(dataDir, name));
  }
  for (const name of await namesIn(dataDir)) await giveWhole(join(dataDir, name));
  await syncFolders([dataDir]);
  await rm(folder, { recursive: true });
  await syncFolders([dataDir]);
}

async function giveWhole(path: string): Promise<void> {
  await giveToFolderOwner(path);
  // Folders come before what is in them.
  if ((await lstat(path)).isDirectory())
    for (const name of await readdir(path)) await giveWhole(join(path, name));
}

function tellDone({ say, branch }: RestoreOptions, manifest: Manifest): void {
  const moment = parisMoment(Date.parse(manifest.createdAt));
  say(`Sauvegarde du ${moment} remise en place et vérifiée (git fsck).`);
  if (manifest.branch !== branch)
    say(`Sa branche est «\u00a0${manifest.branch}\u00a0»\u00a0: réglez CONTENT_BRANCH=${manifest.branch}.`);
  say('Les sessions n’en font pas partie\u00a0: chacun se connecte de nouveau.');
}

/** What a restore that was cut short had put there; not what says who holds the folder. */
async function clearHalf(dataDir: string): Promise<void> {
  for (const name of await namesIn(dataDir))
    if (name === RESTORING) await emptyFolder(join(dataDir, name));
    else if (![...LOCK_FILES, 'format'].includes(name)) await rm(join(dataDir, name), { recursive: true });
}

/** What says that it is half restored goes last. */
async function emptyFolder(folder: string): Promise<void> {
  const names = (await namesIn(folder)).filter((name) => name !== RESTORING);
  for (const name of [...names, RESTORING]) await rm(join(folder, name), { recursive: true, force: true });
}

const MAX_MANIFEST_BYTES = 4 * 1024 * 1024;
const NOT_OURS = 'Ce fichier n’est pas une sauvegarde d’Encrier, ou il est abîmé.';

/**
 * Unpacks a backup into a folder and checks every file against its manifest, which it answers. Only names a backup can hold
 * are written. Throws {@link ExplainedError} when anything is missing, changed or unknown, ContentError when the disk takes no more.
 */
async function unpackBackup({ file, ...told }: RestoreOptions, folder: string): Promise<Manifest> {
  const step = tellStep(told, 'Lecture et vérification de la sauvegarde');
  const entries = new Map<string, Entry>();
  const zip = await openZip(file);
  try {
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
    const manifest = await readManifest(zip, entries.get(MANIFEST));
    const counted = step.bytes(manifest.files.reduce((sum, { bytes }) => sum + bytes, 0));
    for (const known of manifest.files) {
      const entry = entries.get(known.name);
      const path = join(folder, known.name);
      if (entry === undefined || entry.uncompressedSize !== known.bytes) throw new ExplainedError(NOT_OURS);
      await mkdir(dirname(path), { recursive: true });
      const stream = await zip.openReadStreamPromise(entry);
      await pipeline(stream, counted(), createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true }));
      if ((await hashFile(path)) !== known.sha256) throw new ExplainedError(NOT_OURS);
    }
    return manifest;
  } catch (error) {
    if (error instanceof ExplainedError) throw error;
    throw diskRefusal(error) ?? new ExplainedError(NOT_OURS, { cause: error });
  } finally {
    zip.close();
  }
}

async function openZip(file: string): Promise<ZipFile> {
  try {
    return await openPromise(file, { autoClose: false });
  } catch (error) {
    throw new ExplainedError(`${file} ${whyUnread(error)}`, { cause: error });
  }
}

function whyUnread(error: unknown): string {
  if (isSystemError(error, 'ENOENT')) return 'n’existe pas.';
  if (isSystemError(error, 'EACCES', 'EPERM'))
    return 'ne peut pas être ouvert par ce compte\u00a0: donnez-lui le droit de le lire (chown).';
  return 'ne peut pas être lu comme une sauvegarde d’Encrier.';
}

async function readManifest(zip: ZipFile, entry: Entry | undefined): Promise<Manifest> {
  if (entry === undefined || entry.uncompressedSize > MAX_MANIFEST_BYTES) throw new ExplainedError(NOT_OURS);
  const text = await buffer(await zip.openReadStreamPromise(entry));
  const manifest = manifestSchema.parse(JSON.parse(text.toString('utf8')));
  if (manifest.format <= BACKUP_FORMAT) return manifest;
  throw new ExplainedError(
    'Cette sauvegarde vient d’une version plus récente d’Encrier\u00a0: mettez-le à jour.',
  );
}
