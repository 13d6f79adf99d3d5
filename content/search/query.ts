import { stem } from './stem.ts';
import type { Token, Tokenize } from './tokens.ts';

/** Longest question, in characters, and most words of it that are looked for. */
const MAX_QUERY_LENGTH = 200;
const MAX_QUERY_WORDS = 12;
/** A shorter beginning of a word would mean hundreds of them. */
const MIN_BEGINNING = 3;

/** A word that is looked for. */
export interface QueryWord {
  /** As the reader typed it. */
  readonly typed: string;
  readonly folded: string;
  readonly term: string;
  /** Stems of what it may be written as together with its neighbours: « burn out », « burnout ». */
  readonly joined: readonly string[];
  /** Whether the reader may be typing it still. */
  readonly isBeginning: boolean;
}

/** Words that must follow each other, by their place in the list of words, with how far they are from the first. */
type Phrase = readonly { readonly word: number; readonly offset: number }[];

export interface Query {
  readonly words: readonly QueryWord[];
  readonly phrases: readonly Phrase[];
}

const QUOTED = /["“”«»]([^"“”«»]*)["“”«»]/g;

/** What a reader's question looks for: its words, and those between quotation marks as they stand. */
export function parseQuery(text: string, tokenize: Tokenize): Query {
  const asked = text.slice(0, MAX_QUERY_LENGTH);
  const tokens = tokenize(asked);
  const plain = tokens.filter(({ isCompound }) => !isCompound);
  const words: QueryWord[] = [];
  const byTerm = new Map<string, number>();
  for (const [index, token] of plain.entries()) {
    if (byTerm.has(token.term) || words.length === MAX_QUERY_WORDS) continue;
    byTerm.set(token.term, words.length);
    words.push({
      ...{ typed: asked.slice(token.start, token.end), folded: token.folded, term: token.term },
      joined: joinedWith(token, [plain[index - 1], plain[index + 1]], tokens),
      isBeginning: token.end === asked.length && token.folded.length >= MIN_BEGINNING,
    });
  }
  const phrases = [...asked.matchAll(QUOTED)].map(({ index, 0: { length } }) =>
    phraseOf(
      plain.filter(({ start, end }) => start > index && end < index + length),
      byTerm,
    ),
  );
  return { words, phrases: phrases.filter(({ length }) => length > 1) };
}

/** As far as its words are looked for: past {@link MAX_QUERY_WORDS} the rest of a quotation is let be. */
function phraseOf(tokens: readonly Token[], byTerm: ReadonlyMap<string, number>): Phrase {
  const first = tokens[0]?.position ?? 0;
  const end = tokens.findIndex(({ term }) => !byTerm.has(term));
  return tokens.slice(0, end === -1 ? tokens.length : end).flatMap(({ term, position }) => {
    const word = byTerm.get(term);
    return word === undefined ? [] : [{ word, offset: position - first }];
  });
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
