import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { lastAsked, type WorkContext } from './admin-works.ts';
import type { FaultSite } from './fault-site.ts';
import { numberedText, numberIn } from './texts.ts';
import { outcome, type Work } from './work.ts';

const editableSchema = z.object({
  content: z.string(),
  pending: z.object({ content: z.string(), revision: z.string() }).nullable(),
});
type Editable = z.output<typeof editableSchema>;

/** Keeps pending versions of a live article, changes them, makes them live and drops them. */
export function pendingWork(context: WorkContext, article: FaultSite['pending']): Work {
  const { author, ledger, random, longestPauseMs } = context;
  const { id, slug } = article;
  const route = `/api/admin/posts/${id}`;
  let number = Math.max(lastAsked(ledger, id), lastAsked(ledger, slug));

  async function keep(): Promise<void> {
    number += 1;
    ledger.asked('pending', id, number);
    const answer = await author.call(`PUT ${route}/pending`, { content: numberedText(number) });
    if (outcome('keeping a pending version', answer) === 'done') ledger.confirmed('pending', id, number);
  }

  async function apply({ pending }: Editable): Promise<void> {
    const applied = numberIn(pending?.content ?? '');
    if (applied === null) return;
    ledger.asked('article', slug, applied);
    const answer = await author.call(`POST ${route}/pending/apply`, {});
    if (outcome('applying a pending version', answer) === 'done') ledger.confirmed('article', slug, applied);
  }

  /** Afterwards the live text is all there is; the one dropped stays within reach. */
  async function drop({ content, pending }: Editable): Promise<void> {
    const live = numberIn(content);
    if (live === null || pending === null) return;
    ledger.goingBack('pending', id, live);
    const answer = await author.call(`DELETE ${route}/pending`);
    if (outcome('dropping a pending version', answer) !== 'done') return;
    ledger.wentBack('pending', id, live);
    ledger.kept('dropped', pending.revision);
  }

  return {
    name: 'pending versions',
    step: async () => {
      await keep();
      const turn = random.below(4);
      if (turn < 2) {
        const editable = editableSchema.parse((await author.call(`GET ${route}`)).value);
        await (turn === 0 ? apply(editable) : drop(editable));
      }
      await pause(random.below(longestPauseMs));
    },
  };
}
