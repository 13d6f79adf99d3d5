import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { unless } from '#content/model/errors.ts';
import { runGit } from '../git-program.ts';
import { takeLock } from '../refs/lock-file.ts';
import { listLoose } from './loose-objects.ts';
import { listPacks, packIndexes } from './pack-index.ts';

/** More packs than this become one: each is looked at for an object that is not there. */
const MAX_PACKS = 20;
/** What nothing refers to is kept this long: somebody may be about to refer to it. */
const KEEP_UNUSED = '2.weeks.ago';
const LONGEST_MS = 60 * 60 * 1000;
const SETTINGS = ['core.fsync=all', 'pack.threads=1', 'pack.windowMemory=64m', 'repack.writeBitmaps=false'];

/** Pictures are compressed already: git would compare each with others and find nothing, for half of the time that packing takes after a large import. */
const ATTRIBUTES = '/images/** -delta\n';

export interface PackingOptions {
  readonly gitDir: string;
  /** Nothing is done below this number of objects that are files of their own, unless a pack holds one of them too. */
  readonly minLoose: number;
  /** Whether what nothing has referred to for two weeks is removed too. */
  readonly prunes: boolean;
  readonly signal?: AbortSignal;
  readonly git?: typeof runGit;
}

export interface Packed {
  /** Objects that were files of their own, before and after. */
  readonly before: number;
  readonly after: number;
}

/** What there is to pack; null when nothing is. */
export async function findPackingWork({ gitDir, minLoose }: Pick<PackingOptions, 'gitDir' | 'minLoose'>) {
  const loose = await listLoose(path.join(gitDir, 'objects'));
  const isTwice = await isInPack(gitDir, loose);
  return loose.length < minLoose && !isTwice ? null : { before: loose.length, isTwice };
}

/**
 * Whether an object is a file of its own though a pack holds it: that copy was damaged when it was written again. Git believes
 * in the pack, clones from it and removes the file when it packs others; made into one, packs are read, and it is taken instead.
 */
async function isInPack(gitDir: string, loose: readonly string[]): Promise<boolean> {
  const ids = loose.map((id) => Buffer.from(id, 'hex'));
  for await (const index of packIndexes(path.join(gitDir, 'objects'))) {
    if (ids.some((id) => index.has(id))) return true;
  }
  return false;
}

/**
 * Has the git program pack what saves left as files of their own, in the background of everything else. Null when there is
 * nothing to do, another process does it already, or git is not there; throws when git did not get through. It can be killed at any moment: git names a pack when
 * it is whole and on disk, and only then removes what it holds; the lock says whose it was, and start-up removes it. No ref
 * moves, no object that anything refers to goes away, and readers find each in its new place (objects.ts).
 */
export async function packRepository(options: PackingOptions): Promise<Packed | null> {
  const { gitDir } = options;
  const work = await findPackingWork(options);
  if (work === null) return null;
  const taking = takeLock({ gitDir, file: path.join(gitDir, 'encrier', 'packing'), content: '', waitMs: 0 });
  const lock = await unless(['locked'], taking, null);
  if (lock === null) return null;
  try {
    await writeFile(attributesFile(gitDir), ATTRIBUTES);
    const objects = path.join(gitDir, 'objects');
    const packs = await listPacks(objects);
    const makesOne = packs.length > MAX_PACKS || work.isTwice;
    const all = makesOne ? ['-a', '--keep-unreachable'] : [];
    const packed = await run(options, ['repack', '-d', '-l', '-q', '--no-write-bitmap-index', ...all]);
    if (packed === null) return await failed(options, 'repack');
    if (options.prunes && (await run(options, ['prune', `--expire=${KEEP_UNUSED}`])) === null)
      await failed(options, 'prune');
    return { before: work.before, after: (await listLoose(objects)).length };
  } finally {
    await lock.release();
  }
}

/** Null where there is no git, and where we stopped it ourselves. */
async function failed(options: PackingOptions, command: string): Promise<null> {
  if (options.signal?.aborted || (await run(options, ['--version'])) === null) return null;
  throw new Error(`git ${command} did not get through`);
}

function attributesFile(gitDir: string): string {
  return path.resolve(gitDir, 'encrier', 'packing-attributes');
}

function run(
  { gitDir, signal, git = runGit }: PackingOptions,
  args: readonly string[],
): Promise<Buffer | null> {
  const settings = [...SETTINGS, `core.attributesFile=${attributesFile(gitDir)}`].flatMap((setting) => [
    '-c',
    setting,
  ]);
  return git(gitDir, [...settings, ...args], { longestMs: LONGEST_MS, isBackground: true, signal });
}
