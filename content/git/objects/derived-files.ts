import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from '#content/model/errors.ts';
import { writeFilesDurably } from '../durable-fs.ts';
import { runGit } from '../git-program.ts';
import { moveAside } from '../set-aside.ts';
import { isSystemError } from '../system-error.ts';
import { indexPack } from './index-pack.ts';
import { openPackBytes } from './pack-bytes.ts';
import { formatPackIndex } from './pack-index-writing.ts';

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
