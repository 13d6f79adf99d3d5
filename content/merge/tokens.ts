import { wordsIn } from '#content/model/difference/pairs-alike.ts';
import type { ThreeWay } from '#content/model/merge.ts';

/**
 * How a piece of text may be cut further: prose into sentences, a table into its rows, code and HTML not at all. A
 * definition is a footnote's text or a link's address.
 */
export type TokenKind = 'prose' | 'heading' | 'item' | 'definition' | 'rows' | 'row' | 'code' | 'html';

/** A piece of a text that is merged as one: a block of a body, a sentence of a paragraph, a row of a table. */
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  /** The blanks and line ends that follow it. */
  readonly after: string;
  /** Two pieces with one key differ at most in blanks, and not in how deep they stand. */
  readonly key: string;
}

/** A text in pieces: `before`, then each piece's `text` and `after`, is the text again, character for character. */
export interface TokenList {
  readonly before: string;
  readonly tokens: readonly Token[];
}

/** Tokens `start` to `end` (not included) of one version. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export type Versions = ThreeWay<readonly Token[]>;

/** A token of `text`, whose trailing blanks become what follows it. */
export function tokenOf(text: string, kind: TokenKind): Token {
  const content = text.trimEnd();
  const [depth] = /^[ \t]*/.exec(content) ?? [''];
  const key = depth + content.replace(/\s+/g, ' ').trim();
  return { kind, text: content, after: text.slice(content.length), key };
}

/** The text of some neighbouring tokens, without what follows the last of them. */
export function spanText(tokens: readonly Token[], { start, end }: Span): string {
  const some = tokens.slice(start, end);
  return some.map(({ text, after }, at) => (at === some.length - 1 ? text : text + after)).join('');
}

/** The sign of a list, a quote or a heading: it says where a text stands and nothing about it. */
const SIGN = /^(?:(?:[-*+>]|#{1,6}|\d{1,9}[.)]) )+/;

const HTML_TAG = /<[^<>]*>/g;

/** What a token says, wherever it stands; '' when there is neither letter nor digit in it. */
export function saidBy({ key }: Token): string {
  const said = key.trim().replace(SIGN, '').replace(HTML_TAG, '').trim();
  return /[\p{L}\p{N}]/u.test(said) ? said : '';
}

/** The words of a token, without regard to case. */
export function wordsOf(token: Token): ReadonlySet<string> {
  return wordsIn(saidBy(token));
}
