import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from '#content/model/errors.ts';
import { runLimited } from '../concurrency.ts';
import { asDiskError, temporaryPath, writeFilesDurably } from '../durable-fs.ts';
import { runGit } from '../git-program.ts';
import { keepAside, moveAside } from '../set-aside.ts';
import { isSystemError } from '../system-error.ts';
import { indexPack } from './index-pack.ts';
import { looseObjectPath, readLooseFile, writeLooseObjects } from './loose-objects.ts';
import { listLooseFolders, listLooseNames } from './object-folders.ts';
import { type GitObject, isObjectId, isObjectType, objectId } from './object-id.ts';
import { DEFAULT_MAX_OBJECT_BYTES } from './objects.ts';
import { openPackBytes } from './pack-entry.ts';
import { formatPackIndex } from './pack-index.ts';

/** A power cut damages what was written shortly before it. */
const SUSPECT_MS = 10 * 60 * 1000;
const MAX_PARALLEL = 16;

interface LooseFile {
  readonly id: string;
  readonly size: number;
  readonly changedAt: number;
}

export interface DamagedObjectsOptions {
  readonly gitDir: string;
  /**
   * Objects changed after it (milliseconds since 1970) are read; by default, ten minutes before the newest that is not of a
   * time to come. Whether they are empty is asked of all.
   */
  readonly since?: number;
  /** How the git program is run. */
  readonly git?: typeof runGit;
}

/** Ids of loose objects whose files were damaged, by what was done. */
export interface DamagedObjects {
  /** The file was moved: the object is absent now. */
  readonly moved: readonly string[];
  /** Bytes followed the object: its file was kept aside and written anew. */
  readonly rewritten: readonly string[];
  /** The disk is full: the file is where it was. */
  readonly left: readonly string[];
}

/**
 * Moves files of loose objects that hold nothing, or not what their name says, out of git's way: as long as such a file is
 * there, git takes the object for stored and never writes it again. Nothing is deleted, and one that the git program can read
 * stays.
 */
export async function setAsideDamagedObjects(options: DamagedObjectsOptions): Promise<DamagedObjects> {
  const objectsFolder = path.join(options.gitDir, 'objects');
  const suspects = await listSuspects(objectsFolder, options.since);
  const damaged: Damaged[] = [];
  await runLimited(suspects, MAX_PARALLEL, async (id) => {
    const found = await examine(objectsFolder, id);
    if (found !== null) damaged.push({ id, found });
  });
  const done: Record<keyof DamagedObjects, string[]> = { moved: [], rewritten: [], left: [] };
  for (const one of damaged) {
    const what = await putRight(options, one).catch((error: unknown) => {
      if (hasCode(asDiskError(error), 'disk-full')) return 'left' as const;
      // Git's packing removed the file meanwhile.
      if (isSystemError(error, 'ENOENT')) return null;
      throw error;
    });
    if (what !== null) done[what].push(one.id);
  }
  return done;
}

interface Damaged {
  readonly id: string;
  /** What is wrong: the file gives no such object, or the object and more. */
  readonly found: 'nothing' | GitObject;
}

/** Null for a sound one; one that is too large to be read is not taken for damaged. */
async function examine(objectsFolder: string, id: string): Promise<Damaged['found'] | null> {
  try {
    const file = await readLooseFile(objectsFolder, id, DEFAULT_MAX_OBJECT_BYTES);
    if (file === null) return 'nothing';
    return file.hasRest ? file.object : null;
  } catch (error) {
    if (hasCode(error, 'invalid')) return null;
    throw error;
  }
}

async function putRight(
  options: DamagedObjectsOptions,
  { id, found }: Damaged,
): Promise<keyof DamagedObjects | null> {
  const { gitDir } = options;
  const file = looseObjectPath(path.join(gitDir, 'objects'), id);
  if (found !== 'nothing') {
    await keepAside(gitDir, id, await readFile(file));
    await writeLooseObjects(path.join(gitDir, 'objects'), [{ id, ...found }]);
    return 'rewritten';
  }
  if (await isReadableForGit(options, id)) return null;
  await moveAside(gitDir, path.relative(gitDir, file), id);
  return 'moved';
}

/** Whether the git program gets the object out of this very file, wherever else it may have it. */
async function isReadableForGit(
  { gitDir, git = runGit }: DamagedObjectsOptions,
  id: string,
): Promise<boolean> {
  const objects = path.join(gitDir, 'objects');
  if (!(await stat(looseObjectPath(objects, id))).isFile()) return false;
  const alone = path.resolve(temporaryPath(path.join(objects, 'alone')));
  try {
    await mkdir(path.dirname(looseObjectPath(alone, id)), { recursive: true });
    await copyFile(looseObjectPath(objects, id), looseObjectPath(alone, id));
    const printed = await git(gitDir, ['cat-file', '--batch'], { input: `${id}\n`, objectsFolder: alone });
    return printed !== null && idOfPrinted(printed) === id;
  } finally {
    await rm(alone, { recursive: true, force: true });
  }
}

