import type { Situation } from '../waiting/pending-keeping.ts';

/** Whether what is saved reaches readers at once (a server), or waits until the author publishes it (a desktop). */
export type Publishing = 'by-saving' | 'apart';

interface Change extends Pick<Situation, 'isBeside' | 'kept'> {
  /** What its author started from; undefined for what is there. */
  readonly revision: string | undefined;
  /** Whether the post is to be public. */
  readonly isPublic: boolean;
}

/**
 * Whether a save goes to the work branch instead of the published one: every save where publishing is apart; elsewhere one that was
 * made from a text that waits, or of a draft of which one waits, unless it publishes that (docs/design.md, Two branches).
 */
export function mustWait(publishing: Publishing, { isBeside, kept, revision, isPublic }: Change): boolean {
  if (publishing === 'apart') return true;
  if (kept === null) return false;
  return isBeside ? revision === kept.file.id : !isPublic;
}
