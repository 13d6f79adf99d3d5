import { execFileSync } from 'node:child_process';
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createContentRepository } from '#content/git/content-repository.ts';
import { createHistoryIndex } from '#content/history/history-index.ts';
import { createHistoryOperations } from '#content/service/history/history-operations.ts';
import { createLiveContent } from '#content/service/live-content.ts';
import { createPostReferences } from '#content/service/post-references.ts';
import { createPendingVersions } from '#content/service/waiting/pending.ts';
import { createWorkspace } from '#content/service/workspace.ts';
import { createSnapshotCache } from '#content/snapshot/snapshot-cache.ts';
import type { Figures } from './bounds.ts';
import { type Corpus, makeCorpus } from './corpus.ts';
import { median } from './load.ts';

const ASKED = 200;
/** Of an article; a busy machine spoils some. */
const ROUNDS = 3;
const MB = 1024 * 1024;
const PAGE = { offset: 0, limit: 20 };
const BENCH = { name: 'Banc', email: 'banc@exemple.invalid' };
const CALLER = { author: BENCH };

/** The first twenty versions of articles among as many commits, beside the git program's own log; and the index's size. */
export async function benchHistory(count: number, note: (text: string) => void): Promise<Figures<'history'>> {
  note(`making ${count} articles and ${count} commits`);
  const corpus = makeCorpus(count, count);
  const opened = await openHistory(corpus);
  note('reading history');
  await opened.ready();
  const posts = opened.posts.filter((_, at) => at % Math.ceil(count / ASKED) === 0);
  const [first, ours, git]: [number[], number[], number[]] = [[], [], []];
  for (const [at, { id, path }] of posts.entries()) {
    note(`article ${at + 1} of ${posts.length}`);
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      times.push(await timed(() => opened.operations.getPostHistory({ id, ...PAGE }, CALLER)));
    first.push(times[0] ?? Number.NaN);
    ours.push(median(times));
    if (at % 10 === 0) git.push(await timed(() => Promise.resolve(gitLog(corpus, path))));
  }
  const disk = statSync(opened.file).size / MB;
  await opened.close();
  corpus.remove();
  note(`${median(first).toFixed(1)} ms; git log: ${median(git).toFixed(1)} ms`);
  return { first: Math.max(...ours), time: median(first) / median(git), disk };
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
  const index = createHistoryIndex({ gitDir, objects, file, onError });
  const live = createLiveContent({ gitDir, branch: 'main', objects, history: index, head, cache, onError });
  await live.open();
  const workspace = createWorkspace({ repository, live, clock: Date.now });
  const { posts, commit } = await workspace.current();

  const references = createPostReferences(workspace, 'http://localhost');
  const operations = createHistoryOperations({
    ...{ workspace, history: index, references, publishing: 'by-saving' },
    pending: createPendingVersions({ gitDir, branch: 'main', objects, committer: BENCH, clock: Date.now }),
  });
  return {
    ...{ operations, posts, file, ready: () => index.at(commit) },
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
