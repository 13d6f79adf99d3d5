import { execFileSync } from 'node:child_process';
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createHistoryOperations } from '#content/service/history/history-operations.ts';
import { createLinkIndex } from '#content/service/link-index.ts';
import { createLiveContent } from '#content/service/live-content.ts';
import { createWorkspace } from '#content/service/workspace.ts';
import { createContentRepository } from '#content/store/content-repository.ts';
import { createHistoryIndex } from '#content/store/history/history-index.ts';
import { mergePosts } from '#content/store/merge/merge-post.ts';
import { createPendingVersions } from '#content/store/pending/pending.ts';
import { redirectEdits } from '#content/store/redirects-file.ts';
import { createSnapshotCache } from '#content/store/snapshots/snapshot-cache.ts';
import { type Corpus, makeCorpus } from './corpus.ts';
import { median } from './load.ts';
import type { Table } from './table.ts';

const ASKED = 200;
/** Of an article; a busy machine spoils some. */
const ROUNDS = 3;
const PAGE = { offset: 0, limit: 20 };
const BENCH = { name: 'Banc', email: 'banc@exemple.invalid' };
const CALLER = { author: BENCH };

/** The first twenty versions of articles among as many commits, beside the git program's own log; and the index's cost. */
export async function benchHistory(count: number, note: (text: string) => void): Promise<Table> {
  note(`making ${count} articles and ${count} commits`);
  const corpus = makeCorpus(count, count);
  const opened = await openHistory(corpus);
  note('reading history');
  const without = await timed(() => opened.index('never').at(opened.commit));
  const built = await timed(() => opened.index('git').at(opened.commit));
  const mebibytes = statSync(opened.file).size / 2 ** 20;
  const loaded = await timed(() => opened.index('git').at(opened.commit));
  await opened.ready();
  const posts = opened.posts.filter((_, at) => at % Math.ceil(count / ASKED) === 0);
  const [first, ours]: [number[], number[]] = [[], []];
  const git: number[] = [];
  for (const [at, { id, path }] of posts.entries()) {
    note(`article ${at + 1} of ${posts.length}`);
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      times.push(await timed(() => opened.operations.getPostHistory({ id, ...PAGE }, CALLER)));
    first.push(times[0] ?? Number.NaN);
    ours.push(median(times));
    if (at % 10 === 0) git.push(await timed(() => Promise.resolve(gitLog(corpus, path))));
  }
  await opened.close();
  corpus.remove();
  const worst = (times: readonly number[]): string => Math.max(...times).toFixed(1);
  return {
    title: `The first 20 versions of an article, ${count} articles and ${count} commits (${posts.length} articles)`,
    head: ['', 'median ms', 'worst ms'],
    rows: [
      ['Encrier, asked for the first time', median(first).toFixed(1), worst(first)],
      ['Encrier', median(ours).toFixed(1), worst(ours)],
      ['git log -20', median(git).toFixed(1), worst(git)],
      ['index made by the git program', built.toFixed(0), ''],
      ['index made without it', without.toFixed(0), ''],
      ['index read at a start', loaded.toFixed(0), ''],
      [`index on disk: ${mebibytes.toFixed(1)} MiB`, '', ''],
    ],
  };
}

async function openHistory({ gitDir, dataDir }: Corpus) {
  const onError = (error: unknown): never => {
    throw error;
  };
  const file = join(dataDir, 'history');
  const repository = createContentRepository({
    ...{ gitDir, branch: 'main', committer: BENCH, clock: () => new Date() },
  });
  const { objects, head } = repository;
  const cache = createSnapshotCache(join(dataDir, 'snapshot'));
  const live = createLiveContent({ gitDir, branch: 'main', objects, head, cache, onError });
  await live.open();
  const workspace = createWorkspace({ repository, live, clock: Date.now });
  const { posts, commit } = await workspace.current();

  /** An index as after a start; `never` has no git program, and no file to begin with. */
  function index(gitProgram: 'git' | 'never') {
    if (gitProgram === 'git') return createHistoryIndex({ gitDir, objects, file, onError });
    const git = () => Promise.resolve(null);
    return createHistoryIndex({ gitDir, objects, file: `${file}-alone`, onError, git });
  }

  const links = createLinkIndex(workspace, 'http://localhost');
  const own = index('git');
  const operations = createHistoryOperations({
    ...{ workspace, index: own, mergePosts, redirects: redirectEdits, links, publishing: 'by-saving' },
    pending: createPendingVersions({ gitDir, objects, committer: BENCH, clock: Date.now }),
  });
  return {
    ...{ index, operations, posts, commit, file, ready: () => own.at(commit) },
    async close(): Promise<void> {
      await live.close();
      repository.close();
      rmSync(file, { force: true });
    },
  };
}

function gitLog({ gitDir }: Corpus, path: string): Buffer {
  return execFileSync('git', ['--git-dir', gitDir, 'log', '-20', 'main', '--', path]);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
