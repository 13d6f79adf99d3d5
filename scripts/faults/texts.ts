/** Enough words for an article to be more than one block of a disk, or less, according to its number. */
const SENTENCE = 'Une phrase de plus, qui ne dit rien mais qui prend sa place. ';

/** The text of an article that carries a number; the same number always gives the same text. */
export function numberedText(number: number): string {
  return `Texte numéro ${number} fin.\n\n${SENTENCE.repeat((number * 7) % 160)}\n`;
}

/** The number of a text or of a page that shows one; null when there is none. */
export function numberIn(text: string): number | null {
  const found = /Texte numéro ([0-9]+) fin/.exec(text)?.[1];
  return found === undefined ? null : Number(found);
}

/** A whole file of the repository, published, as somebody writes it by hand. */
export function postFile(title: string, number: number): string {
  return `---\ntitle: ${title}\nisPublished: true\npublished: 2026-01-05T08:00:00.000Z\n---\n${numberedText(number)}`;
}
