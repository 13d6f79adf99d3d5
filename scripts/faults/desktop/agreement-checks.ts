import { basename } from 'node:path';
import * as z from 'zod';
import { eventually } from '#content/testing/eventually.ts';
import type { BlindApp } from '#desktop/testing/blind-app.ts';
import { mustGit, runGit } from '../git-program.ts';
import { cloneNumberIn, numberIn } from '../texts.ts';
import type { DesktopSite } from './desktop-site.ts';

const REFS = ['for-each-ref', '--format=%(refname) %(objectname)', 'refs/heads/main', 'refs/heads/travail'];
const postsSchema = z.array(z.object({ slug: z.string(), id: z.uuid(), content: z.string() }));

/** With the network back, both sides and a third clone must end the same, and readers have what was published. */
export async function agreementFaults(site: DesktopSite, app: BlindApp): Promise<readonly string[]> {
  const isSame = await eventually(
    async () => {
      site.wire.mend(); // A cut that was to come at the next push may come now.
      return (await app.client.syncNow({})).fault === null && (await sameRefs(site));
    },
    (same) => same,
  );
  if (!isSame) return [`the two sides differ: ${JSON.stringify(await app.client.getSyncState({}))}`];
  const questions = await app.client.listSyncConflicts({});
  const fsck = await runGit(site.server.gitDir, [
    'fsck',
    '--full',
    '--strict',
    '--no-dangling',
    '--no-progress',
  ]);
  return [
    ...questions.map(({ kind, path }) => `a question nobody had to ask: ${kind} ${path}`),
    ...(fsck.isDone ? [] : [`git fsck of the server: ${fsck.complaints}`]),
    ...(await servedFaults(site)),
    ...(await pictureFaults(site)),
    ...(await stageFaults(site, app)),
    ...(await thirdFaults(site)),
    ...(await twiceFaults(site)),
  ];
}

async function sameRefs({ gitDir, server }: DesktopSite): Promise<boolean> {
  return (await mustGit(gitDir, REFS)) === (await mustGit(server.gitDir, REFS));
}

/** What was published, and what the other clone pushed, is what readers get. */
async function servedFaults({ server, ledger }: DesktopSite): Promise<readonly string[]> {
  const contents = async (route: string) => {
    const posts = postsSchema.parse((await server.author.call(route)).value);
    return new Map(posts.map(({ slug, content }) => [slug, content]));
  };
  const [read, all] = [await contents('GET /api/posts'), await contents('GET /api/admin/posts')];
  // What was saved between the author's look and the publication went out with it.
  const sent = (slug: string) => ledger.texts().find(({ kind, name }) => kind === 'article' && name === slug);
  return ledger.texts().flatMap(({ kind, name, asked, confirmed }) => {
    if (kind !== 'published' && kind !== 'clone') return [];
    const highest = kind === 'clone' ? asked : (sent(name)?.asked ?? asked);
    const content = (kind === 'clone' ? all : read).get(name) ?? '';
    const number = kind === 'clone' ? cloneNumberIn(content) : numberIn(content);
    const isThere = number !== null && number >= confirmed && number <= highest;
    return isThere
      ? []
      : [`${kind} ${name}: confirmed ${confirmed}, sent ${highest}, served ${number ?? 'nothing'}`];
  });
}

/** Each picture that was added is there, published or not. */
async function pictureFaults({ server, ledger }: DesktopSite): Promise<readonly string[]> {
  const there = new Set<string>();
  for (const branch of ['main', 'travail'])
    for (const path of (
      await mustGit(server.gitDir, ['ls-tree', '-r', '--name-only', branch, 'images'])
    ).split('\n'))
      there.add(basename(path));
  return [...ledger.things('image')].flatMap((name) => (there.has(name) ? [] : [`the server lacks ${name}`]));
}

/** « En ligne » is said of what the site serves, in the end, and of nothing else. */
async function stageFaults({ server, ledger }: DesktopSite, { host }: BlindApp): Promise<readonly string[]> {
  const served = postsSchema.parse((await server.author.call('GET /api/posts')).value);
  const names = new Set(ledger.texts().flatMap(({ kind, name }) => (kind === 'published' ? [name] : [])));
  const ids = served
    .filter(({ slug }) => names.has(slug))
    .map(({ id }) => id)
    .slice(-50);
  const stages = await eventually(
    () => host.getPostStages({ ids }),
    (all) => all.every(({ stage }) => stage === 'live'),
  );
  return stages.flatMap(({ id, stage }) =>
    stage === 'live' ? [] : [`${id} is served, and said to be ${stage}`],
  );
}

/** Whoever pulls has all that anybody was told is kept. */
async function thirdFaults({ clone, remote, server, ledger }: DesktopSite): Promise<readonly string[]> {
  await mustGit(clone, ['fetch', '--quiet', remote, '+refs/heads/*:refs/remotes/seen/*']);
  const log = new Set((await mustGit(clone, ['rev-list', '--remotes=seen'])).split('\n'));
  const head = await mustGit(server.gitDir, ['rev-parse', 'refs/heads/main']);
  return [head, ...ledger.things('commit')].flatMap((id) => (log.has(id) ? [] : [`a clone lacks ${id}`]));
}

/** Nothing was sent twice: no change is in two commits, and no article has two files. */
async function twiceFaults({ server }: DesktopSite): Promise<readonly string[]> {
  const { gitDir } = server;
  const patches = await mustGit(gitDir, ['log', '--no-merges', '--patch', '--format=commit %H', 'main']);
  const named = await mustGit(gitDir, ['patch-id', '--stable'], { input: patches });
  const seen = new Map<string, string>();
  const twice: string[] = [];
  for (const line of named.split('\n')) {
    const [patch = '', commit = ''] = line.split(' ');
    const other = seen.get(patch);
    if (other !== undefined) twice.push(`${commit} says what ${other} said`);
    seen.set(patch, commit);
  }
  const paths = (await mustGit(gitDir, ['ls-tree', '-r', '--name-only', 'main', 'posts'])).split('\n');
  const copies = paths
    .filter((path) => /-\d+-\d+-\d+\.md$/.test(path))
    .map((path) => `a second file: ${path}`);
  return [...twice, ...copies];
}
