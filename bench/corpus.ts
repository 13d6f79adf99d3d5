import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom } from '#content/testing/random.ts';
import { articleFile, coverFiles, slugAt } from './corpus-texts.ts';

const STARTER = new URL('../content/starter/', import.meta.url);
const NOTE = '# Contenu\n\nUn fichier par article dans posts/, images dans images/.\n';
const BEGINNING_S = Date.UTC(2020, 0, 1) / 1000;
const BETWEEN_COMMITS_S = 600;
const MEMORY = 1024 ** 3;

export interface CorpusOptions {
  readonly posts: number;
  /** The first half of so many commits adds articles, the others edit one each, about one in a hundred the first of all. */
  readonly commits?: number;
}

export interface Corpus {
  readonly dataDir: string;
  readonly gitDir: string;
  /** Addresses of all articles, newest first. */
  readonly paths: readonly string[];
  remove(): void;
}

/** A data folder whose repository holds so many articles in year folders, with the starter's settings; the same each time. */
export function makeCorpus({ posts, commits = 1 }: CorpusOptions): Corpus {
  const folder = mkdtempSync(join(tmpdir(), 'encrier-bench-'));
  const dataDir = join(folder, 'data');
  const gitDir = join(dataDir, 'content.git');
  gitAs(folder, ['init', '--quiet', '--bare', '--initial-branch=main', gitDir]);
  const pack = ['-c', 'core.compression=1', 'fast-import', '--quiet', `--depth=${commits > 1 ? 50 : 0}`];
  gitAs(gitDir, pack, {
    input: Buffer.concat([...history(posts, commits)].map((piece) => Buffer.from(piece))),
  });
  const paths = Array.from({ length: posts }, (_, index) => `/blog/${slugAt(index)}`);
  return { dataDir, gitDir, paths, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The input of `git fast-import`. */
function* history(posts: number, commits: number): Generator<string> {
  const adding = commits === 1 ? 1 : Math.max(1, Math.min(posts, Math.floor(commits / 2)));
  const random = createRandom(1);
  const edits = new Map<number, number>();
  let added = 0;
  for (let number = 0; number < commits; number += 1) {
    if (number < adding) {
      const end = Math.floor(((number + 1) * posts) / adding);
      yield commit(
        number,
        number === 0 ? 'Ajout des premiers articles' : `Ajout d'articles (${added} à ${end - 1})`,
      );
      if (number === 0)
        for (const written of [{ path: 'README.md', text: NOTE }, ...coverFiles()]) yield file(written);
      for (; added < end; added += 1) yield file(articleFile(added));
    } else {
      const index = random.oneIn(100) || posts < 2 ? 0 : random.below(posts - 1);
      edits.set(index, (edits.get(index) ?? 0) + 1);
      yield commit(number, `Modification de l'article ${index} (révision ${edits.get(index) ?? 0})`);
      yield file(articleFile(index, edits.get(index)));
    }
  }
  yield commit(commits, 'Ajouter les réglages');
  for (const path of ['site.yml', 'capacity.yml'])
    yield file({ path, text: readFileSync(new URL(path, STARTER), 'utf8') });
  yield 'done\n';
}

function commit(number: number, message: string): string {
  const who = `Autrice Exemple <autrice@exemple.invalid> ${BEGINNING_S + number * BETWEEN_COMMITS_S} +0000`;
  return `commit refs/heads/main\nauthor ${who}\ncommitter ${who}\n${data(message)}`;
}

function file({ path, text }: { readonly path: string; readonly text: string }): string {
  return `M 100644 inline ${path}\n${data(text)}`;
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}

/** The slug in an article's address. */
export function slugOf(path: string): string {
  return path.slice('/blog/'.length);
}

interface GitOptions {
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs git in somebody's name; what it printed. */
export function gitAs(
  cwd: string,
  args: readonly string[],
  { input = '', env = {} }: GitOptions = {},
): string {
  const [name, email] = ['Banc', 'banc@exemple.invalid'];
  const author = { GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email };
  const committer = { GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email };
  const own = { ...process.env, ...author, ...committer, ...env };
  return execFileSync('git', args, { cwd, input, env: own, maxBuffer: MEMORY }).toString().trimEnd();
}
