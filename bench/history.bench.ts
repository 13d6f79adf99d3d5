import { execFileSync } from 'node:child_process';
import { signIn } from '#scripts/programs/author.ts';
import type { Figures } from './bounds.ts';
import { type Bench, withProduct } from './product.ts';
import { median, timed } from './requests.ts';

const ASKED = 200;
/** Of an article; a busy machine spoils some. */
const ROUNDS = 3;

/** The first twenty versions of articles over HTTP, among as many commits, beside the git program's own log. */
export function benchHistory({ posts, note }: Bench): Promise<Figures<'history'>> {
  note(`making ${posts} articles and ${posts} commits`);
  return withProduct({ posts, commits: posts, note }, async ({ origin, corpus }) => {
    const { client } = await signIn(origin);
    const asked = (await client.listAllPosts({})).filter((_, at) => at % Math.ceil(posts / ASKED) === 0);
    const files = execFileSync('git', ['--git-dir', corpus.gitDir, 'ls-tree', '-r', '--name-only', 'main'])
      .toString()
      .split('\n');
    const [first, best, git]: [number[], number[], number[]] = [[], [], []];
    for (const [at, { id, slug }] of asked.entries()) {
      note(`article ${at + 1} of ${asked.length}`);
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1)
        times.push(await timed(() => client.getPostHistory({ id, limit: 20 })));
      first.push(times[0] ?? Number.NaN);
      best.push(median(times));
      const path = files.find((file) => file.endsWith(`/${slug}.md`)) ?? '';
      const log = ['--git-dir', corpus.gitDir, 'log', '-20', 'main', '--', path];
      if (at % 10 === 0) git.push(await timed(() => execFileSync('git', log)));
    }
    note(`${median(first).toFixed(1)} ms; git log: ${median(git).toFixed(1)} ms`);
    return { first: Math.max(...best), time: median(first) / median(git) };
  });
}
