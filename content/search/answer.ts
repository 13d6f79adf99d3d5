import type { DocumentSection } from './document.ts';
import { createMatches, matchWord } from './match.ts';
import type { SearchedPost, SearchedView } from './post-list.ts';
import { parseQuery, type Query, type QueryWord } from './query.ts';
import { rank, type Slice } from './rank.ts';
import type { Ranked, Wanted } from './ranked.ts';
import type { Searched } from './searched.ts';
import { type Marked, markAll, snippetOf } from './snippet.ts';
import type { Tokenize } from './tokens.ts';
import { resolveWord, splitWord } from './variants.ts';

/** An article that was found. */
export interface SearchHit {
  readonly post: SearchedPost;
  /** Where to open it; null for its beginning. */
  readonly section: { readonly anchor: string; readonly heading: Marked } | null;
  readonly title: Marked;
  readonly snippet: Marked;
  /** Words of the question that it does not hold, as they were typed. */
  readonly missing: readonly string[];
}

export interface SearchAnswer {
  readonly hits: readonly SearchHit[];
  /** How many articles hold every word. */
  readonly total: number;
  /** How many others hold enough of them to be found as well, after those. */
  readonly near: number;
  /** The question with its mistyped words put right; null when there are none. */
  readonly proposal: string | null;
}

interface SearchOptions {
  readonly searched: readonly Searched[];
  readonly view: Pick<SearchedView, 'posts'>;
  readonly tokenize: Tokenize;
  /** The sections of a post, by segment and place in it; null when they cannot be read. */
  readonly sections: (part: number, document: number) => Promise<readonly DocumentSection[] | null>;
}

const NOTHING: SearchAnswer = { hits: [], total: 0, near: 0, proposal: null };

/** The articles that a question finds, best first, those of a part of the list. Only what `searched` shows is ever named. */
export async function answerTo(
  question: string,
  slice: Slice,
  options: SearchOptions,
): Promise<SearchAnswer> {
  const { searched, tokenize } = options;
  const query = parseQuery(question, tokenize);
  const resolved = query.words.map((word) => resolveWord(word, searched));
  const unheard = query.words.filter((_, word) => resolved[word]?.variants.length === 0);
  const apart = unheard.reduce((text, word) => withBlank(text, word, searched), question);
  if (apart !== question) {
    const answer = await answerTo(apart, slice, options);
    return { ...answer, proposal: answer.proposal ?? apart.trim() };
  }
  const known = query.words.filter((_, word) => (resolved[word]?.variants.length ?? 0) > 0);
  const proposal = proposalFor(
    question,
    query,
    resolved.map((one) => one.proposal),
  );
  if (known.length === 0) return { ...NOTHING, proposal };
  const matches = searched.map(createMatches);
  const wanted = known.map((word, bit): Wanted => {
    const { variants } = resolved[query.words.indexOf(word)] ?? { variants: [] };
    return { variants, rarity: matchWord(matches, bit, variants) };
  });
  const phrases = phrasesOf(query, known);
  if (phrases === null) return { ...NOTHING, proposal };
  const { best, complete, partial } = rank({ matches, wanted, phrases, slice });
  const unknown = query.words.filter((word) => !known.includes(word));
  const shown = await Promise.all(best.map((one) => hitOf(one, { known, unknown, wanted }, options)));
  const counts =
    unknown.length === 0 ? { total: complete, near: partial } : { total: 0, near: complete + partial };
  return { hits: shown.filter((hit) => hit !== null), ...counts, proposal };
}

/** The question with a blank put back in a word that no post holds, when it is two that are known. */
function withBlank(question: string, word: QueryWord, searched: readonly Searched[]): string {
  const parts = splitWord(word, searched);
  return parts === null ? question : question.replace(word.typed, () => parts.join(' '));
}

/** The phrases by the words that are known; null when one holds a word that no post does: none can match. */
function phrasesOf({ phrases, words }: Query, known: readonly QueryWord[]): Query['phrases'] | null {
  const places = words.map((word) => known.indexOf(word));
  if (phrases.flat().some(({ word }) => places[word] === -1)) return null;
  return phrases.map((phrase) => phrase.map(({ word, offset }) => ({ word: places[word] ?? 0, offset })));
}

function proposalFor(
  question: string,
  { words }: Query,
  proposals: readonly (string | null)[],
): string | null {
  if (proposals.every((proposal) => proposal === null)) return null;
  return words.reduce((text, { typed }, index) => {
    const proposal = proposals[index] ?? null;
    return proposal === null ? text : text.replace(typed, () => proposal);
  }, question.trim());
}

interface Asked {
  readonly known: readonly QueryWord[];
  readonly unknown: readonly QueryWord[];
  readonly wanted: readonly Wanted[];
}

async function hitOf(
  { place, part, document, words, section }: Ranked,
  { known, unknown, wanted }: Asked,
  { view, tokenize, sections }: SearchOptions,
): Promise<SearchHit | null> {
  const post = view.posts[place];
  if (post === undefined) return null;
  const texts = (await sections(part, document)) ?? [];
  const terms = new Map(
    wanted.flatMap(({ variants, rarity }) =>
      variants.map(({ term, weight }) => [term, rarity * weight] as const),
    ),
  );
  const opened = section === null ? undefined : texts[section];
  const missing = [...known.filter((_, word) => (words & (1 << word)) === 0), ...unknown];
  return {
    post,
    section:
      opened?.anchor == null
        ? null
        : { anchor: opened.anchor, heading: markAll(opened.heading, terms, tokenize) },
    title: markAll(post.title, terms, tokenize),
    snippet: snippetFor(post, opened, (text) => snippetOf(text, terms, tokenize)),
    missing: missing.map(({ typed }) => typed),
  };
}

/** What is shown of an article: of its section, else of its excerpt. */
function snippetFor(
  { excerpt }: SearchedPost,
  section: DocumentSection | undefined,
  cut: (text: string) => Marked,
): Marked {
  return cut(section === undefined || section.text === '' ? excerpt : section.text);
}
