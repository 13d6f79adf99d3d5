import type { ImportNote } from '#content/import/imported.ts';

const WORDS: Readonly<Record<ImportNote['kind'], (what: string) => string>> = {
  shortcode: (what) =>
    `Le code «\u00a0${what}\u00a0» n’a pas d’équivalent ici\u00a0: ce qu’il entourait est gardé.`,
  player: (what) => `Le lecteur intégré (${what}) devient un lien.`,
  html: (what) =>
    `Un passage (${what}) n’a pas d’équivalent en Markdown\u00a0: il est gardé autant que possible.`,
  date: (what) => `La date «\u00a0${what}\u00a0» n’a pas pu être lue.`,
  slug: (what) => `L’adresse change\u00a0: ${what}.`,
  file: (what) => `Le fichier «\u00a0${what}\u00a0» reste où il est\u00a0: le lien n’a pas changé.`,
  link: (what) => `Le lien vers «\u00a0${what}\u00a0» ne mène à rien de l’export.`,
  picture: (what) => `L’image «\u00a0${what}\u00a0» manque.`,
  unread: (what) => `Ce texte n’a pas pu être lu en entier\u00a0: ${what.replace(/\.$/, '')}.`,
  private: (what) => `Ce texte était ${what}\u00a0: il reste un brouillon.`,
  length: (what) => `Ce texte dépasse ${what}\u00a0: il reste un brouillon.`,
  language: (what) =>
    `Ce texte est dans une autre langue (${what})\u00a0: il devient un texte comme les autres, sans lien vers ses traductions.`,
  field: (what) => `Le champ «\u00a0${what}\u00a0» n’a pas d’équivalent ici.`,
};

/** A note of the plan in a French sentence. */
export function noteInWords({ kind, what }: ImportNote): {
  readonly kind: string;
  readonly sentence: string;
} {
  return { kind, sentence: WORDS[kind](what.slice(0, 200)) };
}
