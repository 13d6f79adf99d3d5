import { createFenceReader } from '../fenced-code.ts';
import { findReferences } from './find.ts';

/** How many images of one text are looked for; the others show their alternative text. */
const MAX_IMAGES = 500;
/** What is in the address of every image of the repository. */
const FOLDER = '/images/';

/**
 * Addresses of images that a Markdown text shows, as they are meant, in order, each once, at most {@link MAX_IMAGES}: all
 * those of the repository, and perhaps others. It may name one that is only linked, never one in a fenced block of code; an
 * address is to be checked before it is used as a path.
 */
export function imageAddresses(markdown: string): readonly string[] {
  const found = new Set<string>();
  for (const paragraph of paragraphsWithImages(markdown)) {
    for (const { kind, address } of findReferences(paragraph)) {
      if (kind !== 'link' && kind !== 'anchor' && address.includes(FOLDER)) found.add(address);
      if (found.size >= MAX_IMAGES) return [...found];
    }
  }
  return [...found];
}

/** A long text has few: the others are not read for what they refer to, which costs as much as a tenth of converting them. */
function* paragraphsWithImages(markdown: string): Generator<string> {
  if (!markdown.includes(FOLDER)) return;
  const isFenced = createFenceReader();
  let paragraph = '';
  for (const line of markdown.split('\n')) {
    const text = isFenced(line) ? '' : line.replace(INDENT, '');
    if (text.trim() !== '') {
      paragraph += `${text}\n`;
      continue;
    }
    if (paragraph.includes(FOLDER)) yield paragraph;
    paragraph = '';
  }
  if (paragraph.includes(FOLDER)) yield paragraph;
}

/** Away from its list an indented paragraph would be code, and a fence that its indent makes none would be one. */
const INDENT = /^[ \t]+(?!```|~~~|[ \t])/;
