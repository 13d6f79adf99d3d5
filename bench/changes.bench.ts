import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { remoteOf, signIn } from '#scripts/programs/author.ts';
import { processorTime } from '#scripts/programs/program.ts';
import { readyServer, withServers } from '#scripts/programs/server.ts';
import type { Figures } from './bounds.ts';
import { type Corpus, gitAs, slugOf } from './corpus.ts';
import { type Bench, withCorpus, withProduct } from './product.ts';
import { fetchPage, median, timed, untilThere } from './requests.ts';

const ROUNDS = 41;
const NEVER_MS = 10_000;
/** The size that a commit is to cost little more than beside. */
const FEW = 1000;
/** Commits that are not measured: V8 compiles what they run. */
const WARM_UP = 40;

interface Product {
  readonly port: number;
  readonly pid: number;
  readonly corpus: Pick<Corpus, 'gitDir' | 'paths'>;
}

/** How a change is made: prepared, then done. */
type Way = (path: string, mark: string) => (() => unknown) | Promise<() => unknown>;

/**
 * An article is changed by a commit of the git program, by a push, and by a save in the admin, in turns: how long each takes from
 * there until its page; and the save itself beside `git add` and `git commit` of the same change with `core.fsync=all`.
 */
export async function benchChanges({ posts, note }: Bench): Promise<Figures<'changes'>> {
  const times = await timesOf({ posts, note });
  const few = await withProduct({ posts: Math.min(posts, FEW), note }, workOfCommit);
  const many = await withProduct({ posts, note }, workOfCommit);
  note(
    `a commit until its page: ${many.toFixed(1)} ms of processor time, ${few.toFixed(1)} ms with few articles`,
  );
  return { ...times, busy: await timeAtStart({ posts, note }), work: many / few };
}

const healthSchema = z.object({ background: z.array(z.unknown()) });

/** A commit by the git program until its page, in milliseconds, while a first start does what it leaves for later: the median. */
function timeAtStart({ posts, note }: Bench): Promise<number> {
  return withCorpus({ posts }, (corpus) =>
    withServers(corpus, async (launch) => {
      note(`${posts} articles: commits while the first start’s work is done`);
      const { port } = await readyServer(launch);
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const path = corpus.paths[(round * 37) % corpus.paths.length] ?? '/';
        await untilThere(port, path);
        const { shown } = await change(byCommit(corpus), {
          port,
          path,
          mark: `Marque${round}seule`,
          isShown: true,
        });
        if (!(await isStarting(port))) break;
        times.push(shown);
      }
      note(`${times.length} commits`);
      return median(times);
    }),
  );
}

/** Whether something of a start is still to be done. */
async function isStarting(port: number): Promise<boolean> {
  const { status, body } = await fetchPage(port, '/healthz');
  return status !== 200 || healthSchema.parse(JSON.parse(body.toString())).background.length > 0;
}

/** Processor time that the server takes for a commit by the git program, until its page shows it, in milliseconds. */
export async function workOfCommit({ port, pid, corpus }: Product): Promise<number> {
  let took = 0;
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const [path = '/', mark] = [corpus.paths[(round + WARM_UP) % corpus.paths.length], `Marque${round}seule`];
    const commit = await byCommit(corpus)(path, mark);
    await fetchPage(port, path);
    const before = processorTime(pid);
    await commit();
    await shownOn({ port, path, mark });
    if (round >= 0) took += processorTime(pid) - before;
  }
  return took / 1000 / ROUNDS;
}

function byCommit(corpus: Product['corpus']): Way {
  return (path, mark) => {
    const commit = commitAside(corpus, path, mark);
    return () => gitAs(corpus.gitDir, ['update-ref', 'refs/heads/main', commit]);
  };
}

