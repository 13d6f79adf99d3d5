import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createLiveContent } from '#content/service/live-content.ts';
import { createWorkspace } from '#content/service/workspace.ts';
import { createSnapshotCache } from '#content/store/snapshots/snapshot-cache.ts';
import { openClone } from '#content/store/work-tree/clone-repository.ts';
import { makeCorpus } from './corpus.ts';
import { median } from './load.ts';
import type { Table } from './table.ts';

const ROUNDS = 21;
const BENCH = { name: 'Banc', email: 'banc@exemple.invalid' };

/** A save over an ordinary clone: until it is acknowledged, until index and files have followed; then a warm status. */
export async function benchDesktopStore(count: number, note: (text: string) => void): Promise<Table> {
  const corpus = makeCorpus(count);
  const folder = join(corpus.dataDir, '..', 'clone');
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', corpus.gitDir, folder]);
  const gitDir = join(folder, '.git');
  rmSync(join(gitDir, 'index'));
  const onError = (error: unknown) => note(String(error));
  const started = performance.now();
  const clone = await openClone({
    ...{ folder, branch: 'main', committer: BENCH, onError },
    clock: () => new Date(),
  });
  const rebuilt = performance.now() - started;
  const { repository, workTree } = clone;
  const live = createLiveContent({
    ...{ gitDir, branch: 'main', objects: repository.objects, head: repository.head, onError },
    cache: createSnapshotCache(join(gitDir, 'encrier', 'snapshot')),
  });
  await live.open();
  const workspace = createWorkspace({ repository, live, clock: () => Date.now() });
  const years = readdirSync(join(folder, 'posts'));
  const [saves, follows, looks]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    note(`${count} articles: save ${round + 1} of ${ROUNDS}`);
    const year = years[round % years.length] ?? '';
    const names = readdirSync(join(folder, 'posts', year));
    const path = `posts/${year}/${names[(round * 37) % names.length]}`;
    const bytes = Buffer.concat([readFileSync(join(folder, path)), Buffer.from(`\nMarque ${round}\n`)]);
    const begun = performance.now();
    await workspace.write((snapshot) =>
      workspace.commit({ changes: [{ path, bytes }], message: 'Modifier\n', author: BENCH }, snapshot),
    );
    const saved = performance.now();
    await workTree.follow();
    const followed = performance.now();
    await workTree.status();
    saves.push(saved - begun);
    follows.push(followed - saved);
    looks.push(performance.now() - followed);
  }
  const dirty = execFileSync('git', ['status', '--porcelain'], { cwd: folder }).toString();
  if (dirty !== '') throw new Error(`git status is not clean:\n${dirty}`);
  await live.close();
  await clone.close();
  corpus.remove();
  const cells = (times: readonly number[]) => [median(times).toFixed(1), Math.max(...times).toFixed(1)];
  return {
    title: `A save over a clone with files, ${count} posts (${ROUNDS} saves; an index made again first)`,
    head: ['save ms', 'worst', 'then followed ms', 'worst', 'status ms', 'worst', 'index made again ms'],
    rows: [[...cells(saves), ...cells(follows), ...cells(looks), rebuilt.toFixed(0)]],
  };
}
