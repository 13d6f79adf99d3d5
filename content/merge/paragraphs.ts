import { type Token, type TokenKind, type TokenList, tokenOf } from './tokens.ts';

const FENCE = /^[ \t]*(`{3,}(?=[^`]*$)|~{3,})/;
const HEADING = /^ {0,3}#{1,6}(?:[ \t]|$)/;
const BULLET = /^[ \t]*[-*+][ \t]+\S/;
const NUMBER = /^[ \t]*(\d{1,9})[.)][ \t]+\S/;
const NUMBERED = /^[ \t]*\d{1,9}(?=[.)])/;
const ROW = /^[ \t]*\|/;
/** What a footnote says, or where a link of this name leads. */
const DEFINITION = /^ {0,3}\[[^\]]+\]:/;
const QUOTE = /^[ \t]*>/;
/** A block of HTML, which ends with a blank line. */
const HTML = /^ {0,3}<[a-zA-Z/!?]/;
/** The line under the head of a table; it may have no | at its ends. */
const RULE_OF_TABLE = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+\|?\s*$/;

interface Open {
  readonly kind: TokenKind;
  readonly shape: 'text' | 'quote' | 'heading' | 'fence' | 'html';
  readonly lines: string[];
  /** Blank lines seen since, which belong to the block only inside a fence. */
  isOver: boolean;
  /** What closes it, for a fence. */
  readonly fence: string;
}

/**
 * A body in blocks: paragraphs between blank lines, headings, the items of a list one by one with what stands below each,
 * tables, fenced code and HTML whole. Blank lines follow the block above them. The pieces put together are the body.
 */
export function splitBlocks(body: string): TokenList {
  const { before, tokens } = splitItems(body);
  const blocks: { readonly first: Token; text: string }[] = [];
  for (const token of tokens) {
    const last = blocks.at(-1);
    if (last?.first.kind === 'item' && indentOf(token).length > indentOf(last.first).length)
      last.text += token.text + token.after;
    else blocks.push({ first: token, text: token.text + token.after });
  }
  return { before, tokens: blocks.map(({ first, text }) => tokenOf(text, first.kind)) };
}

/** Each item and paragraph for itself, whatever it stands below, in one pass over the lines. */
export function splitItems(body: string): TokenList {
  const first = body.search(/\S/);
  if (first === -1) return { before: body, tokens: [] };
  const start = body.lastIndexOf('\n', first) + 1;
  const tokens: Token[] = [];
  let open: Open | null = null;
  for (const line of linesOf(body.slice(start))) {
    if (open === null || begins(line, open)) {
      if (open !== null) tokens.push(closed(open));
      open = openedBy(line);
    }
    open.lines.push(line);
    if (line.trim() === '' && open.shape !== 'fence') open.isOver = true;
    if (open.shape === 'fence' && open.lines.length > 1 && closesFence(line, open.fence)) open.isOver = true;
    if (open.shape === 'heading') open.isOver = true;
  }
  if (open !== null) tokens.push(closed(open));
  return { before: body.slice(0, start), tokens };
}

/** Whether two blocks may follow one another without a blank line: items of a list, footnotes. */
export function standTogether(first: Token, second: Token): boolean {
  return first.kind === second.kind && (first.kind === 'item' || first.kind === 'definition');
}

/** The number of an item, with its indent; null for what has none. */
export function numberOf({ kind, text }: Token): string | null {
  return kind === 'item' ? (NUMBERED.exec(text)?.[0] ?? null) : null;
}

/** The blanks before the first line of a token: what has more than an item stands below it. */
export function indentOf({ text }: Token): string {
  return /^[ \t]*/.exec(text)?.[0] ?? '';
}

function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** Whether a line begins a block of its own, after the lines of the open one. */
function begins(line: string, open: Open): boolean {
  if (line.trim() === '') return false;
  if (open.isOver) return true;
  if (open.shape === 'fence' || open.shape === 'html') return false;
  if (FENCE.test(line) || HEADING.test(line) || BULLET.test(line) || DEFINITION.test(line)) return true;
  const number = NUMBER.exec(line)?.[1];
  // A line of a paragraph may begin with « 1986. »: only 1, or the next item, begins an item.
  if (number !== undefined && (open.kind === 'item' || number === '1')) return true;
  if (QUOTE.test(line)) return open.shape !== 'quote';
  return (
    ROW.test(line) !== (open.kind === 'rows') &&
    open.shape === 'text' &&
    open.kind !== 'item' &&
    open.kind !== 'definition'
  );
}

function openedBy(line: string): Open {
  const fence = FENCE.exec(line)?.[1];
  if (fence !== undefined) return opened('code', 'fence', fence);
  if (HEADING.test(line)) return opened('heading', 'heading');
  if (BULLET.test(line) || NUMBER.test(line)) return opened('item', 'text');
  if (DEFINITION.test(line)) return opened('definition', 'text');
  if (ROW.test(line)) return opened('rows', 'text');
  if (HTML.test(line)) return opened('html', 'html');
  return opened('prose', QUOTE.test(line) ? 'quote' : 'text');
}

function opened(kind: TokenKind, shape: Open['shape'], fence = ''): Open {
  return { kind, shape, lines: [], isOver: false, fence };
}

function closesFence(line: string, fence: string): boolean {
  const text = line.trim();
  return text.length >= fence.length && text === fence.charAt(0).repeat(text.length);
}

function closed({ kind, lines }: Open): Token {
  const isTable = kind === 'prose' && lines.length < 10_000 && lines.some((line) => RULE_OF_TABLE.test(line));
  return tokenOf(lines.join(''), isTable ? 'rows' : kind);
}

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
