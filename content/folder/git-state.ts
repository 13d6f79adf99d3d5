import { existsSync } from 'node:fs';
import path from 'node:path';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { isOpenElsewhere, textOf } from '#content/git/other-readings.ts';
import { compareHistories } from '#content/git/paint-history.ts';
import { withLock } from '#content/git/refs/lock-file.ts';
import { linkedRef, readRef, resolveHead } from '#content/git/refs/refs.ts';
import { setRef } from '#content/git/refs/set-ref.ts';
import type { Repository } from '#content/git/repository.ts';
import { ifSound } from '#content/model/errors.ts';
import { readPublishedBranch, writePublishedBranch } from '#content/remote/origin.ts';
import { createFollowedFile } from './followed-file.ts';

/** Why Encrier leaves a clone alone for the moment, and what to do, in French. */
function paused(sentence: string): string {
  return `${sentence} Encrier n’écrit rien dans ce dossier d’ici là.`;
}

const UNDER_WAY = [
  [
    'rebase-merge',
    'Un «\u00a0git rebase\u00a0» est en cours dans ce dossier\u00a0: terminez-le, ou annulez-le par «\u00a0git rebase --abort\u00a0».',
  ],
  [
    'rebase-apply',
    'Un «\u00a0git rebase\u00a0» ou «\u00a0git am\u00a0» est en cours dans ce dossier\u00a0: terminez-le ou annulez-le.',
  ],
  [
    'MERGE_HEAD',
    'Une fusion git est en cours dans ce dossier\u00a0: terminez-la par «\u00a0git commit\u00a0», ou annulez-la par «\u00a0git merge --abort\u00a0».',
  ],
  [
    'CHERRY_PICK_HEAD',
    'Un «\u00a0git cherry-pick\u00a0» est en cours dans ce dossier\u00a0: terminez-le ou annulez-le.',
  ],
  [
    'REVERT_HEAD',
    'Un «\u00a0git revert\u00a0» est en cours dans ce dossier\u00a0: terminez-le ou annulez-le.',
  ],
  [
    'sequencer',
    'Une suite de commits est en cours de reprise dans ce dossier\u00a0: terminez-la ou annulez-la.',
  ],
  [
    'BISECT_LOG',
    'Un «\u00a0git bisect\u00a0» est en cours dans ce dossier\u00a0: terminez-le par «\u00a0git bisect reset\u00a0».',
  ],
] as const;

/** What the git program is in the middle of, in French; null when nothing. */
function findUnderWay(gitDir: string): string | null {
  const found = UNDER_WAY.find(([name]) => existsSync(path.join(gitDir, name)));
  return found === undefined ? null : paused(found[1]);
}

/**
 * What the git program is in the middle of, or which other branch is checked out, in French; null when neither is so. From the
 * `published` one a start comes back ({@link switchToWork}).
 */
export function findPause(gitDir: string, branch: string, published?: string): string | null {
  const underWay = findUnderWay(gitDir);
  if (underWay !== null) return underWay;
  const file = path.join(gitDir, 'HEAD');
  const link = linkedRef(file);
  const head = link === null ? textOf(file).trim() : `ref: ${link}`;
  if (head === `ref: refs/heads/${branch}`) return null;
  if (isOpenElsewhere(gitDir, branch))
    return paused(
      `La branche «\u00a0${branch}\u00a0» est ouverte dans un autre dossier de ce dépôt (git worktree)\u00a0: fermez-le par «\u00a0git worktree remove\u00a0».`,
    );
  const back = hasBranch(gitDir, branch) ? `git switch ${branch}` : `git switch -c ${branch}`;
  const start =
    head === `ref: refs/heads/${published}`
      ? ', ou quittez Encrier et rouvrez-le, ce qui ne touche à aucun fichier'
      : '';
  const other = /^ref: refs\/heads\/(.+)$/.exec(head)?.[1];
  return paused(
    other === undefined
      ? `Un ancien état est ouvert dans ce dossier, hors de toute branche\u00a0: revenez-en par «\u00a0${back}\u00a0».`
      : `La branche «\u00a0${other}\u00a0» est ouverte dans ce dossier, et non «\u00a0${branch}\u00a0», où Encrier garde ce qui s’écrit\u00a0: passez-y par «\u00a0${back}\u00a0»${start}.`,
  );
}

/** Somebody may have given it another name, or removed it. */
function hasBranch(gitDir: string, branch: string): boolean {
  const ref = `refs/heads/${branch}`;
  return (
    existsSync(path.join(gitDir, ref)) ||
    textOf(path.join(gitDir, 'packed-refs'))
      .split('\n')
      .some((line) => line.endsWith(` ${ref}`))
  );
}

