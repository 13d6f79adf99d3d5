import type { Commit } from '../commit-object.ts';

/** The trailer that names the commit of the branch which a pending version started from. */
const BASE = /^Encrier-Base: ([0-9a-f]{40})$/m;

/** Whether a commit is a pending version, dropped ones included: such commits follow the branch and are not on it. */
export function isPendingCommit({ message }: Pick<Commit, 'message'>): boolean {
  return BASE.test(message);
}

/** The commit that a pending version's message says it started from. */
export function statedBase(message: string): string | undefined {
  return BASE.exec(message)?.[1];
}
