import { eventually } from '#content/testing/eventually.ts';
import type { BlindApp } from '#desktop/testing/blind-app.ts';
import { fsckFaults, haveSame, leftoverFaults, mustGit } from '../../programs/repository.ts';
import { historyFaults, imagesIn, missing, readersTexts, textFault } from '../checks.ts';
import { numberIn } from '../texts.ts';
import type { DesktopArticle, DesktopSite } from './desktop-site.ts';
import { outsideFaults } from './desktop-works.ts';
import { textsFound } from './typing.ts';

/** What readers get, and what waits. */
const BRANCHES = ['refs/heads/main', 'refs/heads/travail'];

/** What must hold on this machine once the app is open again, whatever the network; a sentence for each thing that does not. */
export async function folderFaults(site: DesktopSite, app: BlindApp): Promise<readonly string[]> {
  const { ledger, gitDir, articles, userData } = site;
  const start = await app.host.getStart({});
  if (start.kind !== 'open') return [`the folder was not opened: ${start.reason ?? ''}`];
  const kept = [];
  for (const article of [...site.written, site.drafts.inAWindow])
    kept.push(...(await keptFaults(site, app, article)));
  return [
    ...kept,
    ...(await outsideFaults(site, app)),
    ...(await historyFaults({ gitDir, ledger, branches: BRANCHES, things: ['object'] })),
    ...(await statusFaults(site)),
    ...(await leftoverFaults(articles, gitDir)),
    ...(await leftoverFaults(userData, gitDir)),
    ...app.effects().flatMap((effect) => (effect.kind === 'dialog' ? [`asked: ${effect.title}`] : [])),
  ];
}

/** Every stroke that was kept is in the article or in the one text that is offered; a saved text is not offered again. */
async function keptFaults(
  { ledger }: DesktopSite,
  app: BlindApp,
  article: DesktopArticle,
): Promise<readonly string[]> {
  const { post, offered } = await textsFound(app, article);
  const saved = numberIn(post.pending?.content ?? post.content) ?? -1;
  const found = offered.map(({ values }) => numberIn(values.content) ?? -1);
  const confirmed = (kind: string) =>
    ledger.texts().find((text) => text.kind === kind && text.name === article.slug)?.confirmed ?? -1;
  const [kept, typed] = [confirmed('article'), confirmed('typed')];
  const what = `${article.slug}: typed ${typed}, saved ${kept}, found ${saved} and ${found.join(' ')}`;
  return [
    ...(saved >= kept ? [] : [`a save is lost in ${what}`]),
    ...(Math.max(saved, ...found) >= typed ? [] : [`what was typed is lost in ${what}`]),
    ...(found.length <= 1 ? [] : [`offered ${found.length} times in ${what}`]),
    ...(found.every((one) => one > saved) ? [] : [`offered though saved in ${what}`]),
  ];
}

/** Files and index follow soon after. */
async function statusFaults({ articles }: DesktopSite): Promise<readonly string[]> {
  const status = await eventually(
    () => mustGit(articles, ['--no-optional-locks', 'status', '--porcelain', '--branch']),
    (said) => said.split('\n').length === 1,
  );
  return status.split('\n').length === 1 ? [] : [`git status: ${status}`];
}

/** With the network back, both sides and a third clone must end the same, and readers have what was published. */
export async function agreementFaults(site: DesktopSite, app: BlindApp): Promise<readonly string[]> {
  const { server, ledger, gitDir } = site;
  const isSame = await eventually(
    async () => {
      site.wire.mend(); // A cut that was to come at the next push may come now.
      const { fault } = await app.client.syncNow({});
      return fault === null && (await haveSame([gitDir, server.gitDir], BRANCHES));
    },
    (same) => same,
  );
  if (!isSame) return [`the two sides differ: ${JSON.stringify(await app.client.getSyncState({}))}`];
  const questions = await app.client.listSyncConflicts({});
  const images = await imagesIn(server.gitDir, ['main', 'travail']);
  return [
    ...questions.map(({ kind, path }) => `a question nobody had to ask: ${kind} ${path}`),
    ...(await fsckFaults(server.gitDir)),
    ...(await servedFaults(site)),
    ...missing(ledger, 'image', images, 'not at the server'),
    ...(await stageFaults(site, app)),
    ...(await thirdFaults(site)),
    ...(await twiceFaults(site)),
  ];
}

/** What was published, and what the other clone pushed, is what readers get. */
async function servedFaults({ server, ledger }: DesktopSite): Promise<readonly string[]> {
  const { client } = server.author;
  const read = await readersTexts(client);
  const all = new Map((await client.listAllPosts({})).map(({ slug, content }) => [slug, content]));
  return ledger.texts().flatMap((text) => {
    const { kind, name } = text;
    if (kind === 'clone') return textFault(text, numberIn(all.get(name) ?? '', 'Clone'));
    if (kind !== 'published') return [];
    // What was saved between the author's look and the publication went out with it.
    const sent = ledger.texts().find((one) => one.kind === 'article' && one.name === name);
    return textFault({ ...text, asked: sent?.asked ?? text.asked }, numberIn(read.get(name) ?? ''));
  });
}

/** « En ligne » is said of what the site serves, in the end, and of nothing else. */
async function stageFaults({ server, ledger }: DesktopSite, { host }: BlindApp): Promise<readonly string[]> {
  const served = await readersTexts(server.author.client);
  const names = new Set(ledger.texts().flatMap(({ kind, name }) => (kind === 'published' ? [name] : [])));
  const ids = (await server.author.client.listAllPosts({}))
    .filter(({ slug }) => served.has(slug) && names.has(slug))
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
