import { copyFile, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { hasCode, unless } from '#content/model/errors.ts';
import { runLimited } from '../concurrency.ts';
import { asDiskError, temporaryPath, writeFilesDurably } from '../durable-fs.ts';
import { runGit } from '../git-program.ts';
import { keepAside, moveAside } from '../set-aside.ts';
import { ifThere, isSystemError } from '../system-error.ts';
import { indexPack } from './index-pack.ts';
import { listLoose, looseObjectPath, readLooseFile, writeLooseObjects } from './loose-objects.ts';
import { endsWithSum, isObjectType, objectId } from './object-id.ts';
import { DEFAULT_MAX_OBJECT_BYTES } from './objects.ts';

/** A power cut damages what was written shortly before it. */
const SUSPECT_MS = 10 * 60 * 1000;
const MAX_PARALLEL = 16;

export interface DamagedObjectsOptions {
  readonly gitDir: string;
  /**
   * Objects changed after it (milliseconds since 1970) are read; by default, ten minutes before the newest that is not of a
   * time to come. Whether they are empty is asked of all.
   */
  readonly since?: number | undefined;
  readonly git?: typeof runGit | undefined;
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
  const objects = path.join(options.gitDir, 'objects');
  const suspects = await listSuspects(objects, options.since);
  const damaged: string[] = [];
  await runLimited(suspects, MAX_PARALLEL, async (id) => {
    if (await isDamaged(objects, id)) damaged.push(id);
  });
  const done: Record<keyof DamagedObjects, string[]> = { moved: [], rewritten: [], left: [] };
  for (const id of damaged) {
    const what = await putRight(options, id).catch((error: unknown) => {
      if (hasCode(asDiskError(error), 'disk-full')) return 'left' as const;
      // Git's packing removed the file meanwhile.
      if (isSystemError(error, 'ENOENT')) return null;
      throw error;
    });
    if (what !== null) done[what].push(id);
  }
  return done;
}

/** Whether the file gives no such object, or the object and more. One that is too large to be read is not taken for damaged. */
async function isDamaged(objects: string, id: string): Promise<boolean> {
  const file = await unless(['invalid'], readLooseFile(objects, id, DEFAULT_MAX_OBJECT_BYTES), {
    hasRest: false,
  });
  return file === null || file.hasRest;
}

async function putRight(options: DamagedObjectsOptions, id: string): Promise<keyof DamagedObjects | null> {
  const { gitDir } = options;
  const objects = path.join(gitDir, 'objects');
  const file = looseObjectPath(objects, id);
  const found = await readLooseFile(objects, id, DEFAULT_MAX_OBJECT_BYTES);
  if (found !== null) {
    await keepAside(gitDir, id, await readFile(file));
    await writeLooseObjects(objects, [{ id, ...found.object }]);
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
    const ask = (what: string) => git(gitDir, ['cat-file', what, id], { objectsFolder: alone });
    const type = (await ask('-t'))?.toString('latin1').trim() ?? '';
    const bytes = isObjectType(type) ? await ask(type) : null;
    return isObjectType(type) && bytes !== null && objectId(type, bytes) === id;
  } finally {
    await rm(alone, { recursive: true, force: true });
  }
}

async function listSuspects(objects: string, since: number | undefined): Promise<readonly string[]> {
  const files: { readonly id: string; readonly size: number; readonly changedAt: number }[] = [];
  await runLimited(await listLoose(objects), MAX_PARALLEL, async (id) => {
    const found = await ifThere(stat(looseObjectPath(objects, id)), null);
    if (found !== null) files.push({ id, size: found.size, changedAt: found.mtimeMs });
  });
  // A clock that was set back leaves files of a time to come: what is written now is older than they are.
  const now = Date.now();
  const newest = files.reduce(
    (latest, { changedAt }) => (changedAt > now ? latest : Math.max(latest, changedAt)),
    0,
  );
  const suspectFrom = since ?? newest - SUSPECT_MS;
  return files.filter(({ size, changedAt }) => size === 0 || changedAt >= suspectFrom).map(({ id }) => id);
}

const PACKS = 'objects/pack';
const GRAPHS = 'objects/info/commit-graphs';
const INDEX_MODE = 0o444;
const REMADE = ', et ce qu’il disait se retrouve';
const LOST = '\u00a0; le paquet lui-même est abîmé, et ce qu’il contient ne peut plus être lu';

/**
 * Moves aside what git keeps to be quick and can make again, where it is torn: git complains of it, or takes what it holds for
 * lost. An index of a pack is made again at once, also where a start that was doing so was cut off. A French sentence for each.
 */
export async function repairDerivedFiles(gitDir: string): Promise<readonly string[]> {
  const namesIn = (folder: string): Promise<readonly string[]> =>
    ifThere(readdir(path.join(gitDir, folder)), []);
  const packs = await namesIn(PACKS);
  const info = await namesIn('objects/info');
  const graphs = await namesIn(GRAPHS);
  const sentences: string[] = [];
  const repair = async (name: string, moved = name): Promise<boolean> => {
    if (endsWithSum(await readFile(path.join(gitDir, name)))) return false;
    const aside = await moveAside(gitDir, moved);
    const isThere = !name.endsWith('.idx') || (await indexAgain(path.join(gitDir, name), gitDir));
    sentences.push(
      `Le fichier ${name} était abîmé\u00a0: il est dans «\u00a0${aside}\u00a0»${isThere ? REMADE : LOST}.`,
    );
    return true;
  };
  for (const name of packs) {
    const hasPack = !name.endsWith('.idx') || packs.includes(name.replace(/\.idx$/, '.pack'));
    if (/\.(?:idx|rev|bitmap)$|^multi-pack-index$/.test(name) && hasPack) await repair(`${PACKS}/${name}`);
    const index = name.replace(/\.pack$/, '.idx');
    if (index === name || packs.includes(index)) continue;
    const isThere = await indexAgain(path.join(gitDir, PACKS, index), gitDir);
    sentences.push(`Le fichier ${PACKS}/${index} manquait${isThere ? REMADE : LOST}.`);
  }
  if (info.includes('commit-graph')) await repair('objects/info/commit-graph');
  for (const name of graphs.filter((graph) => graph.endsWith('.graph'))) {
    // All of the chain is one.
    if (await repair(`${GRAPHS}/${name}`, GRAPHS)) break;
  }
  return sentences;
}

/** Whether the pack could be read from its first byte to its last: by the git program, else by ourselves. */
async function indexAgain(index: string, gitDir: string): Promise<boolean> {
  const pack = path.resolve(index.replace(/\.idx$/, '.pack'));
  if ((await runGit(gitDir, ['-c', 'core.fsync=all', 'index-pack', pack])) !== null) return true;
  const bytes = await unless(['corrupt', 'too-large'], indexPack(pack), null);
  if (bytes !== null) await writeFilesDurably([{ path: index, bytes, mode: INDEX_MODE }]);
  return bytes !== null;
}
