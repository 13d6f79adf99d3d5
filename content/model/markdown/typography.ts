import { readSafeHtml } from './safe-html.ts';

const NARROW = '\u202F';
const WIDE = '\u00A0';
/** What is written with care already, or is not prose. */
const UNTOUCHED: ReadonlySet<string> = new Set(['code', 'pre', 'kbd', 'samp', 'var']);

/**
 * French spaces in the texts of our own safe HTML: a narrow no-break space before ; ! ?, a no-break space before :
 * and » and after «. Only spaces that were written are replaced (DESIGN.md); tags, attributes, code and keys stay
 * as they are. Doing it twice changes nothing more.
 */
export function frenchTypography(html: string): string {
  const parts: string[] = [];
  let untouched = 0;
  readSafeHtml(html, {
    text: (source) => parts.push(untouched > 0 ? source : frenchSpaces(source)),
    tag: ({ name, isClosing, source }) => {
      if (UNTOUCHED.has(name)) untouched = Math.max(0, untouched + (isClosing ? -1 : 1));
      parts.push(source);
    },
  });
  return parts.join('');
}

/** The same in a plain text. Linear: a run of spaces is read once, whatever follows it. */
export function frenchSpaces(text: string): string {
  return text
    .replace(/[ \t\n\u00A0\u202F]+([;!?:»]?)/g, (run, sign: string) => {
      if (sign === '') return run;
      return (sign === ':' || sign === '»' ? WIDE : NARROW) + sign;
    })
    .replace(/«[ \t\n\u00A0\u202F]+/g, `«${WIDE}`);
}
