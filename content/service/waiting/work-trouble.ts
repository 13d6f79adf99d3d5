import { ContentError } from '../../model/errors.ts';
import type { Trouble } from '../../model/trouble.ts';

/** What keeps the author from what waits, in words. */
export function workTrouble(branch: string, fault: 'damaged' | 'foreign'): Trouble {
  const name = `La branche «\u00a0${branch}\u00a0»`;
  if (fault === 'foreign')
    return {
      code: 'work-branch-foreign',
      reason: `${name} de ce dépôt n’a rien de commun avec ce qui est publié\u00a0: Encrier n’y touche pas, et rien ne peut attendre.`,
      remedy: 'Renommez-la avec git, ou donnez un autre nom à celle d’Encrier (CONTENT_WORK_BRANCH).',
    };
  return {
    code: 'work-branch-damaged',
    reason: `${name}, qui porte ce qui attend d’être publié, ne peut pas être lue en entier\u00a0: ce qui attend n’est pas montré, et rien ne s’y ajoute. Ce qui est publié n’en souffre pas.`,
    remedy:
      'Rendez au dépôt ce qui lui manque, depuis une sauvegarde ou un clone (docs/operations.md dit comment)\u00a0: tout réapparaît aussitôt.',
  };
}

/** Whoever is to write there is told. */
export function foreign(branch: string): ContentError<'read-only'> {
  return new ContentError('read-only', {
    reason: `La branche «\u00a0${branch}\u00a0» de ce dépôt n’a rien de commun avec ce qui est publié\u00a0: renommez-la avec git, puis recommencez.`,
  });
}
