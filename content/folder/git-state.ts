import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isSystemError } from '#content/git/system-error.ts';

/** Why Encrier leaves a clone alone for the moment. */
export interface Pause {
  readonly kind:
    | 'merge'
    | 'rebase'
    | 'cherry-pick'
    | 'revert'
    | 'bisect'
    | 'other-branch'
    | 'detached'
    | 'unmerged'
    | 'index';
  /** A French sentence that says what to do. */
  readonly reason: string;
}

const AFTERWARDS = 'Encrier n’écrit rien dans ce dossier d’ici là.';

const UNDER_WAY = [
  [
    'rebase-merge',
    'rebase',
    `Un « git rebase » est en cours dans ce dossier : terminez-le, ou annulez-le par « git rebase --abort ». ${AFTERWARDS}`,
  ],
  [
    'rebase-apply',
    'rebase',
    `Un « git rebase » ou « git am » est en cours dans ce dossier : terminez-le ou annulez-le. ${AFTERWARDS}`,
  ],
  [
    'MERGE_HEAD',
    'merge',
    `Une fusion git est en cours dans ce dossier : terminez-la par « git commit », ou annulez-la par « git merge --abort ». ${AFTERWARDS}`,
  ],
  [
    'CHERRY_PICK_HEAD',
    'cherry-pick',
    `Un « git cherry-pick » est en cours dans ce dossier : terminez-le ou annulez-le. ${AFTERWARDS}`,
  ],
  [
    'REVERT_HEAD',
    'revert',
    `Un « git revert » est en cours dans ce dossier : terminez-le ou annulez-le. ${AFTERWARDS}`,
  ],
  [
    'sequencer',
    'cherry-pick',
    `Une suite de commits est en cours de reprise dans ce dossier : terminez-la ou annulez-la. ${AFTERWARDS}`,
  ],
  [
    'BISECT_LOG',
    'bisect',
    `Un « git bisect » est en cours dans ce dossier : terminez-le par « git bisect reset ». ${AFTERWARDS}`,
  ],
] as const;

/** What the git program is in the middle of, or which other branch is checked out; null when neither is so. */
export function findPause(gitDir: string, branch: string): Pause | null {
  const found = UNDER_WAY.find(([name]) => existsSync(path.join(gitDir, name)));
  if (found !== undefined) return { kind: found[1], reason: found[2] };
  const head = readHead(gitDir);
  if (head === `ref: refs/heads/${branch}`) return null;
  const other = /^ref: refs\/heads\/(.+)$/.exec(head)?.[1];
  if (other !== undefined)
    return {
      kind: 'other-branch',
      reason: `La branche « ${other} » est ouverte dans ce dossier, et non « ${branch} » : revenez-y par « git switch ${branch} ». ${AFTERWARDS}`,
    };
  return {
    kind: 'detached',
    reason: `Un ancien état est ouvert dans ce dossier, hors de toute branche : revenez-en par « git switch ${branch} ». ${AFTERWARDS}`,
  };
}

function readHead(gitDir: string): string {
  try {
    return readFileSync(path.join(gitDir, 'HEAD'), 'latin1').trim();
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return '';
    throw error;
  }
}

/** Of an index that holds the sides of a merge that somebody has to settle. */
export const UNMERGED: Pause = {
  kind: 'unmerged',
  reason: `Des fichiers de ce dossier sont en conflit dans git : réglez-les, puis « git add ». ${AFTERWARDS}`,
};

/** Of an index that we cannot read (split, sparse …). */
export function unsupportedIndex(what: string): Pause {
  return {
    kind: 'index',
    reason: `L’index git de ce dossier est d’une forme qu’Encrier ne connaît pas (${what}) : il est laissé tel quel. ${AFTERWARDS}`,
  };
}
