import type { Token, Tokenize } from './tokens.ts';

/** From where to where something is in a text, in UTF-16 units. */
type Range = readonly [start: number, end: number];

/** A stretch of a text, and what in it was looked for. */
export interface Marked {
  readonly text: string;
  readonly ranges: readonly Range[];
}

/** Longest snippet, in characters, without its ellipses. */
const LONGEST = 190;
/** What is shown before the first word found, at most. */
const BEFORE = 60;
const ELLIPSIS = '… ';

/** A text with what was looked for in it. */
export function markAll(text: string, terms: ReadonlyMap<string, number>, tokenize: Tokenize): Marked {
  return { text, ranges: joined(found(text, terms, tokenize)) };
}

/** The stretch of a text that holds most of what was looked for, by how rare each stem is; its beginning when none is. */
export function snippetOf(text: string, terms: ReadonlyMap<string, number>, tokenize: Tokenize): Marked {
  const tokens = found(text, terms, tokenize);
  if (text.length <= LONGEST) return { text, ranges: joined(tokens) };
  const from = startBefore(text, bestStart(tokens, terms));
  const to = endAfter(text, from + LONGEST);
  const before = from === 0 ? '' : ELLIPSIS;
  const shift = before.length - from;
  const inside = tokens.filter(({ start, end }) => start >= from && end <= to);
  return {
    text: `${before}${text.slice(from, to)}${to < text.length ? '…' : ''}`,
    ranges: joined(inside).map(([start, end]) => [start + shift, end + shift]),
  };
}

function found(text: string, terms: ReadonlyMap<string, number>, tokenize: Tokenize): readonly Token[] {
  return tokenize(text).filter(({ term }) => terms.has(term));
}

/** The first word of the richest stretch. */
function bestStart(tokens: readonly Token[], terms: ReadonlyMap<string, number>): number {
  let best = { start: 0, worth: 0 };
  for (const [index, { start }] of tokens.entries()) {
    const seen = new Set<string>();
    let worth = 0;
    for (let next = index; next < tokens.length; next += 1) {
      const token = tokens[next];
      if (token === undefined || token.end > start + LONGEST - BEFORE) break;
      const value = terms.get(token.term) ?? 0;
      worth += seen.has(token.term) ? value / 10 : value;
      seen.add(token.term);
    }
    if (worth > best.worth) best = { start, worth };
  }
  return best.start;
}

/** The sentence that a place is in, when it begins near enough; else a word before it. */
function startBefore(text: string, place: number): number {
  if (place <= BEFORE) return 0;
  const before = text.slice(place - BEFORE, place);
  const sentence = /^.*[.!?…][»”]?\s+/s.exec(before)?.[0].length;
  if (sentence !== undefined) return place - BEFORE + sentence;
  const blank = before.indexOf(' ');
  return blank === -1 ? place : place - BEFORE + blank + 1;
}

function endAfter(text: string, place: number): number {
  if (place >= text.length) return text.length;
  const blank = text.lastIndexOf(' ', place);
  return blank > place - BEFORE ? blank : place;
}

/** Ranges in order, those that meet made one. */
function joined(tokens: readonly Token[]): readonly Range[] {
  const ranges: [number, number][] = [];
  for (const { start, end } of [...tokens].sort((a, b) => a.start - b.start)) {
    const last = ranges.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else ranges.push([start, end]);
  }
  return ranges;
}
