import { stem, type Token, type Tokenize } from './words.ts';

/** Longest question, in characters, and most words of it that are looked for. */
const MAX_QUERY_LENGTH = 200;
const MAX_QUERY_WORDS = 12;
/** A shorter beginning of a word would mean hundreds of them. */
const MIN_BEGINNING = 3;

export interface QueryWord {
  readonly typed: string;
  readonly folded: string;
  readonly term: string;
  /** Stems of what it may be written as together with its neighbours: « burn out », « burnout ». */
  readonly joined: readonly string[];
  /** Whether the reader may be typing it still. */
  readonly isBeginning: boolean;
}

export interface Query {
  readonly words: readonly QueryWord[];
  /** Words that must follow each other, as far as they are looked for. */
  readonly phrases: readonly (readonly Token[])[];
}

const QUOTED = /["“”«»]([^"“”«»]*)["“”«»]/g;

/** What a reader's question looks for: its words, and those between quotation marks as they stand. */
export function parseQuery(text: string, tokenize: Tokenize): Query {
  const asked = text.slice(0, MAX_QUERY_LENGTH);
  const tokens = tokenize(asked);
  const plain = tokens.filter(({ isCompound }) => !isCompound);
  const words = new Map<string, QueryWord>();
  for (const [index, token] of plain.entries()) {
    const { term, folded, start, end } = token;
    if (words.has(term) || words.size === MAX_QUERY_WORDS) continue;
    words.set(term, {
      typed: asked.slice(start, end),
      folded,
      term,
      joined: joinedWith(token, [plain[index - 1], plain[index + 1]], tokens),
      isBeginning: end === asked.length && folded.length >= MIN_BEGINNING,
    });
  }
  const phrases = [...asked.matchAll(QUOTED)].map(({ index, 0: { length } }) => {
    const quoted = plain.filter(({ start, end }) => start > index && end < index + length);
    // Past MAX_QUERY_WORDS the rest of a quotation is let be.
    const rest = quoted.findIndex(({ term }) => !words.has(term));
    return quoted.slice(0, rest === -1 ? quoted.length : rest);
  });
  return { words: [...words.values()], phrases: phrases.filter(({ length }) => length > 1) };
}

function joinedWith(
  token: Token,
  neighbours: readonly (Token | undefined)[],
  tokens: readonly Token[],
): readonly string[] {
  const compounds = tokens
    .filter(({ isCompound, start, end }) => isCompound && start <= token.start && end >= token.end)
    .map(({ term }) => term);
  const pairs = neighbours.flatMap((neighbour) => {
    if (neighbour === undefined || Math.abs(neighbour.position - token.position) !== 1) return [];
    const [left, right] = neighbour.position < token.position ? [neighbour, token] : [token, neighbour];
    return [stem(left.folded + right.folded)];
  });
  return [...new Set([...compounds, ...pairs])];
}
