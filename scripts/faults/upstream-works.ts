import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { lastAsked, type WorkContext } from './admin-works.ts';
import { mustGit, runGit } from './git-program.ts';
import { type GitWorkOptions, nextNumber, refused } from './git-works.ts';
import { cloneNumberIn, numberIn, withCloneNumber, withNumber } from './texts.ts';
import { outcome, type Work } from './work.ts';

const editableSchema = z.object({ content: z.string(), revision: z.string() });

/** The author changes the beginning of an article that a clone of the upstream changes too, from what is there. */
export function editingWork(
  { author, ledger, random, longestPauseMs }: WorkContext,
  { id, slug }: { readonly id: string; readonly slug: string },
): Work {
  const route = `/api/admin/posts/${id}`;
  let number = lastAsked(ledger, slug);
  return {
    name: 'edits',
    step: async () => {
      const { content, revision } = editableSchema.parse((await author.call(`GET ${route}`)).value);
      number = Math.max(number, numberIn(content) ?? -1) + 1;
      ledger.asked('article', slug, number);
      const answer = await author.call(`PUT ${route}`, { content: withNumber(content, number), revision });
      if (outcome('editing', answer) === 'done') {
        ledger.confirmed('article', slug, number);
        ledger.kept('object', editableSchema.parse(answer.value).revision);
      }
      await pause(random.below(longestPauseMs));
    },
  };
}

/** Somebody else's clone of the upstream changes the end of the same article there. */
export function cloneEditingWork(clone: string, upstream: string, options: GitWorkOptions): Work {
  const { ledger, random, slug, longestPauseMs } = options;
  let number = nextNumber(ledger, slug, 'clone');
  return {
    name: 'pushes to the upstream',
    step: async () => {
      await mustGit(clone, ['fetch', '--quiet', upstream, 'main']);
      await mustGit(clone, ['reset', '--quiet', '--hard', 'FETCH_HEAD']);
      const path = await mustGit(clone, ['ls-files', `posts/*/${slug}.md`]);
      const text = readFileSync(join(clone, path), 'utf8');
      number = Math.max(number, cloneNumberIn(text) ?? -1) + 1;
      writeFileSync(join(clone, path), withCloneNumber(text, number));
      await mustGit(clone, ['commit', '--quiet', '--all', '--message', `Clone ${number}`]);
      ledger.asked('clone', slug, number);
      const pushed = await runGit(clone, ['push', '--quiet', upstream, 'HEAD:main']);
      if (!pushed.isDone) {
        refused(pushed.complaints, 'pushing to the upstream');
        return;
      }
      ledger.kept('commit', await mustGit(clone, ['rev-parse', 'HEAD']));
      ledger.confirmed('clone', slug, number);
      await pause(random.below(longestPauseMs));
    },
  };
}
