import { readdir } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { eventually } from '#content/testing/eventually.ts';
import type { BlindApp } from '#desktop/testing/blind-app.ts';
import { mustGit, runGit } from '../git-program.ts';
import type { Ledger } from '../ledger.ts';
import { numberIn } from '../texts.ts';
import type { Article, DesktopSite } from './desktop-site.ts';
import { outsideFaults } from './outside-works.ts';
import { textsFound } from './typing.ts';

/** What readers get, and what waits. */
const BRANCHES = ['refs/heads/main', 'refs/heads/travail'];

/** What must hold on this machine once the app is open again, whatever the network; a sentence for each thing that does not. */
export async function folderFaults(site: DesktopSite, app: BlindApp): Promise<readonly string[]> {
  const start = await app.host.getStart({});
  if (start.kind !== 'open') return [`the folder was not opened: ${start.reason ?? ''}`];
  const kept = [];
  for (const article of [...site.written, site.drafts.inAWindow])
    kept.push(...(await keptFaults(site.ledger, app, article)));
  return [
    ...kept,
    ...(await outsideFaults(site, app)),
    ...(await historyFaults(site)),
    ...(await statusFaults(site)),
    ...(await leftoverFaults(site)),
    ...app.effects().flatMap((effect) => (effect.kind === 'dialog' ? [`asked: ${effect.title}`] : [])),
  ];
}

/** Every stroke that was kept is in the article or in the one text that is offered; a saved text is not offered again. */
async function keptFaults(ledger: Ledger, app: BlindApp, article: Article): Promise<readonly string[]> {
  const { post, offered } = await textsFound(app, article);
  const saved = numberIn(post.pending?.content ?? post.content) ?? -1;
  const found = offered.map(({ values }) => numberIn(values.content) ?? -1);
  const number = (kind: string) =>
    ledger.texts().find((text) => text.kind === kind && text.name === article.slug);
  const isKept = number('article');
  const typed = number('typed')?.confirmed ?? -1;
  const what = `${article.slug}: typed ${typed}, saved ${isKept?.confirmed ?? -1}, found ${saved} and ${found.join(' ')}`;
  return [
    ...(saved >= (isKept?.confirmed ?? -1) ? [] : [`a save is lost in ${what}`]),
    ...(Math.max(saved, ...found) >= typed ? [] : [`what was typed is lost in ${what}`]),
    ...(found.length <= 1 ? [] : [`offered ${found.length} times in ${what}`]),
    ...(found.every((one) => one > saved) ? [] : [`offered though saved in ${what}`]),
  ];
}

/** The git program is the referee. */
async function historyFaults({ gitDir, ledger }: DesktopSite): Promise<readonly string[]> {
  // A commit made between two of its steps is missing to git: what is really missing stays so.
  const fsck = await eventually(
    () => runGit(gitDir, ['fsck', '--full', '--strict', '--no-dangling', '--no-progress']),
    ({ isDone, out, complaints }) => isDone && `${out}${complaints}`.trim() === '',
  );
  const said = `${fsck.out}\n${fsck.complaints}`.trim();
  const roots = await mustGit(gitDir, ['rev-list', '--max-parents=0', ...BRANCHES]);
  const reachable = await mustGit(gitDir, ['rev-list', '--objects', '--no-object-names', ...BRANCHES]);
  const inHistory = new Set(reachable.split('\n'));
  return [
    ...(fsck.isDone && said === '' ? [] : [`git fsck: ${said}`]),
    ...(roots.split('\n').length === 1 ? [] : ['history has a second beginning']),
    ...[...ledger.things('object')]
      .filter((id) => !inHistory.has(id))
      .map((id) => `saved revision not in history: ${id}`),
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

/** An app at work has temporary files of its own: only what stays counts. */
async function leftoverFaults({ articles, userData }: DesktopSite): Promise<readonly string[]> {
  const left = await eventually(
    async () => [...(await leftovers(articles)), ...(await leftovers(userData))],
    (files) => files.length === 0,
  );
  return left.map((file) => `left over: ${file}`);
}

/** The browser's own profile is left out; a folder may go while it is looked at. */
async function leftovers(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => null);
  if (entries === null) return [`${folder}, which changes all the time`];
  return entries
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => !/^window/.test(relative(folder, file)))
    .filter((file) => /\.lock$|^tmp_|^\.tmp-|\.part$|\.tmp$|^incoming-/.test(basename(file)))
    .map((file) => relative(folder, file));
}
