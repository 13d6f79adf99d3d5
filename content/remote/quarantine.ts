import { chmod, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { asDiskError, ensureFolderDurably, syncFolders, temporaryPath } from '#content/git/durable-fs.ts';
import { createObjectStore, type ObjectStore, readShallow } from '#content/git/objects/objects.ts';
import { parsePackIndex } from '#content/git/objects/pack-index.ts';
import { remoteError } from './http-exchange.ts';

const PACK_MODE = 0o444;
/**
 * A pack of fewer objects is taken apart, as git does (fetch.unpackLimit): many small packs make reading slow. Neither is it
 * worth starting a program for.
 */
const UNPACK_LIMIT = 100;
/** All that is taken apart is in memory at once: no more than so many bytes of a pack. */
const UNPACK_BYTES = 16 * 1024 * 1024;
const CONFIG = '[core]\n\trepositoryformatversion = 0\n\tbare = true\n';

/**
 * A bare repository of our own, empty but for what it sees of another one's objects. What is there, nobody else sees; its
 * settings are its own, and nothing that a person or a machine set is read beside them.
 */
export interface Quarantine {
  readonly gitDir: string;
  /** Where packs are written. */
  readonly packs: string;
  /** Gives what was received to the repository, on disk: a large pack under its name, with its index, else object by object. */
  land(objects: ObjectStore): Promise<void>;
}

interface QuarantineOptions {
  /** The repository whose objects are seen. */
  readonly gitDir: string;
  /** Commits of ours that are whole. */
  readonly known: readonly string[];
}

/**
 * Runs `work` with an empty quarantine, which is removed afterwards, whatever happened; after a crash start-up removes it.
 * Throws ContentError 'disk-full'.
 */
export async function inQuarantine<Value>(
  { gitDir, known }: QuarantineOptions,
  work: (quarantine: Quarantine) => Promise<Value>,
): Promise<Value> {
  const objects = path.join(gitDir, 'objects');
  const folder = path.resolve(temporaryPath(path.join(objects, 'quarantine')));
  const packs = path.join(folder, 'objects', 'pack');
  try {
    await ensureFolderDurably(path.join(objects, 'pack'));
    await mkdir(packs, { recursive: true });
    for (const name of ['objects/info', 'refs']) await mkdir(path.join(folder, name));
    await writeFile(path.join(folder, 'objects/info/alternates'), '../..\n');
    await writeFile(path.join(folder, 'config'), CONFIG);
    await writeFile(path.join(folder, 'packed-refs'), packedRefs(known));
    await writeFile(path.join(folder, 'HEAD'), 'ref: refs/heads/none\n');
    const shallow = await readShallow(gitDir);
    if (shallow !== '') await writeFile(path.join(folder, 'shallow'), shallow);
    return await work({
      gitDir: folder,
      packs,
      land: (store) => land(folder, path.join(objects, 'pack'), store),
    });
  } catch (error) {
    throw asDiskError(error);
  } finally {
    // A program that was stopped may write its last file meanwhile.
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function packedRefs(known: readonly string[]): string {
  const lines = known.map((id, at) => `${id} refs/known/${String(at).padStart(6, '0')}\n`);
  return ['# pack-refs with: sorted\n', ...lines].join('');
}

async function land(gitDir: string, to: string, store: ObjectStore): Promise<void> {
  const packs = path.join(gitDir, 'objects', 'pack');
  for (const name of await readdir(packs)) {
    if (!name.endsWith('.pack')) continue;
    const received = path.join(packs, name.slice(0, -'.pack'.length));
    const index = parsePackIndex(await readFile(`${received}.idx`), name);
    const { size } = await stat(`${received}.pack`);
    if (index.count < UNPACK_LIMIT && size < UNPACK_BYTES) await unpack(gitDir, [...index.ids()], store);
    else await landPack(received, path.join(to, `pack-${index.packChecksum.toString('hex')}`));
  }
}

async function unpack(gitDir: string, ids: readonly string[], store: ObjectStore): Promise<void> {
  const received = createObjectStore({ gitDir });
  try {
    await store.write(await Promise.all(ids.map((id) => received.read(id))));
  } finally {
    received.close();
  }
}

async function landPack(received: string, landed: string): Promise<void> {
  for (const file of [`${received}.pack`, `${received}.idx`]) await syncFile(file);
  // The index comes last: a pack without one is no pack to git and to us.
  await rename(`${received}.pack`, `${landed}.pack`);
  await syncFolders([path.dirname(landed)]);
  await rename(`${received}.idx`, `${landed}.idx`);
  await syncFolders([path.dirname(landed)]);
}

async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  await chmod(file, PACK_MODE);
}

/** Throws ContentError 'remote', 'corrupt' unless these are commits that the quarantine holds or sees. */
export async function checkCommits({ gitDir }: Quarantine, ids: Iterable<string>): Promise<void> {
  const objects = createObjectStore({ gitDir });
  try {
    for (const id of ids) if ((await objects.sizeOf(id))?.type !== 'commit') throw remoteError('corrupt');
  } finally {
    objects.close();
  }
}
