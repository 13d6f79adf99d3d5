import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ADMINISTRATOR, makeApplicationPassword, signIn } from './administrator.ts';
import type { Figures } from './bounds.ts';
import { makeCorpus } from './corpus.ts';
import { fetchPage, median } from './load.ts';
import { settled, startProduct } from './process.ts';

const ROUNDS = 21;
const IDENTITY = ['-c', 'user.name=Banc', '-c', 'user.email=banc@exemple.invalid'];

/** `git push` of one edited article into the product, and from its end to the page that shows it. */
export async function benchPush(count: number, note: (text: string) => void): Promise<Figures<'push'>> {
  const corpus = makeCorpus(count);
  const server = await startProduct({
    DATA_DIR: corpus.dataDir,
    LOG_LEVEL: 'error',
    ...ADMINISTRATOR,
  });
  note(`${count} articles: until the first start’s work is done`);
  await settled(server);
  const password = await makeApplicationPassword(await signIn(server.port));
  const ours = `http://${ADMINISTRATOR.ADMIN_USERNAME}:${password}@127.0.0.1:${server.port}/content.git`;
  const clone = mkdtempSync(join(corpus.dataDir, '..', 'clone-'));
  execFileSync('git', ['clone', '--quiet', ours, clone]);
  const shown: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    note(`${count} articles: push ${round + 1} of ${ROUNDS}`);
    const path = corpus.paths[(round * 37) % corpus.paths.length] ?? '/';
    const mark = `Marque${round}`;
    await fetchPage(server.port, path);
    commitMark(clone, path, mark);
    execFileSync('git', ['push', '--quiet', ours, 'HEAD:main'], { cwd: clone, stdio: 'pipe' });
    shown.push(await untilShown(server.port, path, mark));
  }
  await server.stop();
  corpus.remove();
  rmSync(clone, { recursive: true, force: true });
  return { page: median(shown) };
}

/** Adds a word to one article of the clone. */
function commitMark(clone: string, path: string, mark: string): void {
  const slug = path.slice('/blog/'.length);
  const file = execFileSync('git', ['ls-files', `posts/*/${slug}.md`], { cwd: clone })
    .toString()
    .trim();
  appendFileSync(join(clone, file), `\n\n${mark}\n`);
  execFileSync('git', [...IDENTITY, 'commit', '--quiet', '-m', `Modifier ${slug}`, file], { cwd: clone });
}

async function untilShown(port: number, path: string, mark: string): Promise<number> {
  const answered = performance.now();
  while (!(await fetchPage(port, path)).body.includes(mark))
    if (performance.now() - answered > 10_000) throw new Error(`${path} did not change`);
  return performance.now() - answered;
}
