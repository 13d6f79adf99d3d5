import { createWriteStream } from 'node:fs';
import { copyFile, link, lstat, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import yazl from 'yazl';
import { sizeInWords } from '#content/contract/in-words.ts';
import { asDiskError, syncFolders } from '#content/git/durable-fs.ts';
import { askGit, runGit } from '#content/git/git-program.ts';
import { ifThere, isSystemError } from '#content/git/system-error.ts';
import { ContentError, hasCode } from '#content/model/errors.ts';
import {
  BACKUP_FORMAT,
  BUNDLE,
  findBranch,
  foundNoRoom,
  hashFile,
  MANIFEST,
  type Manifest,
  manifestSchema,
  noteOn,
  SHALLOW,
  STATE,
  saidBy,
} from './backup-file.ts';
import { ExplainedError } from './explained.ts';
import { copyAccounts } from './state.ts';
import { asStateError, isDamage, isFull } from './state-database.ts';
import { type Told, tellStep } from './telling.ts';

export interface BackUpOptions extends Told {
  readonly dataDir: string;
  /** CONTENT_BRANCH: whoever runs this may not have the server's. */
  readonly branch: string;
  /** Whether whoever runs this has one at all. */
  readonly isBranchGiven: boolean;
  readonly file: string;
}

const LONGEST_MS = 6 * 60 * 60 * 1000;

/**
 * Writes one zip of the repository (every ref, pending versions included), users and audit log, as they are at this moment;
 * the server may run. The file is there when it is whole and on disk, readable by its owner only. Throws
 * {@link ExplainedError} when it exists already, when there is no git program, no published branch or no room, and, with the rest
 * saved, when the accounts cannot be read.
 */
export async function backUp(options: BackUpOptions): Promise<void> {
  try {
    await makeBackup(options);
  } catch (error) {
    const isTooLarge = isSystemError(error, 'EFBIG');
    if (!isTooLarge && !hasCode(asDiskError(error), 'disk-full')) throw error;
    const reason = isTooLarge
      ? `Le disque de ${options.file} ne prend pas de fichier aussi grand (FAT32 s’arrête à 4\u00a0Go)`
      : `Il n’y a plus de place sur le disque de ${options.file}`;
    throw new ExplainedError(`${reason}\u00a0: la sauvegarde n’est pas faite.`, { cause: error });
  }
}

async function makeBackup(options: BackUpOptions): Promise<void> {
  const file = resolve(options.file);
  await refuseExisting(file);
  const folder = await mkdtemp(join(dirname(file), '.encrier-sauvegarde-')).catch((error: unknown) => {
    if (!isSystemError(error, 'ENOENT', 'EACCES', 'EROFS')) throw error;
    throw new ExplainedError(`Le dossier de ${options.file} ne peut pas être écrit.`, { cause: error });
  });
  try {
    // Before the bundle: a history that is completed meanwhile is kept as far as it went.
    const isPart = await ifThere(
      copyFile(join(options.dataDir, 'content.git', SHALLOW), join(folder, SHALLOW)).then(() => true),
      false,
    );
    const branch = await bundle(options, join(folder, BUNDLE));
    options.say('Utilisateurs et journal…');
    const isCopied = await copyState(options, join(folder, STATE));
    const names = [BUNDLE, ...(isPart ? [SHALLOW] : []), ...(isCopied ? [STATE] : [])];
    const step = tellStep(options, 'Archive');
    const manifest = await describe({ ...options, branch }, folder, names);
    await writeZip(manifest, folder, step);
    await giveName(join(folder, 'archive.zip'), file);
    await syncFolders([dirname(file)]);
    if (!isCopied)
      throw new ExplainedError(
        `${file} est écrit, mais sans les comptes ni le journal\u00a0: ${STATE} n’est plus là, ou ne peut pas être lu.`,
      );
    options.say(`Sauvegarde terminée\u00a0: ${file} (${sizeInWords((await stat(file)).size)}).`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function refuseExisting(file: string): Promise<void> {
  const isThere = await lstat(file).then(
    () => true,
    () => false,
  );
  if (isThere) throw alreadyThere(file);
}

function alreadyThere(file: string): ExplainedError {
  return new ExplainedError(`${file} existe déjà\u00a0: choisissez un autre nom, rien n’est écrasé.`);
}

/** All took long: whatever has the name by now keeps it. */
async function giveName(archive: string, file: string): Promise<void> {
  try {
    await link(archive, file);
  } catch (error) {
    if (isSystemError(error, 'EEXIST')) throw alreadyThere(file);
    // Disks that backups are kept on (FAT, many of a network) know no links.
    await refuseExisting(file);
    await rename(archive, file);
  }
}

/** Answers which branch is the published one: the setting's where it is given, or the one that the first start put into HEAD. */
async function bundle({ dataDir, ...told }: BackUpOptions, file: string): Promise<string> {
  const gitDir = resolve(dataDir, 'content.git');
  const look = await askGit(gitDir, ['rev-parse', '--git-dir']);
  if (look.kind === 'absent')
    throw new ExplainedError(
      'Il faut le programme git sur cette machine pour sauvegarder. Sans lui\u00a0: arrêtez le serveur et copiez son dossier.',
    );
  if (look.kind !== 'ended' || look.code !== 0)
    throw new ExplainedError(`Il n’y a pas de dépôt dans ${dataDir} (DATA_DIR).`);
  const head = String((await runGit(gitDir, ['symbolic-ref', '--quiet', 'HEAD'])) ?? '').trim();
  const { data: named = told.branch } = manifestSchema.shape.branch.safeParse(
    head.replace('refs/heads/', ''),
  );
  const branch = await findBranch(gitDir, told.isBranchGiven ? [told.branch, named] : [named, told.branch]);
  if (branch === null)
    throw new ExplainedError(
      `Le dépôt de ${dataDir} n’a pas de branche «\u00a0${told.branch}\u00a0» (CONTENT_BRANCH)\u00a0: la sauvegarde n’est pas faite.`,
    );
  const made = await askGit(gitDir, ['bundle', 'create', '--all-progress', file, '--all'], {
    longestMs: LONGEST_MS,
    onProgress: tellStep(told, 'Dépôt git').objects,
  });
  const hasFailed = made.kind !== 'ended' || made.code !== 0;
  if (hasFailed && foundNoRoom(made)) throw new ContentError('disk-full', {});
  if (hasFailed)
    throw new ExplainedError(
      `git n’a pas pu copier le dépôt\u00a0: est-il vide ou abîmé (git fsck)\u00a0?${saidBy(made)}`,
    );
  return branch;
}

/** Copies the accounts as they are at this moment; false when they cannot be read. */
async function copyState({ dataDir }: BackUpOptions, copy: string): Promise<boolean> {
  try {
    await copyAccounts(dataDir, copy);
    return true;
  } catch (error) {
    const told = asStateError(error);
    // To be read they need room too, on their own disk.
    if (!isFull(error) && (isDamage(error) || told instanceof ContentError)) return false;
    throw told;
  }
}

async function describe(
  { branch, clock }: BackUpOptions,
  folder: string,
  names: readonly string[],
): Promise<Manifest> {
  const files: Manifest['files'] = [];
  for (const name of names) {
    const { size } = await stat(join(folder, name));
    files.push({ name, bytes: size, sha256: await hashFile(join(folder, name)) });
  }
  return { format: BACKUP_FORMAT, createdAt: new Date(clock()).toISOString(), branch, files };
}

async function writeZip(
  manifest: Manifest,
  folder: string,
  step: ReturnType<typeof tellStep>,
): Promise<void> {
  const zip = new yazl.ZipFile();
  const mtime = new Date(manifest.createdAt);
  zip.addBuffer(Buffer.from(noteOn(manifest)), 'LISEZ-MOI.txt', { mtime });
  zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), MANIFEST, { mtime });
  for (const { name } of manifest.files)
    zip.addFile(join(folder, name), name, { mtime, mode: 0o100600, compress: name !== BUNDLE });
  zip.end();
  const file = join(folder, 'archive.zip');
  const counted = step.bytes(manifest.files.reduce((sum, { bytes }) => sum + bytes, 0));
  const archive = createWriteStream(file, { mode: 0o600, flags: 'wx', flush: true });
  await pipeline(zip.outputStream, counted(), archive);
}
