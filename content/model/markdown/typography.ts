import { frenchSpaces } from '../french-spaces.ts';
import { readSafeHtml } from './safe-html.ts';

/** What is written with care already, or is not prose. */
const UNTOUCHED: ReadonlySet<string> = new Set(['code', 'pre', 'kbd', 'samp', 'var']);

/**
 * French spaces in the texts of our own safe HTML: a narrow no-break space before ; ! ?, a no-break space before :
 * and » and after «. Only spaces that were written are replaced (docs/design.md, Markdown); tags, attributes, code and keys stay
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
