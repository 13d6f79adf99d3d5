import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '#content/testing/eventually.ts';
import type { BlindApp } from '#desktop/testing/blind-app.ts';
import { lastAsked } from '../admin-works.ts';
import { mustGit, runGit } from '../git-program.ts';
import { numberIn, withNumber } from '../texts.ts';
import type { Work } from '../work.ts';
import type { Article, DesktopSite } from './desktop-site.ts';
import type { WritingContext } from './typing.ts';

/** Editors that save by themselves do so about every two seconds. */
const SAVES_EVERY_MS = 2000;
const LONGEST_PAUSE_MS = 600;
/** What git says when the app, or one that was killed, has a lock: nothing was done. */
const LOCKED = /\.lock|cannot lock ref|unable to (?:lock|write)/i;

type Place = Pick<DesktopSite, 'articles' | 'drafts'>;
type Context = Pick<WritingContext, 'ledger' | 'random'>;

/** Another program writes over a file of the folder again and again, as Obsidian does. */
export function otherProgramWork({ ledger, random }: Context, { articles, drafts }: Place): Work {
  const { slug } = drafts.ofAnEditor;
  const save = createSaving(ledger, slug);
  return {
    name: 'another program',
    step: async () => {
      await pause(random.below(SAVES_EVERY_MS));
      save(await fileOf(articles, slug));
    },
  };
}

/** The operator changes an article in the folder and commits it there with the git program. */
export function operatorWork({ ledger, random }: Context, { articles, drafts }: Place): Work {
  const { slug } = drafts.ofTheOperator;
  const save = createSaving(ledger, slug);
  return {
    name: 'the operator',
    step: async () => {
      await pause(random.below(LONGEST_PAUSE_MS));
      const file = await fileOf(articles, slug);
      const number = save(file);
      const said = ['commit', '--quiet', '--message', `À la main ${number}`, '--', file];
      const committed = await runGit(articles, said);
      if (committed.isDone) ledger.kept('commit', await mustGit(articles, ['rev-parse', 'HEAD']));
      // Taken up by the app meanwhile, or to be taken up: the file is on disk all the same.
      else if (!LOCKED.test(committed.complaints) && !/nothing|no changes/.test(committed.out))
        throw new Error(`git commit in the folder: ${committed.out} ${committed.complaints}`);
    },
  };
}

/** What other programs wrote is in the branch in the end, and the files are as they left them. */
export async function outsideFaults(
  { ledger, articles, drafts }: DesktopSite,
  app: BlindApp,
): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const { id, slug } of [drafts.ofAnEditor, drafts.ofTheOperator]) {
    const written = lastAsked(ledger, slug);
    const inBranch = await eventually(
      async () => {
        const { content, pending } = await app.client.getEditablePost({ id });
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

/** Writes the next number in a file, and answers it. */
function createSaving(ledger: Context['ledger'], slug: Article['slug']) {
  let number = lastAsked(ledger, slug);
  return (file: string): number => {
    const text = readFileSync(file, 'utf8');
    number += 1;
    ledger.asked('outside', slug, number);
    writeFileSync(file, withNumber(text, number));
    ledger.confirmed('outside', slug, number);
    return number;
  };
}

async function fileOf(articles: string, slug: string): Promise<string> {
  return join(articles, await mustGit(articles, ['ls-files', `posts/*/${slug}.md`]));
}
