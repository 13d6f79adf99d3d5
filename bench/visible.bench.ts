import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Figures } from './bounds.ts';
import { makeCorpus } from './corpus.ts';
import { fetchPage, median } from './load.ts';
import { settled, startProduct } from './process.ts';

const ROUNDS = 21;

/** From the moment the git program has moved the branch to the moment a reader gets the new page. */
export async function benchVisible(count: number, note: (text: string) => void): Promise<Figures<'visible'>> {
  const corpus = makeCorpus(count);
  const server = await startProduct({
    DATA_DIR: corpus.dataDir,
    LOG_LEVEL: 'info',
  });
  note(`${count} articles: until the first start’s work is done`);
  await settled(server);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    note(`${count} articles: commit ${round + 1} of ${ROUNDS}`);
    const path = corpus.paths[(round * 37) % corpus.paths.length] ?? '/';
    const mark = `Marque${round}`;
    const commit = commitEdit(corpus.gitDir, path, mark);
    await fetchPage(server.port, path);
    git(corpus.gitDir, ['update-ref', 'refs/heads/main', commit]);
    const moved = performance.now();
    while (!(await fetchPage(server.port, path)).body.includes(mark)) {
      if (performance.now() - moved > 10_000) throw new Error(`${path} did not change`);
    }
    times.push(performance.now() - moved);
  }
  await server.stop();
  corpus.remove();
  return { page: median(times) };
}

/** A commit, not yet on the branch, that adds a word to one article. */
function commitEdit(gitDir: string, path: string, mark: string): string {
  const slug = path.slice('/blog/'.length);
  const file = git(gitDir, ['ls-tree', '-r', '--name-only', 'main', 'posts'])
    .split('\n')
    .find((name) => name.endsWith(`/${slug}.md`));
  if (file === undefined) throw new Error(`no file for ${slug}`);
  const text = execFileSync('git', ['--git-dir', gitDir, 'cat-file', 'blob', `main:${file}`]).toString();
  const blob = git(gitDir, ['hash-object', '-w', '--stdin'], `${text}\n${mark}\n`);
  const index = { GIT_INDEX_FILE: join(gitDir, 'bench-index') };
  git(gitDir, ['read-tree', 'main'], '', index);
  git(gitDir, ['update-index', '--cacheinfo', `100644,${blob},${file}`], '', index);
  const tree = git(gitDir, ['write-tree'], '', index);
  return git(gitDir, ['commit-tree', tree, '-p', 'main', '-m', `Modifier ${slug}`]);
}

function git(
  gitDir: string,
  args: readonly string[],
  input = '',
  env: Readonly<Record<string, string>> = {},
): string {
  const identity = { GIT_AUTHOR_NAME: 'Banc', GIT_AUTHOR_EMAIL: 'banc@exemple.invalid' };
  const committer = { GIT_COMMITTER_NAME: 'Banc', GIT_COMMITTER_EMAIL: 'banc@exemple.invalid' };
  return execFileSync('git', ['--git-dir', gitDir, ...args], {
    input,
    env: { ...process.env, ...identity, ...committer, ...env },
    maxBuffer: 64 * 1024 * 1024,
  })
    .toString()
    .trim();
}