function timesOf({ posts, note }: Bench): Promise<Omit<Figures<'changes'>, 'busy' | 'work'>> {
  return withProduct({ posts, note }, async ({ port, origin, corpus }) => {
    const author = await signIn(origin);
    const remote = (await remoteOf(author))(port);
    const clone = mkdtempSync(join(corpus.dataDir, '..', 'clone-'));
    execFileSync('git', ['clone', '--quiet', '--no-hardlinks', corpus.gitDir, clone]);
    const ways: Readonly<Record<'commit' | 'push' | 'save' | 'git', Way>> = {
      commit: byCommit(corpus),
      push: (path, mark) => {
        gitAs(clone, ['fetch', '--quiet', corpus.gitDir, 'main']);
        gitAs(clone, ['reset', '--quiet', '--hard', 'FETCH_HEAD']);
        commitIn(clone, path, mark)();
        return () =>
          execFileSync('git', ['push', '--quiet', remote, 'HEAD:main'], { cwd: clone, stdio: 'pipe' });
      },
      save: async (path, mark) => {
        const { client } = author;
        const table = await client.getPostTable({ limit: 1, search: slugOf(path) });
        const { id, revision, content } = await client.getEditablePost({ id: table.posts[0]?.id ?? '' });
        return () => client.updatePost({ id, revision, content: `${content}\n\n${mark}\n` });
      },
      git: (path, mark) => commitIn(clone, path, mark),
    };
    const times = { commit: [], push: [], save: [], git: [] } as { [Name in keyof typeof ways]: Changed[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      note(`${posts} articles: change ${round + 1} of ${ROUNDS}, in four ways`);
      const path = corpus.paths[(round * 37) % corpus.paths.length] ?? '/';
      for (const way of ['commit', 'push', 'save', 'git'] as const)
        times[way].push(
          await change(ways[way], { port, path, mark: `Marque${way}${round}`, isShown: way !== 'git' }),
        );
    }
    rmSync(clone, { recursive: true, force: true });
    const page = (way: keyof typeof ways) => median(times[way].map(({ shown }) => shown));
    const done = (way: keyof typeof ways) => median(times[way].map(({ took }) => took));
    note(`a save: ${done('save').toFixed(1)} ms; git add, git commit: ${done('git').toFixed(1)} ms`);
    return {
      commit: page('commit'),
      push: page('push'),
      save: done('save') / done('git'),
      saved: page('save'),
    };
  });
}

interface Change {
  readonly port: number;
  readonly path: string;
  /** A word that nothing else says. */
  readonly mark: string;
  /** Whether the site is to show it. */
  readonly isShown: boolean;
}

interface Changed {
  readonly took: number;
  /** From then until the page says it. */
  readonly shown: number;
}

async function change(way: Way, { port, path, mark, isShown }: Change): Promise<Changed> {
  const make = await way(path, mark);
  await fetchPage(port, path);
  const took = await timed(make);
  const shown = await timed(async () => {
    if (isShown) await shownOn({ port, path, mark });
  });
  return { took, shown };
}

async function shownOn({ port, path, mark }: Omit<Change, 'isShown'>): Promise<void> {
  const end = performance.now() + NEVER_MS;
  while (!(await fetchPage(port, path)).body.includes(mark))
    if (performance.now() > end) throw new Error(`${path} did not change`);
}

/** A commit, not yet on the branch, that adds a word to one article. */
function commitAside({ gitDir }: Product['corpus'], path: string, mark: string): string {
  const file = gitAs(gitDir, ['ls-tree', '-r', '--name-only', 'main', 'posts'])
    .split('\n')
    .find((name) => name.endsWith(`/${slugOf(path)}.md`));
  if (file === undefined) throw new Error(`no file for ${path}`);
  const text = gitAs(gitDir, ['cat-file', 'blob', `main:${file}`]);
  const blob = gitAs(gitDir, ['hash-object', '-w', '--stdin'], { input: `${text}\n\n${mark}\n` });
  const env = { GIT_INDEX_FILE: join(gitDir, 'bench-index') };
  gitAs(gitDir, ['read-tree', 'main'], { env });
  gitAs(gitDir, ['update-index', '--cacheinfo', `100644,${blob},${file}`], { env });
  return gitAs(gitDir, [
    'commit-tree',
    gitAs(gitDir, ['write-tree'], { env }),
    '-p',
    'main',
    '-m',
    'Modifier',
  ]);
}

/** Adds a word to one article of a clone; what is answered commits it there. */
function commitIn(clone: string, path: string, mark: string): () => void {
  const file = gitAs(clone, ['ls-files', `posts/*/${slugOf(path)}.md`]);
  appendFileSync(join(clone, file), `\n\n${mark}\n`);
  return () => {
    gitAs(clone, ['-c', 'core.fsync=all', 'add', file]);
    gitAs(clone, ['-c', 'core.fsync=all', 'commit', '--quiet', '-m', 'Modifier']);
  };
}