/** Of an index that holds the sides of a merge that somebody has to resolve. */
export const UNMERGED = paused(
  'Des fichiers de ce dossier sont en conflit dans git\u00a0: réglez-les, puis «\u00a0git add\u00a0».',
);

/** What makes an index readable that is not (gitformat-index(5)). */
const INDEX_REMEDIES: Readonly<Record<string, string>> = {
  'extension link': 'git update-index --no-split-index',
  'extension sdir': 'git sparse-checkout reapply --no-sparse-index',
};

/** Of an index that we cannot read (split, sparse …). */
export function unsupportedIndex(what: string): string {
  const remedy = INDEX_REMEDIES[what];
  const end =
    remedy === undefined ? 'il est laissé tel quel' : `«\u00a0${remedy}\u00a0» lui rend celle qu’il connaît`;
  return paused(
    `L’index git de ce dossier est d’une forme qu’Encrier ne connaît pas (${what})\u00a0: ${end}.`,
  );
}

const FIRST_BRANCH = 'main';
const LOCK_WAIT_MS = 2000;

/**
 * The branch of a clone that readers get: the one that is noted there (`git config encrier.branch`), or that the remote opens, or
 * `main`, or, where there is neither, the one that is open. Never another branch because it happens to be open: what somebody tries
 * on it is for no reader.
 */
export async function publishedBranch(gitDir: string, workBranch: string): Promise<string> {
  const noted = await readPublishedBranch(gitDir);
  if (noted !== null && noted !== workBranch) return noted;
  const remote = /^ref: refs\/remotes\/origin\/(\S+)$/.exec(
    textOf(path.join(gitDir, 'refs/remotes/origin/HEAD')).trim(),
  )?.[1];
  if (remote !== undefined && remote !== workBranch) return remote;
  const isThere = (await ifSound(readRef(gitDir, `refs/heads/${FIRST_BRANCH}`), '')) !== null;
  const head = isThere ? null : await resolveHead(gitDir).catch(() => null); // A damaged HEAD is recovery.ts's to mend.
  const open = head?.ref?.replace(/^refs\/heads\//, '') ?? workBranch;
  return open === workBranch ? FIRST_BRANCH : open;
}

/**
 * Begins the work branch where it is missing, and opens it in a clone whose published branch is open; no file is touched: they follow
 * later (follow.ts). Nothing is done while git is in the middle of something, and none is opened where another one is, or where a
 * branch of that name has nothing in common with what is published: the work tree says so then ({@link findPause}).
 */
export async function switchToWork(repository: Repository, workBranch: string): Promise<void> {
  const { gitDir, branch, objects } = repository;
  const ref = `refs/heads/${workBranch}`;
  const main = await readRef(gitDir, `refs/heads/${branch}`);
  const isOpen = findPause(gitDir, workBranch) === null;
  const mayOpen = findPause(gitDir, branch) === null && !isOpenElsewhere(gitDir, workBranch);
  if (main === null || findUnderWay(gitDir) !== null) return;
  const work = await readRef(gitDir, ref);
  // Also for whoever is told to come back to it.
  if (work === null) await setRef(repository, { ref, from: null, to: main, reason: 'waiting' });
  if (!isOpen && !mayOpen) return;
  if (work !== null && (await isForeign(objects, main, work))) return;
  const wasNoted = (await readPublishedBranch(gitDir)) !== null;
  if (!isOpen) {
    await noteFiles(gitDir, { main, isByGit: wasNoted });
    await openBranch(gitDir, ref);
  }
  // Last: whether it was noted tells who left the work branch.
  if (!wasNoted) await writePublishedBranch(gitDir, branch);
}

/**
 * The files are those of the branch that is left where git made the clone, or switched it (`isByGit`). Without an index nobody wrote
 * any yet.
 */
async function noteFiles(
  gitDir: string,
  { main, isByGit }: { readonly main: string; readonly isByGit: boolean },
): Promise<void> {
  if (!existsSync(path.join(gitDir, 'index'))) return;
  const followed = createFollowedFile(gitDir);
  const before = await followed.read();
  const isUnknown = before.commit === null && before.toward.length === 0;
  if (isByGit || isUnknown) await followed.write({ ...before, commit: main });
}

async function openBranch(gitDir: string, ref: string): Promise<void> {
  const file = path.join(gitDir, 'HEAD');
  await withLock({ gitDir, file, content: `ref: ${ref}\n`, waitMs: LOCK_WAIT_MS }, (lock) => lock.commit());
}

async function isForeign(objects: ObjectStore, main: string, work: string): Promise<boolean> {
  return (await compareHistories(objects, { ours: [main], theirs: [work] })).bases.length === 0;
}
