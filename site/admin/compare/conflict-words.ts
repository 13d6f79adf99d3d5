import { capitalized, type OfKind, postWords } from '#content/model/post-words.ts';

/**
 * What two versions come from: a save, a pending version that goes live, or into a draft, an older version taken back, another repository (what stands
 * being from here, or from there), two that waited, or a file of the folder.
 */
export type ConflictOrigin =
  | 'saving'
  | 'applying'
  | 'applying-draft'
  | 'restoring'
  | 'syncing'
  | 'syncing-elsewhere'
  | 'waiting'
  | 'outside';

/** How the screen speaks of both. */
export interface ConflictWords {
  readonly description: (post: OfKind & { readonly isPublished?: boolean }) => string;
  /** Names of the two versions. */
  readonly yours: string;
  readonly theirs: string;
  /** The way back without a choice. */
  readonly leave: string;
}

export const CONFLICT_TITLE = 'Deux versions à réunir';

const HOW =
  'Tout le reste est déjà réuni. Choisissez ce qui doit rester\u00a0: rien n’est enregistré avant votre accord.';

export const CONFLICT_WORDS: Readonly<Record<ConflictOrigin, ConflictWords>> = {
  saving: {
    description: (post) => `${changed(post)} ailleurs pendant que vous écriviez, aux mêmes endroits. ${HOW}`,
    yours: 'Votre version',
    theirs: 'L’autre version',
    leave: 'Revenir à mon texte',
  },
  applying: {
    description: () =>
      `La version en attente et celle qui est en ligne disent autre chose aux mêmes endroits. ${HOW} Ce que vous enregistrez ici est aussitôt publié.`,
    yours: 'Version en attente',
    theirs: 'Version en ligne',
    leave: 'Revenir à mon texte',
  },
  'applying-draft': {
    description: () => `Ce brouillon a été modifié ici et ailleurs, aux mêmes endroits. ${HOW}`,
    yours: 'Version en attente',
    theirs: 'L’autre version',
    leave: 'Revenir à mon texte',
  },
  restoring: {
    description: ({ isPage }) =>
      `${capitalized(postWords({ isPage }).the)} a changé depuis l’ouverture de cette page, là où vous rétablissez une version plus ancienne. ${HOW}`,
    yours: 'Version rétablie',
    theirs: 'Version actuelle',
    leave: 'Ne rien rétablir',
  },
  syncing: {
    description: (post) => `${changed(post)} ici et ailleurs, aux mêmes endroits. ${HOW}`,
    yours: 'Version d’ailleurs',
    theirs: 'Version d’ici',
    leave: 'Décider plus tard',
  },
  'syncing-elsewhere': {
    description: (post) => `${changed(post)} ici et ailleurs, aux mêmes endroits. ${HOW}`,
    yours: 'Version d’ici',
    theirs: 'Version d’ailleurs',
    leave: 'Décider plus tard',
  },
  waiting: {
    description: ({ isPublished }) =>
      `${isPublished === false ? 'Ce brouillon' : 'Ce texte, qui attend d’être publié,'} a été modifié sur deux appareils, aux mêmes endroits. ${HOW}`,
    yours: 'Version gardée à part',
    theirs: 'Version qui attend',
    leave: 'Décider plus tard',
  },
  outside: {
    description: (post) =>
      `Un autre programme a changé le fichier de ${postWords(post).this}, là où vous l’avez changé${postWords(post).e} dans Encrier. ${HOW}`,
    yours: 'Version du fichier',
    theirs: 'Version d’Encrier',
    leave: 'Décider plus tard',
  },
};

/** What is said of keys of a file that differ, and that no form can write. */
export function unknownKeysWords(keys: readonly string[], { theirs }: Pick<ConflictWords, 'theirs'>): string {
  const named = new Intl.ListFormat('fr').format(keys.map((key) => `«\u00a0${key}\u00a0»`));
  const kept = `«\u00a0${theirs}\u00a0»`;
  return keys.length === 1
    ? `Le champ ${named} du fichier n’a pas la même valeur dans les deux versions. Encrier ne peut pas le modifier\u00a0: il garde celle de ${kept}.`
    : `Les champs ${named} du fichier n’ont pas les mêmes valeurs dans les deux versions. Encrier ne peut pas les modifier\u00a0: il garde celles de ${kept}.`;
}

function changed(post: OfKind): string {
  const { the, e } = postWords(post);
  return `${capitalized(the)} a été modifié${e}`;
}
