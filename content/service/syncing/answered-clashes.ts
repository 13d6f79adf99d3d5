import type { ObjectStore } from '#content/git/objects/objects.ts';
import { commitTrailers } from '../../contract/commit-trailers.ts';
import type { OpenClash, OpenClashes } from './open-clashes.ts';

interface AnsweredOptions {
  readonly objects: Pick<ObjectStore, 'readCommit'>;
  readonly clashes: Pick<OpenClashes, 'list' | 'remove'>;
  /** Where the branch is. */
  readonly head: string | null;
}

/** So many commits are looked through for answers, at most: one that was cut short is among the newest. */
const MOST_COMMITS = 2000;

/**
 * Lets go of the questions that a commit of the branch answers: it was made, and the program ended before it could say so beside
 * it. To be called while nothing else changes the questions.
 */
export async function forgetAnswered({ objects, clashes, head }: AnsweredOptions): Promise<void> {
  const open = await clashes.list();
  if (open.length === 0 || head === null) return;
  const answers = await answersSince(objects, { head, since: Math.min(...open.map(secondOf)) });
  for (const clash of open)
    if ((answers.get(clash.id) ?? Number.NEGATIVE_INFINITY) >= secondOf(clash))
      await clashes.remove(clash.id);
}

/** Commits are dated by the second. */
function secondOf({ since }: Pick<OpenClash, 'since'>): number {
  return Math.floor(since / 1000);
}

/** What the commits since a second answer, and when they were made. */
async function answersSince(
  objects: AnsweredOptions['objects'],
  { head, since }: { readonly head: string; readonly since: number },
): Promise<ReadonlyMap<string, number>> {
  const answers = new Map<string, number>();
  const found = new Set([head]);
  for (const id of found) {
    if (found.size > MOST_COMMITS) break;
    const { parents, committer, message } = await objects.readCommit(id);
    const { seconds } = committer;
    if (seconds < since) continue;
    const { settles } = commitTrailers(message);
    if (settles !== null) answers.set(settles, Math.max(seconds, answers.get(settles) ?? seconds));
    for (const parent of parents) found.add(parent);
  }
  return answers;
}
