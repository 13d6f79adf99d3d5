import type { ImportNote } from '#content/import/imported.ts';

const WORDS: Readonly<Record<ImportNote['kind'], (what: string) => string>> = {
  shortcode: (what) => `Le code « ${what} » n’a pas d’équivalent ici : ce qu’il entourait est gardé.`,
  player: (what) => `Le lecteur intégré (${what}) devient un lien.`,
  html: (what) => `Un passage (${what}) n’a pas d’équivalent en Markdown : il est gardé autant que possible.`,
  date: (what) => `La date « ${what} » n’a pas pu être lue.`,
  slug: (what) => `L’adresse change : ${what}.`,
  file: (what) => `Le fichier « ${what} » reste où il est : le lien n’a pas changé.`,
  link: (what) => `Le lien vers « ${what} » ne mène à rien de l’export.`,
  picture: (what) => `L’image « ${what} » manque.`,
  unread: (what) => `Ce texte n’a pas pu être lu en entier : ${what.replace(/\.$/, '')}.`,
  private: (what) => `Ce texte était ${what} : il reste un brouillon.`,
  length: (what) => `Ce texte dépasse ${what} : il reste un brouillon.`,
  language: (what) =>
    `Ce texte est dans une autre langue (${what}) : il devient un texte comme les autres, sans lien vers ses traductions.`,
  field: (what) => `Le champ « ${what} » n’a pas d’équivalent ici.`,
};

/** A note of the plan in a French sentence. */
export function noteInWords({ kind, what }: ImportNote): {
  readonly kind: string;
  readonly sentence: string;
} {
  return { kind, sentence: WORDS[kind](what.slice(0, 200)) };
}
