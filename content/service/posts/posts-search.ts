/** A text as it is searched: lowercase, accents removed, œ and æ as two letters, each run of blanks one space. */
export function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replace(/\s+/g, ' ')
    .trim();
}

/** A name as filters compare it, absent or not: as posts.ts does for readers. */
export function lowered<Name extends string | undefined>(name: Name): Name extends string ? string : Name;
export function lowered(name: string | undefined): string | undefined {
  return name?.toLocaleLowerCase('fr');
}
