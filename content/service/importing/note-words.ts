import type { ImportNote } from '#content/import/imported.ts';
import { quoted } from '../../model/french-spaces.ts';

type Words = (what: string, count: number) => string;

/** What is said of all notes of one kind that a text has; `what` names them. */
const WORDS: Readonly<Record<ImportNote['kind'], Words>> = {
  shortcode: (what, count) =>
    count === 1
      ? `Le code ${what} n’a pas d’équivalent ici\u00a0: ce qu’il entourait est gardé.`
      : `${count} codes n’ont pas d’équivalent ici\u00a0: ${what}. Ce qu’ils entouraient est gardé.`,
  mark: (what, count) =>
    count === 1
      ? `Le code ${what} n’a pas d’équivalent ici\u00a0: il reste visible dans le texte.`
      : `${count} codes n’ont pas d’équivalent ici, et restent visibles dans le texte\u00a0: ${what}.`,
  player: (what, count) =>
    count === 1
      ? `Le lecteur intégré ${what} devient un lien.`
      : `${count} lecteurs intégrés deviennent des liens\u00a0: ${what}.`,
  html: (what, count) =>
    count === 1
      ? `Un passage (${what}) n’a pas d’équivalent en Markdown\u00a0: il est gardé autant que possible.`
      : `${count} sortes de passages n’ont pas d’équivalent en Markdown (${what})\u00a0: ils sont gardés autant que possible.`,
  date: (what, count) =>
    count === 1
      ? `La date ${what} n’a pas pu être lue.`
      : `${count} dates n’ont pas pu être lues\u00a0: ${what}.`,
  slug: (what) => `L’adresse change\u00a0: ${what}.`,
  address: (what) => `L’ancienne adresse était calculée par du code\u00a0: supposée ${what}.`,
  file: (what, count) =>
    count === 1
      ? `Le fichier ${what} reste où il est\u00a0: le lien n’a pas changé.`
      : `${count} fichiers restent où ils sont, et les liens vers eux n’ont pas changé\u00a0: ${what}.`,
  link: (what, count) =>
    count === 1
      ? `Le lien vers ${what} ne mène à rien de l’export.`
      : `${count} liens ne mènent à rien de l’export\u00a0: ${what}.`,
  picture: (what, count) =>
    count === 1 ? `L’image ${what} manque.` : `${count} images manquent\u00a0: ${what}.`,
  unread: (what) => `Ce texte n’a pas pu être lu en entier\u00a0: ${what.replace(/\.$/, '')}.`,
  private: (what) => `Ce texte était ${what}\u00a0: il reste un brouillon.`,
  length: (what) => `Ce texte dépasse ${what}\u00a0: il reste un brouillon.`,
  language: (what) =>
    `Ce texte est dans une autre langue (${what})\u00a0: il devient un texte comme les autres, sans lien vers ses traductions.`,
  type: (what) =>
    `Ce texte était d’un type propre à l’ancien site (${what})\u00a0: ses mots et son image sont repris, non ce qui était rangé à côté (prix, dates, champs).`,
  cut: (what) => `C’est plus long que ce qui peut être gardé, et coupé\u00a0: ${what}.`,
  field: (what, count) =>
    count === 1
      ? `Le champ ${what} n’a pas d’équivalent ici.`
      : `${count} champs n’ont pas d’équivalent ici\u00a0: ${what}.`,
};

/** Kinds whose names are the source's own words. */
const QUOTED: ReadonlySet<string> = new Set([
  'shortcode',
  'mark',
  'date',
  'file',
  'link',
  'picture',
  'field',
  'type',
]);

/** What an author reads of a text: one French sentence a kind of note, which names each thing once. */
export function notesInWords(
  notes: readonly ImportNote[],
): readonly { readonly kind: string; readonly sentence: string }[] {
  const kinds = new Map<ImportNote['kind'], Set<string>>();
  for (const { kind, what } of notes) {
    const known = kinds.get(kind) ?? new Set();
    kinds.set(kind, known.add(what.slice(0, 200)));
  }
  return [...kinds].map(([kind, whats]) => {
    const named = [...whats].map((what) => (QUOTED.has(kind) ? quoted(what) : what));
    return { kind, sentence: WORDS[kind](named.join(', '), whats.size) };
  });
}
