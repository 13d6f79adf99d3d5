import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeMeta } from './make-corpus.mjs';

const maker = fileURLToPath(new URL('make-corpus.mjs', import.meta.url));
const starter = fileURLToPath(new URL('../content/starter', import.meta.url));
/** Minutes between two articles: 10,000 of them span ten years (make-corpus.mjs). */
const STEP = 525;

export interface Corpus {
  readonly dataDir: string;
  readonly gitDir: string;
  /** Addresses of all articles, newest first. */
  readonly paths: readonly string[];
  remove(): void;
}

/** A data folder whose repository holds `count` articles in year folders, with the starter's settings. */
export function makeCorpus(count: number, commits = 1): Corpus {
  const folder = mkdtempSync(join(tmpdir(), 'encrier-bench-'));
  const work = join(folder, 'work');
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Banc', '-c', 'user.email=banc@exemple.invalid', ...args], {
      cwd: work,
      stdio: 'ignore',
    });
  execFileSync(
    process.execPath,
    [
      maker,
      '--count',
      String(count),
      '--commits',
      String(commits),
      '--out',
      work,
      '--folder',
      'posts',
      '--by-year',
      '--step',
      String(STEP),
      '--git',
      '--bare',
    ],
    { stdio: 'ignore' },
  );
  git('reset', '-q', '--mixed');
  for (const file of ['site.yml', 'capacity.yml']) cpSync(join(starter, file), join(work, file));
  git('add', 'site.yml', 'capacity.yml');
  git('commit', '-q', '-m', 'Ajouter les réglages');
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  const gitDir = join(dataDir, 'content.git');
  cpSync(join(work, '.git'), gitDir, { recursive: true });
  rmSync(work, { recursive: true });
  execFileSync('git', ['--git-dir', gitDir, 'config', 'core.bare', 'true']);
  rmSync(join(gitDir, 'index'), { force: true });
  const paths = Array.from({ length: count }, (_, index) => `/blog/${makeMeta(index, { step: STEP }).slug}`);
  return { dataDir, gitDir, paths, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
