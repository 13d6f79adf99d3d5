/** A word as words are compared: lowercase, without accents, œ and æ as two letters. */
export function fold(word: string): string {
  const lower = word.toLowerCase();
  // Most words of a text have nothing else to lose; asking first is cheaper than decomposing all of them.
  if (/^[a-z0-9]*$/.test(lower)) return lower;
  return lower
    .replace(/œ/g, 'oe')
    .replace(/æ/g, 'ae')
    .replace(/ß/g, 'ss')
    .normalize('NFD')
    .replace(/\p{M}+/gu, '');
}
