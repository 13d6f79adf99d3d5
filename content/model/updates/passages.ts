import { unescapeHtml } from '../markdown/escape.ts';
import { readSafeHtml } from '../markdown/safe-html.ts';
import { topLevelHtml } from '../markdown/top-level-html.ts';

const NOTE_REFERENCE = /<sup class="appel-note">.*?<\/sup>/gs;
const BACK_LINK = /<a [^>]*class="retour-note"[^>]*>.*?<\/a>/gs;
/** Each of these starts on a line of its own. */
const LINES = new Set(
  'p li dt dd tr h2 h3 h4 h5 h6 pre blockquote figcaption caption summary br div'.split(' '),
);
const UNCHANGED = new Set(['code', 'pre', 'kbd', 'samp', 'var']);

/**
 * What a reader reads of each outermost element of our own safe HTML, in its order: words alone. Emphasis, links, levels of
 * titles, the numbers of notes and kinds of apostrophes are not in it: who changes only those changes nothing to read.
 */
export function passagesOf(html: string): readonly string[] {
  const elements = topLevelHtml(html).filter((piece) => /^\s*</.test(piece));
  return elements.map(passageOf);
}

function passageOf(html: string): string {
  let text = '';
  let unchanged = 0;
  readSafeHtml(html.replace(NOTE_REFERENCE, '').replace(BACK_LINK, ''), {
    text(source) {
      const words = unescapeHtml(source);
      text += unchanged > 0 ? words : words.replaceAll("'", '’');
    },
    tag({ name, isClosing }) {
      if (UNCHANGED.has(name)) unchanged += isClosing ? -1 : 1;
      if (LINES.has(name)) text += '\n';
      else if (name === 'td' || name === 'th') text += ' ';
    },
  });
  return text
    .split('\n')
    .map((line) => line.replace(/[ \t]+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}
