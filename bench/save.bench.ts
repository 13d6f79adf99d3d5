import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ADMINISTRATOR, signIn } from './administrator.ts';
import type { Figures } from './bounds.ts';
import { makeCorpus } from './corpus.ts';
import { fetchPage, median } from './load.ts';
import { openPost, savePost } from './one-save.ts';
import { settled, startProduct } from './process.ts';

const ROUNDS = 41;

/**
 * A save in the admin, from the request to its answer, beside `git add` and `git commit` of the same change with
 * `core.fsync=all` in a clone on the same disk, in turns; and from that answer to the page that shows it.
 */
export async function benchSave(count: number, note: (text: string) => void): Promise<Figures<'save'>> {
  const corpus = makeCorpus(count);
  const clone = mkdtempSync(join(corpus.dataDir, '..', 'clone-'));
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', corpus.gitDir, clone]);
  const server = await startProduct({
    DATA_DIR: corpus.dataDir,
    LOG_LEVEL: 'error',
    ...ADMINISTRATOR,
  });
  note(`${count} articles: until the first start’s work is done`);
  await settled(server);
  const administrator = await signIn(server.port);
  const saves: number[] = [];
  const shown: number[] = [];
  const commits: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    note(`${count} articles: save ${round + 1} of ${ROUNDS}`);
    const path = corpus.paths[(round * 37) % corpus.paths.length] ?? '/';
    const post = await openPost(administrator, path);
    await fetchPage(server.port, path);
    const mark = `Marque${round}`;
    const started = performance.now();
    await savePost(administrator, post, `${post.content}\n\n${mark}\n`);
    const saved = performance.now();
    saves.push(saved - started);
    while (!(await fetchPage(server.port, path)).body.includes(mark))
      if (performance.now() - saved > 10_000) throw new Error(`${path} did not change`);
    shown.push(performance.now() - saved);
    commits.push(commitByGit(clone, path, mark));
  }
  await server.stop();
  corpus.remove();
  rmSync(clone, { recursive: true, force: true });
  note(`${median(saves).toFixed(1)} ms; git add, git commit: ${median(commits).toFixed(1)} ms`);
  return { time: median(saves) / median(commits), page: median(shown) };
}

/** Milliseconds the git program takes to add and commit the same change. */
function commitByGit(clone: string, path: string, mark: string): number {
  const slug = path.slice('/blog/'.length);
  const listed = execFileSync('git', ['ls-files', `posts/*/${slug}.md`], { cwd: clone })
    .toString()
    .trim();
  const file = join(clone, listed);
  writeFileSync(file, `${readFileSync(file, 'utf8')}\n\n${mark}\n`);
  const identity = ['-c', 'user.name=Banc', '-c', 'user.email=banc@exemple.invalid', '-c', 'core.fsync=all'];
  const started = performance.now();
  execFileSync('git', [...identity, 'add', listed], { cwd: clone });
  execFileSync('git', [...identity, 'commit', '--quiet', '-m', `Modifier ${slug}`], { cwd: clone });
  return performance.now() - started;
}
