import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '#content/testing/eventually.ts';
import type { BlindApp } from '#desktop/testing/blind-app.ts';
import { mustGit, runGit } from '../../programs/repository.ts';
import { type Article, createArticle, lastAsked, workOf } from '../author-works.ts';
import { numberIn, withNumber } from '../texts.ts';
import { attempt, type Work } from '../work.ts';
import type { DesktopSite } from './desktop-site.ts';
import type { WritingContext } from './typing.ts';

const LONGEST_CUT_MS = 700;
const LONGEST_WAIT_FOR_PUSH_MS = 1500;
/** About as long as a push takes. */
const LONGEST_PUSH_MS = 120;
/** Editors that save by themselves do so about every two seconds. */
const SAVES_EVERY_MS = 2000;
/** What git says when the app, or one that was killed, has a lock: nothing was done. */
const LOCKED = /\.lock|cannot lock ref|unable to (?:lock|write)/i;
/** What git says of a server that went away, or is not there yet. */
const NOBODY_THERE =
  /connect|Empty reply|hung up|Authentication failed|early EOF|RPC failed|Recv failure|curl|returned error: 50\d|unexpected/i;

/** Publishes what waits of these articles, one or all, as « Publier » does. */
export function publishingWork(context: WritingContext, articles: readonly Article[]): Work {
  const { client, host, random, mayRefuse } = context;
  return workOf(context, 'publishing', async () => {
    const waiting = (await host.getPublishing({})).waiting.map(({ id }) => id);
    const asked = articles.filter(({ id }) => waiting.includes(id));
    const some = random.oneIn(2) ? asked : asked.slice(0, 1);
    const texts: PublishedText[] = [];
    for (const { id, slug } of some) {
      const { content, pending } = await client.getEditablePost({ id });
      texts.push({ id, slug, number: numberIn(pending?.content ?? content) ?? -1 });
    }
    await attempt('publishing', mayRefuse, () => publish(context, texts));
  });
}

/** New articles, ready for readers, published at once or with others. */
export function writingNewWork(context: WritingContext, prefix: string): Work {
  const { random, mayRefuse } = context;
  let count = 0;
  return workOf(context, 'new articles', async () => {
    count += 1;
    const created = await createArticle(context, `${prefix}-${count}`, { isPublished: false });
    if (created === null || random.oneIn(2)) return;
    await attempt('publishing', mayRefuse, () => publish(context, [{ ...created, number: 0 }]));
  });
}

/** An article, and the number its text has. */
interface PublishedText extends Article {
  readonly number: number;
}

async function publish({ host, ledger }: WritingContext, texts: readonly PublishedText[]): Promise<void> {
  if (texts.length === 0) return;
  for (const { slug, number } of texts) ledger.asked('published', slug, number);
  const { published } = await host.publishPosts({ ids: texts.map(({ id }) => id) });
  for (const { id, slug, number } of texts)
    if (published.some((post) => post.id === id)) ledger.confirmed('published', slug, number);
}

/** The server is killed while a push arrives, with or without its git programs, and comes back. */
export function serverWork({ client, random }: WritingContext, { wire, server }: DesktopSite): Work {
  return {
    name: 'the server',
    step: async () => {
      const pushes = wire.pushes();
      const end = performance.now() + LONGEST_WAIT_FOR_PUSH_MS;
      while (wire.pushes() === pushes && performance.now() < end) await pause(2);
      await pause(random.below(LONGEST_PUSH_MS));
      await server.killAndStart(random.oneIn(2) ? 'itself' : 'everything');
      await client.syncNow({});
    },
  };
}

/** A work of a program that talks to the server by itself: it tries again when nobody is there. */
export function despiteServer({ name, step }: Work): Work {
  return {
    name,
    step: () =>
      step().catch(async (error: unknown) => {
        if (!NOBODY_THERE.test(String(error))) throw error;
        await pause(LONGEST_CUT_MS);
      }),
  };
}

/** The network goes and comes back; at times right after a push arrived, whose answer is lost. */
export function wireWork({ client, random }: WritingContext, { wire }: DesktopSite): Work {
  return {
    name: 'the network',
    step: async () => {
      await pause(random.below(2 * LONGEST_CUT_MS));
      if (random.oneIn(2)) wire.cutAfterPush();
      else wire.cut();
      await pause(random.below(LONGEST_CUT_MS));
      wire.mend();
      await client.syncNow({});
    },
  };
}

/** Another program writes over a file of the folder again and again, as Obsidian does. */
export function otherProgramWork(context: WritingContext, site: DesktopSite): Work {
  const save = savingFiles(context, site, site.drafts.ofAnEditor);
  return workOf(
    { ...context, longestPauseMs: SAVES_EVERY_MS },
    'another program',
    async () => void (await save()),
  );
}

/** The operator changes an article in the folder and commits it there with the git program. */
export function operatorWork(context: WritingContext, site: DesktopSite): Work {
  const { articles } = site;
  const save = savingFiles(context, site, site.drafts.ofTheOperator);
  return workOf(context, 'the operator', async () => {
    const { file, number } = await save();
    const words = ['commit', '--quiet', '--message', `À la main ${number}`, '--', file];
    const committed = await runGit(articles, words);
    if (committed.isDone) context.ledger.kept('commit', await mustGit(articles, ['rev-parse', 'HEAD']));
    // Taken up by the app meanwhile, or to be taken up: the file is on disk all the same.
    else if (!LOCKED.test(committed.complaints) && !/nothing|no changes/.test(committed.out))
      throw new Error(`git commit in the folder: ${committed.out} ${committed.complaints}`);
  });
}

/** Writes the next number in the file of an article, and answers both. */
function savingFiles({ ledger }: WritingContext, { articles }: DesktopSite, { slug }: Article) {
  let number = lastAsked(ledger, slug);
  return async () => {
    const file = await fileOf(articles, slug);
    const text = readFileSync(file, 'utf8');
    number += 1;
    ledger.asked('outside', slug, number);
    writeFileSync(file, withNumber(text, number));
    ledger.confirmed('outside', slug, number);
    return { file, number };
  };
}

/** What other programs wrote is in the branch in the end, and the files are as they left them. */
export async function outsideFaults(
  { ledger, articles, drafts }: DesktopSite,
  { client }: BlindApp,
): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const { id, slug } of [drafts.ofAnEditor, drafts.ofTheOperator]) {
    const written = lastAsked(ledger, slug);
    const inBranch = await eventually(
      async () => {
        const { content, pending } = await client.getEditablePost({ id });
        return numberIn(pending?.content ?? content);
      },
      (number) => number === written,
    );
    const onDisk = numberIn(readFileSync(await fileOf(articles, slug), 'utf8'));
    if (inBranch !== written || onDisk !== written)
      faults.push(`${slug}: written ${written}, in the branch ${inBranch}, on disk ${onDisk}`);
  }
  return faults;
}

async function fileOf(articles: string, slug: string): Promise<string> {
  return join(articles, await mustGit(articles, ['ls-files', `posts/*/${slug}.md`]));
}
