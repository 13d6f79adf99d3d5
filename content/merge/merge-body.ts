import { ALIKE, similarity } from '#content/model/difference/pairs-alike.ts';
import { type BodyPart, pickChanged, type ThreeWay } from '#content/model/merge.ts';
import { type Join, joinEntries } from './joined-text.ts';
import { type Merging, mergeTokens, nameOf } from './merge-tokens.ts';
import {
  indentOf,
  numberOf,
  splitBlocks,
  splitItems,
  splitRows,
  splitSentences,
  standTogether,
} from './paragraphs.ts';
import { alignedRegions } from './regions.ts';
import { type Span, saidBy, type Token, type TokenList, type Versions, wordsOf } from './tokens.ts';

/**
 * The merge of a Markdown text: by block, then by sentence inside a paragraph or an item and by row inside a table that
 * both changed (docs/design.md, Merging prose). Fenced code and HTML are one piece. Neighbouring agreed parts are one.
 */
export function mergeBodies({ base, ours, theirs }: ThreeWay<string>): readonly BodyPart[] {
  const [inBase, inOurs, inTheirs] = [splitBlocks(base), splitBlocks(ours), splitBlocks(theirs)];
  const versions = { base: inBase.tokens, ours: inOurs.tokens, theirs: inTheirs.tokens };
  const before = pickChanged(inBase.before, inOurs.before, inTheirs.before)?.value ?? inTheirs.before;
  const parts = joinEntries(versions, mergeTokens(versions, BLOCKS), joinBlocks);
  const end = parts.length === 0 ? '' : endOfAll(versions);
  return gathered([{ kind: 'agreed', text: before }, ...parts, { kind: 'agreed', text: end }]);
}

/** The text when nothing is disputed, else null. */
export function agreedText(parts: readonly BodyPart[]): string | null {
  const texts = parts.flatMap((part) => (part.kind === 'agreed' ? [part.text] : []));
  return texts.length === parts.length ? texts.join('') : null;
}

/** Of two versions of a sentence, one with other words and one with other blanks only, the words count. */
const wordsOverBlanks: Merging['mergeInside'] = ({ base, ours, theirs }) => {
  if (ours.key === base.key) return [{ kind: 'agreed', text: theirs.text }];
  return theirs.key === base.key ? [{ kind: 'agreed', text: ours.text }] : null;
};

const SENTENCES: Merging = {
  mergeInside: wordsOverBlanks,
  piecesOf: (token) => said([token]),
};

const BLOCKS: Merging = {
  mergeInside: (blocks) => {
    const { base, ours, theirs } = blocks;
    if (base.kind === 'code' || base.kind === 'html') return null;
    if (base.kind !== ours.kind || base.kind !== theirs.kind) return wordsOverBlanks(blocks);
    const split = splitterOf([base, ours, theirs]);
    const versions = {
      base: split(base.text).tokens,
      ours: split(ours.text).tokens,
      theirs: split(theirs.text).tokens,
    };
    if (split === splitRows && headOf(versions.ours) !== headOf(versions.theirs)) return null;
    if (split === splitItems && (areBothReshaped(versions) || isRewritten(versions))) return null;
    const parts =
      split === splitItems
        ? joinEntries(versions, mergeTokens(versions, BLOCKS), joinBlocks)
        : joinEntries(versions, mergeTokens(versions, SENTENCES), joinSentences);
    // Each side may have taken away what the other kept: a paragraph that nobody wanted gone is for a person to judge.
    return parts.some((part) => part.kind === 'agreed' && part.text.trim() !== '') ? parts : null;
  },
  piecesOf: (token) => {
    const split = splitterOf([token]);
    const parts = split(token.text).tokens;
    if (split === splitItems) return parts.flatMap(BLOCKS.piecesOf);
    // Two tables may have the same columns, two pieces of code are in one language.
    const pieces = said(parts.slice(token.kind === 'rows' ? 2 : token.kind === 'code' ? 1 : 0));
    return token.kind === 'definition' ? [...pieces, nameOf(token) ?? ''] : pieces;
  },
};

function said(tokens: readonly Token[]): readonly string[] {
  return tokens.map(saidBy).filter((text) => text !== '');
}

/** An item with others below it is cut into these, a table or code into lines, whatever else into sentences. */
function splitterOf(versions: readonly Token[]): (text: string) => TokenList {
  const hasLines = versions.some(({ kind }) => kind === 'rows' || kind === 'code');
  if (hasLines) return splitRows;
  const isList = versions.some(({ kind, text }) => kind === 'item' && splitItems(text).tokens.length > 1);
  return isList ? splitItems : splitSentences;
}

/** Both changed how many items and paragraphs there are below an item, how deep or in what order: one may be below another. */
function areBothReshaped(versions: Versions): boolean {
  const regions = alignedRegions(versions);
  const shape = (side: keyof Versions, { start, end }: Span): string =>
    JSON.stringify(versions[side].slice(start, end).map((token) => [indentOf(token), numberOf(token)]));
  return (['ours', 'theirs'] as const).every((side) =>
    regions.some((region) => shape(side, region[side]) !== shape('base', region.base)),
  );
}

/** An item whose own words are others on one side may be another item: what the other side put below it is about the first. */
function isRewritten({ base: [base], ours: [ours], theirs: [theirs] }: Versions): boolean {
  return [ours, theirs].some(
    (own) => base !== undefined && own !== undefined && similarity(wordsOf(base), wordsOf(own)) < ALIKE,
  );
}

/** How many columns a table has, and how they are aligned. */
function headOf(rows: readonly Token[]): string {
  const [head, rule] = rows;
  return `${head?.text.split('|').length} ${rule?.key}`;
}

/** What follows the last block; a side without any has no say. */
function endOfAll({ base, ours, theirs }: Versions): string {
  const baseEnd = base.at(-1)?.after ?? '';
  const theirsEnd = theirs.at(-1)?.after ?? baseEnd;
  return pickChanged(baseEnd, ours.at(-1)?.after ?? baseEnd, theirsEnd)?.value ?? theirsEnd;
}

const BLANK_LINE = /\n[ \t]*\r?\n/;

/** Two items stay in one list, two footnotes in one list of them; whatever else meets is kept apart by a blank line. */
const joinBlocks: Join = (first, second, before) => {
  if (standTogether(first, second)) return before.includes('\n') ? before : '\n';
  return [first.after, before].find((gap) => BLANK_LINE.test(gap)) ?? '\n\n';
};

/** A sentence that began a line begins one again: it may carry the sign of a quote or a row. */
const joinSentences: Join = (first, _, before) => {
  if (before.includes('\n')) return before;
  return [before, first.after].find((gap) => gap !== '') ?? ' ';
};

function gathered(parts: readonly BodyPart[]): readonly BodyPart[] {
  const whole: BodyPart[] = [];
  for (const part of parts) {
    const last = whole.at(-1);
    if (part.kind === 'disputed') whole.push(part);
    else if (last?.kind === 'agreed')
      whole[whole.length - 1] = { kind: 'agreed', text: last.text + part.text };
    else if (part.text !== '') whole.push(part);
  }
  return whole;
}
