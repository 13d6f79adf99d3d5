import { type Token, type TokenList, tokenOf } from './tokens.ts';

/**
 * The end of a sentence: its sign, the quotes, brackets and emphasis that close after it (French puts a
 * space before »), then an ordinary blank that something follows.
 */
const SENTENCE_END = /(?<![.!?])(?:[.!?]+|…)(?:[ \u00a0\u202f]?»|[”’"')\]*_])*[ \t\r\n]+(?=[^\s»])/;
/** Where the author ends a line for good, as in a poem or an address, or a paragraph. */
const LINE_END = /\S(?: {2,}|\\|(?=[ \t]*\r?\n[ \t]*\r?\n))[ \t]*\r?\n\s*(?=\S)/;
const ENDING = new RegExp(`${SENTENCE_END.source}|${LINE_END.source}`, 'g');
const FINAL_LINE_END = /(?: {2,}|\\)\r?\n|\n[ \t]*\r?\n/;

/** A point after these ends no sentence. One capital alone, as in « A. Delvaure », does not either. */
const ABBREVIATION =
  /(?:^|[^\p{L}\p{N}])(?:\p{Lu}|M[rM]|Mgr|D[rR]|P[rR]|M[eE]|Ste?|cf|p|pp|art|al|av|apr|bd|boul|chap|env|éd|ex|fig|n|no|vol|réf|tél|approx|min|max)\.$/u;
/** The number of a list item, or of nothing else in particular: « 1. ». */
const BARE_NUMBER = /(?:^|\n)[ \t>]*\d+\.$/;

/**
 * A paragraph in sentences. Where one ends is a guess, and a wrong one does no harm: pieces put together are the
 * paragraph again.
 */
export function splitSentences(text: string): TokenList {
  const tokens: Token[] = [];
  let start = 0;
  for (const match of text.matchAll(ENDING)) {
    const end = match.index + match[0].length;
    const isEnd = FINAL_LINE_END.test(match[0]) || endsSentence(text, start, match.index + 1, end);
    if (!isEnd) continue;
    tokens.push(tokenOf(text.slice(start, end), 'prose'));
    start = end;
  }
  if (start < text.length) tokens.push(tokenOf(text.slice(start), 'prose'));
  return { before: '', tokens };
}

function endsSentence(text: string, start: number, afterSign: number, next: number): boolean {
  // What goes on in lower case is the same sentence: « etc. », « Vraiment ? », « … » in the middle of one.
  if (/\p{Ll}/u.test(text.charAt(next))) return false;
  const before = text.slice(Math.max(start, afterSign - 12), afterSign);
  return !ABBREVIATION.test(before) && !BARE_NUMBER.test(before);
}

/** A table in rows. */
export function splitRows(text: string): TokenList {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  return { before: '', tokens: lines.map((line) => tokenOf(line, 'row')) };
}
