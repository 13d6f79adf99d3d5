import { createFenceReader } from '../fenced-code.ts';
import { unescapeHtml } from './escape.ts';

/** How many images of one text are looked for; the others show their alternative text. */
const MAX_IMAGES = 500;
const LONGEST = 1_000;

/** Where an address may stand: ](…, ](<…, ]: …, src="…, src='…, src=… */
const ADDRESS = /(?:\]\([ \t]*<?|\]:[ \t]*<?|\bsrc[ \t]*=[ \t]*["']?)(\/images\/[^\s"'<>\\]{1,1000})/gi;

/**
 * Addresses of images of the repository that `source` shows, by Markdown or by <img>, as written, in order, each
 * once, at most {@link MAX_IMAGES}. It may name one that is only linked, never one in a block of code; an address
 * is to be checked before it is used as a path.
 */
export function imageAddresses(source: string): readonly string[] {
  const found = new Set<string>();
  for (const line of proseLines(source)) {
    for (const [, written = ''] of line.matchAll(ADDRESS)) {
      const address = unescapeHtml(withoutClosingParenthesis(written));
      if (address.length <= LONGEST) found.add(address);
      if (found.size >= MAX_IMAGES) return [...found];
    }
  }
  return [...found];
}

function* proseLines(source: string): Generator<string> {
  if (!source.includes('/images/')) return;
  const isFenced = createFenceReader();
  for (const line of source.split('\n')) if (!isFenced(line) && line.includes('/images/')) yield line;
}

/** Markdown ends an address at the first parenthesis that it did not open. */
function withoutClosingParenthesis(written: string): string {
  let open = 0;
  for (let at = 0; at < written.length; at += 1) {
    if (written[at] === '(') open += 1;
    else if (written[at] === ')') open -= 1;
    if (open < 0) return written.slice(0, at);
  }
  return written;
}
