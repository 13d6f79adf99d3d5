const NARROW = '\u202F';
const WIDE = '\u00A0';

/**
 * French spaces in a plain text: a narrow no-break space before ; ! ?, a no-break space before : and » and after «.
 * Only spaces that were written are replaced (docs/design.md, Markdown). Linear: a run of spaces is read from its
 * beginning alone, whatever follows it.
 */
export function frenchSpaces(text: string): string {
  return text
    .replace(
      /(?<![ \t\n\u00A0\u202F])[ \t\n\u00A0\u202F]+([;!?:»])/g,
      (_, sign: string) => (sign === ':' || sign === '»' ? WIDE : NARROW) + sign,
    )
    .replace(/«[ \t\n\u00A0\u202F]+/g, `«${WIDE}`);
}

/** Words as French quotes them. */
export function quoted(words: string): string {
  return `«${WIDE}${words}${WIDE}»`;
}
