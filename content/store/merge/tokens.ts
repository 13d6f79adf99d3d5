/** Tokens `baseStart` to `baseEnd` (not included) of the base became those of a side. */
export interface Change {
  readonly baseStart: number;
  readonly baseEnd: number;
  readonly sideStart: number;
  readonly sideEnd: number;
}

/**
 * How a piece of text may be cut further: prose into sentences, a table into its rows, code not at all. A definition is a
 * footnote's text or a link's address.
 */
export type TokenKind = 'prose' | 'heading' | 'item' | 'definition' | 'rows' | 'row' | 'whole';

/** A piece of a text that is merged as one: a block of a body, a sentence of a paragraph, a row of a table. */
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  /** The blanks and line ends that follow it. */
  readonly after: string;
  /** Two pieces with one key differ in blanks at most, or in the number that a list counts them by. */
  readonly key: string;
}

/** A text in pieces: `before`, then each piece's `text` and `after`, is the text again, character for character. */
export interface TokenList {
  readonly before: string;
  readonly tokens: readonly Token[];
}

/** A token of `text`, whose trailing blanks become what follows it. */
export function tokenOf(text: string, kind: TokenKind): Token {
  const content = text.trimEnd();
  const key = content.replace(/\s+/g, ' ').trim().replace(ITEM_NUMBER, '0');
  return { kind, text: content, after: text.slice(content.length), key };
}

/** The number of an item, which says where it stands and nothing about it. */
const ITEM_NUMBER = /^\d{1,9}(?=[.)] )/;

/** The text of some neighbouring tokens, without what follows the last of them. */
export function textOf(tokens: readonly Token[]): string {
  return tokens.map(({ text, after }, at) => (at === tokens.length - 1 ? text : text + after)).join('');
}

/** Words looked at to tell whether two tokens are versions of one text. */
const MAX_WORDS = 300;

/** The words of a token, without regard to case. */
export function wordsOf({ key }: Token): ReadonlySet<string> {
  const words = new Set<string>();
  for (const [word] of key.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    words.add(word.toLowerCase());
    if (words.size === MAX_WORDS) break;
  }
  return words;
}

/** How much two texts have in common, by their words: 0 nothing, 1 all. */
export function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size + b.size === 0) return 0;
  let shared = 0;
  for (const word of a) if (b.has(word)) shared += 1;
  return (2 * shared) / (a.size + b.size);
}