/** The id of what `git cat-file --batch` printed, by its bytes; null when it printed no object. */
function idOfPrinted(printed: Buffer): string | null {
  const start = printed.indexOf(10) + 1;
  const [, type = '', size = ''] = printed.toString('latin1', 0, start).trimEnd().split(' ');
  return isObjectType(type) ? objectId(type, printed.subarray(start, start + Number(size))) : null;
}

async function listSuspects(objectsFolder: string, since: number | undefined): Promise<readonly string[]> {
  const files = await listLooseFiles(objectsFolder);
  // A clock that was set back leaves files of a time to come: what is written now is older than they are.
  const now = Date.now();
  const newest = files.reduce(
    (latest, { changedAt }) => (changedAt > now ? latest : Math.max(latest, changedAt)),
    0,
  );
  const suspectFrom = since ?? newest - SUSPECT_MS;
  return files.filter(({ size, changedAt }) => size === 0 || changedAt >= suspectFrom).map(({ id }) => id);
}

async function listLooseFiles(objectsFolder: string): Promise<readonly LooseFile[]> {
  const files: LooseFile[] = [];
  for (const folder of await listLooseFolders(objectsFolder)) {
    const names = await listLooseNames(objectsFolder, folder);
    const ids = names.map((name) => folder + name).filter(isObjectId);
    await runLimited(ids, MAX_PARALLEL, async (id) => {
      const file = await sizeAndTime(path.join(objectsFolder, folder, id.slice(2)));
      if (file !== null) files.push({ id, ...file });
    });
  }
  return files;
}

async function sizeAndTime(file: string): Promise<Omit<LooseFile, 'id'> | null> {
  try {
    const { size, mtimeMs } = await stat(file);
    return { size, changedAt: mtimeMs };
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return null;
    throw error;
  }
}

/** Every one of these files ends with the SHA-1 of what comes before it (gitformat-pack(5), gitformat-commit-graph(5)). */
const CHECKSUM = 20;
const PACKS = 'objects/pack';
const GRAPHS = 'objects/info/commit-graphs';
const INDEX_MODE = 0o444;

/**
 * Moves aside what git keeps to be quick and can make again, where it is torn: git complains of it, or takes what it holds for
 * lost. An index of a pack is made again at once. A French sentence for each.
 */
export async function repairDerivedFiles(gitDir: string): Promise<readonly string[]> {
  const sentences: string[] = [];
  for (const name of await listDerived(gitDir)) {
    const bytes = await readFile(path.join(gitDir, name));
    if (isWhole(bytes)) continue;
    const isIndex = name.endsWith('.idx');
    const pack = path.join(gitDir, name.replace(/\.idx$/, '.pack'));
    if (isIndex && !(await isThere(pack))) continue;
    const aside = await moveAside(gitDir, name.startsWith(`${GRAPHS}/`) ? GRAPHS : name);
    const again = isIndex ? await indexAgain(gitDir, pack) : true;
    sentences.push(`Le fichier ${name} était abîmé : il est dans « ${aside} »${again ? REMADE : LOST}.`);
    // All of the chain is one.
    if (name.startsWith(`${GRAPHS}/`)) break;
  }
  return sentences;
}

const REMADE = ', et ce qu’il disait se retrouve';
const LOST = ' ; le paquet lui-même est abîmé, et ce qu’il contient ne peut plus être lu';

async function listDerived(gitDir: string): Promise<readonly string[]> {
  const packs = await namesIn(gitDir, PACKS);
  const graphs = await namesIn(gitDir, GRAPHS);
  const info = await namesIn(gitDir, 'objects/info');
  return [
    ...packs
      .filter((name) => /\.(?:idx|rev|bitmap)$|^multi-pack-index$/.test(name))
      .map((name) => `${PACKS}/${name}`),
    ...info.filter((name) => name === 'commit-graph').map((name) => `objects/info/${name}`),
    ...graphs.filter((name) => name.endsWith('.graph')).map((name) => `${GRAPHS}/${name}`),
  ];
}

async function namesIn(gitDir: string, folder: string): Promise<readonly string[]> {
  return readdir(path.join(gitDir, folder)).catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  });
}

function isWhole(bytes: Buffer): boolean {
  const end = bytes.length - CHECKSUM;
  return end > 0 && createHash('sha1').update(bytes.subarray(0, end)).digest().equals(bytes.subarray(end));
}

/** Whether the pack could be read from its first byte to its last: by the git program, else by ourselves. */
async function indexAgain(gitDir: string, pack: string): Promise<boolean> {
  const args = ['-c', 'core.fsync=all', 'index-pack', path.resolve(pack)];
  if ((await runGit(gitDir, args)) !== null) return true;
  const bytes = openPackBytes(pack);
  try {
    const { entries } = await indexPack(bytes);
    const checksum = Buffer.from(bytes.read(bytes.size() - CHECKSUM, CHECKSUM));
    const index = { path: pack.replace(/\.pack$/, '.idx'), bytes: formatPackIndex(entries, checksum) };
    await writeFilesDurably([{ ...index, mode: INDEX_MODE }]);
    return true;
  } catch (error) {
    if (hasCode(error, 'corrupt') || hasCode(error, 'too-large')) return false;
    throw error;
  } finally {
    bytes.close();
  }
}

async function isThere(file: string): Promise<boolean> {
  return (await namesIn(path.dirname(file), '.')).includes(path.basename(file));
}
