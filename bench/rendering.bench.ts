import { threadTime } from '#scripts/programs/program.ts';
import type { Figures } from './bounds.ts';
import { type Corpus, gitAs } from './corpus.ts';
import { type Bench, withProduct } from './product.ts';
import { fetchPage, median, mustFetch } from './requests.ts';

const BATCH = 20;
const BATCHES = 20;
/** Articles that are not measured: V8 compiles what they run. */
const WARM_UP = 600;
/** What every browser of today asks for. */
const HEADERS = { 'accept-encoding': 'gzip, deflate, br, zstd' };

/**
 * Articles that nobody asked for before, one after another: what the first page of each costs, and what the same pages cost once
 * more after a change of site.yml, which is on all of them. Medians of batches, all threads of the server together.
 */
export function benchRendering({ posts, note }: Bench): Promise<Figures<'rendering'>> {
  return withProduct({ posts, note }, async ({ port, pid, corpus }) => {
    const asked = Math.min(WARM_UP, Math.floor(posts / 2));
    const [before, measured] = [corpus.paths.slice(0, asked), corpus.paths.slice(asked)];
    const batches = Array.from({ length: BATCHES }, (_, at) =>
      measured.slice(at * BATCH, (at + 1) * BATCH),
    ).filter((batch) => batch.length === BATCH);
    const cost = async () => {
      const times: number[] = [];
      for (const paths of batches) {
        const since = threadTime(pid, 'ran');
        for (const path of paths) await mustFetch(port, path, { headers: HEADERS });
        times.push((threadTime(pid, 'ran') - since) / 1000 / paths.length);
      }
      return median(times);
    };
    note(`${posts} articles: the first page of each`);
    for (const path of before) await mustFetch(port, path, { headers: HEADERS });
    const first = await cost();
    await changeSite(corpus, port);
    for (const path of before) await mustFetch(port, path, { headers: HEADERS });
    return { first, again: await cost() };
  });
}

const NEW_NAME = 'Marque du banc';

/** Commits another name of the site, and waits until it is on the home page. */
async function changeSite({ gitDir }: Corpus, port: number): Promise<void> {
  const text = gitAs(gitDir, ['cat-file', 'blob', 'main:site.yml']);
  const changed = text.replace(/^( +name: ).*$/m, `$1${NEW_NAME}`);
  const blob = gitAs(gitDir, ['hash-object', '-w', '--stdin'], { input: `${changed}\n` });
  const entries = gitAs(gitDir, ['ls-tree', 'main']).replace(/[0-9a-f]{40}(?=\tsite\.yml$)/m, blob);
  const tree = gitAs(gitDir, ['mktree'], { input: `${entries}\n` });
  const commit = gitAs(gitDir, ['commit-tree', tree, '-p', 'main', '-m', 'Changer le nom du site']);
  gitAs(gitDir, ['update-ref', 'refs/heads/main', commit]);
  const end = performance.now() + 60_000;
  while (!(await fetchPage(port, '/')).body.includes(NEW_NAME))
    if (performance.now() > end) throw new Error('the name of the site did not change');
}
