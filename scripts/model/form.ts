import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { Desk, Side } from './side.ts';

/**
 * What the model knows of the form in which the product keeps what waits: on a branch beside the published one (docs/design.md,
 * Two branches), while a folder follows the published one. All that changes with that form is in this file.
 */

/** The refs that everybody has alike once all exchanges are done (git-for-each-ref(1)). */
export const SHARED_REFS: readonly string[] = ['refs/heads/main', 'refs/heads/travail'];

/** The branch that another program commits to in a desktop's folder. */
export const FOLDER_BRANCH = 'main';
/** Whether such a commit is a publication, when the article is published. */
export const FOLDER_COMMIT_PUBLISHES: boolean = true;

/** The questions of a side that every other must have too; in this form each has its own. */
export async function sharedQuestions(_: Side): Promise<readonly string[]> {
  return Promise.resolve([]);
}

/**
 * Whether the text of a draft, once saved at any side, goes out with whatever publishes its article: a draft is saved on the
 * branch, where a publication that was made elsewhere meets it.
 */
export const DRAFTS_GO_OUT_WITH_THEIR_POST: boolean = true;

/**
 * Whether a file whose text waits can be behind its branch, so that whoever commits it with git takes out what came to the branch
 * meanwhile, without having seen it.
 */
export const HELD_FILES_FALL_BEHIND: boolean = true;

/** Whether a save at a desktop was kept beside what readers get, as it answers. */
export function isWaiting(answer: { readonly change: string }): boolean {
  return answer.change === 'keep';
}

/** The files of a folder that are not as git has them because their text waits (docs/decisions/040). */
export function heldFiles({ gitDir }: Desk): readonly string[] {
  const file = join(gitDir, 'encrier', 'outside-held.json');
  return existsSync(file)
    ? heldSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).map(([path]) => path)
    : [];
}

const heldSchema = z.array(z.tuple([z.string(), z.unknown()]));

/** Whether a text that a desktop lets go of stays within reach at the site: what was dropped is in the history of the work branch. */
export const SITE_KEEPS_WHAT_IS_DROPPED: boolean = true;

/**
 * Texts that somebody was told of, and that no article says: what a merge of two waiting texts left under a ref of its own until
 * its author has taken note (docs/decisions/064).
 */
export async function toldApart({ client, gitDir }: Side, git: Git): Promise<readonly string[]> {
  const { backups } = await client.getSyncState({});
  const orphans = WAITING_TEXTS_OF_DELETED_POSTS_ARE_SHOWN
    ? []
    : git(gitDir, ['for-each-ref', '--format=%(refname)', 'refs/heads/travail'])
        .split('\n')
        .filter((ref) => ref !== '');
  return [...backups.map(({ ref }) => ref), ...orphans].map((ref) =>
    git(gitDir, ['log', '--patch', '--format=%B', ref]),
  );
}

/**
 * Not in this form: what waits of an article that was deleted elsewhere stays on the work branch, where no screen shows it and no question
 * asks about it.
 */
const WAITING_TEXTS_OF_DELETED_POSTS_ARE_SHOWN: boolean = false;

type Git = (cwd: string, args: readonly string[]) => string;
