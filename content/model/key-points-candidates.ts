import { isTelling } from './key-points-types.ts';
import { unescapeHtml } from './markdown/escape.ts';
import { attribute, readSafeHtml, type SafeTag } from './markdown/safe-html.ts';

/** A text that may become a key point, and what its place in the post adds to its priority. */
export interface Candidate {
  readonly text: string;
  readonly bonus: number;
}

/** More than any post has: a bound on the work, not on the choice. */
const MAX_CANDIDATES = 5_000;
/** How many open sources a text may belong to. */
const MAX_SHARED = 6;
/** Stands for code inside a text: what it is part of cannot be quoted without it. */
const CODE = '\uFFFC';

const BONUS: Readonly<Record<string, number>> = {
  li: 2,
  blockquote: 1,
  strong: 1,
  b: 1,
  em: 1,
  i: 1,
  h2: 0,
  h3: 0,
  p: 0,
};

interface OpenSource {
  readonly name: string;
  text: string;
}

/** The candidates of a post's safe HTML, in the order in which they end; code, tables, captions and notes left out. */
export function collectCandidates(html: string): readonly Candidate[] {
  const candidates: Candidate[] = [];
  const open: OpenSource[] = [];
  const isIgnored = ignoredParts();
  readSafeHtml(html, {
    text(source) {
      if (!isIgnored(null)) addText(open, source);
    },
    tag(tag) {
      if (isIgnored(tag)) {
        if (tag.name === 'code' && !tag.isClosing) addText(open, CODE);
        return;
      }
      if (tag.name === 'br') addText(open, ' ');
      if (BONUS[tag.name] === undefined || candidates.length >= MAX_CANDIDATES) return;
      if (!tag.isClosing) open.push({ name: tag.name, text: '' });
      else if (open.at(-1)?.name === tag.name) candidates.push(...candidatesOf(open.pop(), open));
    },
  });
  return candidates.slice(0, MAX_CANDIDATES);
}

/** A text belongs to the sources it is in, up to its list item: an item does not speak for the items inside it. */
function addText(open: readonly OpenSource[], text: string): void {
  for (let at = open.length - 1; at >= 0 && at >= open.length - MAX_SHARED; at -= 1) {
    const source = open[at];
    if (source === undefined) return;
    source.text += text;
    if (source.name === 'li') return;
  }
}

function candidatesOf(source: OpenSource | undefined, around: readonly OpenSource[]): readonly Candidate[] {
  if (source === undefined) return [];
  const bonus = BONUS[source.name] ?? 0;
  const text = unescapeHtml(source.text)
    .replace(/[ \t\n\r]+/g, ' ')
    .trim();
  if (source.name !== 'p') return isQuotable(text) ? [{ text, bonus }] : [];
  const isPartOfAnother = around.some(({ name }) => name === 'li' || name === 'blockquote');
  if (isPartOfAnother) return [];
  return sentences(text)
    .filter((sentence) => isQuotable(sentence) && isTelling(sentence))
    .map((sentence) => ({ text: sentence, bonus }));
}

function isQuotable(text: string): boolean {
  return text !== '' && !text.includes(CODE);
}

function sentences(text: string): readonly string[] {
  return text.split(/(?<=[.!?…]) (?=\S)/);
}

/** Says whether the reader is inside a part that has no key points, given each tag on the way. */
function ignoredParts(): (tag: SafeTag | null) => boolean {
  let inside: { readonly name: string; depth: number } | null = null;
  return (tag) => {
    if (tag === null) return inside !== null;
    if (inside === null) {
      if (tag.isClosing || !startsIgnoredPart(tag)) return false;
      inside = { name: tag.name, depth: 1 };
    } else if (tag.name === inside.name) {
      inside.depth += tag.isClosing ? -1 : 1;
      if (inside.depth === 0) inside = null;
    }
    return true;
  };
}

function startsIgnoredPart(tag: SafeTag): boolean {
  switch (tag.name) {
    case 'pre':
    case 'code':
    case 'table':
    case 'figcaption':
      return true;
    case 'section':
      return attribute(tag, 'class') === 'notes';
    case 'sup':
      return attribute(tag, 'class') === 'appel-note';
    default:
      return false;
  }
}
