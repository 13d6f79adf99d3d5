import { execFileSync } from 'node:child_process';
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { packRepository } from '#content/git/objects/packing.ts';
import { ADMINISTRATOR, signIn } from './administrator.ts';
import type { Figures } from './bounds.ts';
import { makeCorpus } from './corpus.ts';
import { openPost, savePost } from './one-save.ts';
import { startProduct } from './process.ts';

const SAVES = 100;

/** What a hundred saves add to a packed repository: as they are written, then once our housekeeping has packed them. */
export async function benchGrowth(count: number, note: (text: string) => void): Promise<Figures<'growth'>> {
  const corpus = makeCorpus(count);
  execFileSync('git', ['--git-dir', corpus.gitDir, 'repack', '-a', '-d', '-q']);
  const server = await startProduct({
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
  return { written: perSave(loose - before), packed: perSave(after - before) };
}

/** Bytes of all files below a folder. */
function weigh(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return files.reduce((sum, { parentPath, name }) => sum + lstatSync(join(parentPath, name)).size, 0);
}

const perSave = (bytes: number): number => bytes / SAVES / 1000;
