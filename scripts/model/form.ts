import type { Side } from './side.ts';

/**
 * What the model knows of the form in which the product keeps what waits: on a branch beside the published one (docs/design.md,
 * Two branches), and that a folder has open. All that changes with that form is in this file.
 */

/** The branch that another program commits to in a desktop's folder. */
export const FOLDER_BRANCH = 'travail';

/** The questions of a side that every other must have too: the commits that leave them are in all histories (docs/decisions/066). */
export async function sharedQuestions({ client }: Side): Promise<readonly string[]> {
  const questions = await client.listSyncConflicts({});
  return questions.map(({ id, kind, path, isPending }) => `${kind} ${path} ${id} ${isPending}`);
}

/** Whether a save at a desktop was kept beside what readers get, as it answers. */
export function isWaiting(answer: { readonly change: string }): boolean {
  return answer.change === 'keep';
}

/**
 * Texts that somebody was told of, and that no article says: what a merge of two waiting texts left under a ref of its own until
 * its author has taken note (docs/decisions/064), and files that « Problèmes » names, such as the second of one article that git
 * committed where the article stood before.
 */
export async function toldApart({ client, gitDir }: Side, git: Git): Promise<readonly string[]> {
  const { backups } = await client.getSyncState({});
  // There is none before the first text waits.
  const hasBranch = git(gitDir, ['for-each-ref', `refs/heads/${FOLDER_BRANCH}`]) !== '';
  const problems = hasBranch ? await client.listProblems({}) : [];
  return [
    ...backups.map(({ ref }) => git(gitDir, ['log', '--patch', '--format=%B', ref])),
    ...problems.map(({ path }) => git(gitDir, ['diff', EMPTY_TREE, FOLDER_BRANCH, '--', path])),
  ];
}

/** What git names a tree without files by (gitrevisions(7) has no word for it). */
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

type Git = (cwd: string, args: readonly string[]) => string;
