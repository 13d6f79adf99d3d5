/** Letters that are no others with an accent, as readers type them. */
const LETTERS: Readonly<Record<string, string>> = {
  œ: 'oe',
  æ: 'ae',
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** A word as words are compared: lowercase, without accents or ligatures, œ and æ as two letters. */
export function fold(word: string): string {
  const lower = word.toLowerCase();
  // Most words of a text have nothing else to lose; asking first is cheaper than decomposing all of them.
  if (/^[a-z0-9]*$/.test(lower)) return lower;
  return lower
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[œæßøłđðþı]/g, (letter) => LETTERS[letter] ?? letter);
}
