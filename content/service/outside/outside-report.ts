import type { WorkTreeStatus } from '#content/folder/status.ts';
import { isTakenUp } from './outside-items.ts';

/** A file of the folder that is not as the branch has it, for showing. */
export interface LeftFile {
  readonly path: string;
  /** A French sentence. */
  readonly reason: string;
  /** Whether `resolve` can settle it: both the file and the branch changed. */
  readonly isClash: boolean;
}

export interface OutsideReport {
  /** Why nothing is written in the folder, in French; null when all is well. */
  readonly paused: string | null;
  /** How many files were taken up by this look. */
  readonly taken: number;
  /** Files that are about to be taken up, once they are still. */
  readonly waiting: readonly string[];
  readonly left: readonly LeftFile[];
}

export const CLASH = 'Changé ici et dans Encrier au même endroit\u00a0: à vous de choisir.';
export const GONE =
  'Cet article est en ligne, ou prêt à l’être, et son fichier a disparu du dossier : à vous de dire s’il doit quitter le site.';
const STAGED = 'Préparé dans git pour un commit à la main.';
const OTHER = 'N’est ni un article ni une image\u00a0: Encrier n’y touche pas.';
export const NO_FILE =
  'N’est pas un fichier ordinaire, ou ne peut pas être lu\u00a0: Encrier n’y touche pas.';

/** What is left as it is, and why. */
export function leftFiles({
  changed,
  deleted,
  added,
  staged,
  unreadable,
  refused,
}: WorkTreeStatus): LeftFile[] {
  const others = [...changed, ...deleted, ...added]
    .map(({ path }) => path)
    .filter((path) => !isTakenUp(path));
  return [
    ...staged.map((path) => ({ path, reason: STAGED, isClash: false })),
    ...others
      .filter((path) => !staged.includes(path))
      .map((path) => ({ path, reason: OTHER, isClash: false })),
    ...unreadable.map((path) => ({ path, reason: NO_FILE, isClash: false })),
    ...refused.map((file) => ({ ...file, isClash: false })),
  ];
}
