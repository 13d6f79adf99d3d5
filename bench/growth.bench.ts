import { execFileSync } from 'node:child_process';
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packRepository } from '#content/store/objects/packing.ts';
import { NODE_FLAGS } from '#scripts/node-flags.mjs';
import { ADMINISTRATOR, signIn } from './administrator.ts';
import { makeCorpus } from './corpus.ts';
import { openPost, savePost } from './one-save.ts';
import { startMeasured } from './process.ts';
import type { Table } from './table.ts';

const SAVES = 100;
/** A file takes whole blocks of this size on disk, in bytes (`st_blocks` counts in these). */
const BLOCK_BYTES = 512;
const product = fileURLToPath(new URL('../dist/server/main.js', import.meta.url));

/** What a hundred saves add to a packed repository: as they are written, then once our housekeeping has packed them. */
export async function benchGrowth(count: number, note: (text: string) => void): Promise<Table> {
  const corpus = makeCorpus(count);
  execFileSync('git', ['--git-dir', corpus.gitDir, 'repack', '-a', '-d', '-q']);
  const server = await startMeasured('encrier', [...NODE_FLAGS, product], {
    DATA_DIR: corpus.dataDir,
    LOG_LEVEL: 'error',
    ...ADMINISTRATOR,
  });
  const administrator = await signIn(server.port);
  const before = weigh(corpus.gitDir);
  for (let round = 0; round < SAVES; round += 1) {
    note(`${count} articles: save ${round + 1} of ${SAVES}`);
    const post = await openPost(administrator, corpus.paths[(round * 37) % corpus.paths.length] ?? '/');
    await savePost(administrator, post, `${post.content}\n\nMarque${round}\n`);
  }
  const loose = weigh(corpus.gitDir);
  await server.stop();
  const packed = await packRepository({ gitDir: corpus.gitDir, minLoose: 1, prunes: true });
  if (packed === null) throw new Error('nothing was packed');
  const after = weigh(corpus.gitDir);
  corpus.remove();
  const row = (what: string, now: Weight) => [
    what,
    perSave(now.bytes - before.bytes),
    perSave(now.onDisk - before.onDisk),
  ];
  return {
    title: `What a save adds to the repository, ${count} posts (${SAVES} saves)`,
    head: ['', 'KB a save', 'KB a save, in blocks of the disk'],
    rows: [row('as written', loose), row('packed', after)],
  };
}

interface Weight {
  readonly bytes: number;
  readonly onDisk: number;
}

/** All that is below a folder. */
function weigh(folder: string): Weight {
  const weights = readdirSync(folder, { withFileTypes: true }).map((entry): Weight => {
    const path = join(folder, entry.name);
    const { size, blocks } = lstatSync(path);
    const own = { bytes: entry.isDirectory() ? 0 : size, onDisk: blocks * BLOCK_BYTES };
    return entry.isDirectory() ? sum(own, weigh(path)) : own;
  });
  return weights.reduce(sum, { bytes: 0, onDisk: 0 });
}

function sum(one: Weight, other: Weight): Weight {
  return { bytes: one.bytes + other.bytes, onDisk: one.onDisk + other.onDisk };
}

const perSave = (bytes: number): string => (bytes / SAVES / 1000).toFixed(1);
