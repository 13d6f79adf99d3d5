import { DamagedIndexError } from '../index/index-damage.ts';
import type { IndexFile } from '../index/index-file.ts';
import {
  above,
  bySection,
  COLUMNS,
  countIn,
  createPostReader,
  type FoundPost,
  inPlace,
} from './post-table.ts';
import { parseQuery, type Query, type QueryWord } from './query.ts';
import { createVocabulary } from './vocabulary.ts';
import type { Token, Tokenize } from './words.ts';

/** An article that was found. */
export interface SearchHit {
  readonly slug: string;
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

/** Of a list of posts those from `offset` on, `limit` at most. */
export interface Slice {
  readonly offset: number;
  readonly limit: number;
}

/** A word of a question, and the stems that it stands for. */
interface KnownWord {
  readonly word: QueryWord;
  readonly terms: readonly string[];
}

/** The same, as it is looked for. */
interface Wanted extends KnownWord {
  /** What few posts hold tells them apart from the others. */
  readonly rarity: number;
}

/** Posts that match in the same way: what FTS5 is asked for them, and the words that are shown in them. */
interface Tier {
  readonly expression: string;
  readonly wanted: readonly Wanted[];
  /** Whether some of them may be missing. */
  readonly isPartial: boolean;
  /** How many posts this tier and those before it hold. */
  readonly upTo: () => number;
}

const NOTHING: SearchAnswer = { hits: [], total: 0, near: 0, proposal: null };
/** The share of a question, by rarity, that a post must hold when it does not hold all. */
const LEAST_SHARE = 0.3;
const LEAST_RARITY = 0.05;
/** Words, the rarest, that are told apart where a post need not hold all. */
const MAX_NEAR_WORDS = 6;
/** Where those do not fill a page, and more than this come next, the newest of these do: telling them apart takes long. */
const MANY = 1000;
const SCORE = `bm25(post_words, ${Object.values(COLUMNS).join(', ')}) * weight`;

/** Answers questions to the tables of post-table.ts, as they are at that moment. */
export function createQuestions(
  index: IndexFile,
  tokenize: Tokenize,
): (question: string, slice: Slice) => SearchAnswer {
  const vocabulary = createVocabulary(index);
  const read = createPostReader(index);
  const postCount = index.prepare<[], number>('SELECT count(*) FROM post').pluck();
  const count = index
    .prepare<[string], number>('SELECT count(*) FROM post_words WHERE post_words MATCH ?')
    .pluck();
  // A bare parameter there has SQLite plan the statement again at each call: it looks how few rows are wanted.
  const inOrder = (order: string) =>
    index
      .prepare<[string, number, number], number>(
        `SELECT post.id FROM post_words JOIN post ON post.id = post_words.rowid WHERE post_words MATCH ?
          ORDER BY ${order} LIMIT (? + 0) OFFSET (? + 0)`,
      )
      .pluck();
  const best = inOrder(`${SCORE}, date DESC, post.id`);
  const newest = inOrder('date DESC, post.id');

  const countOf = (expression: string): number => count.get(expression) ?? 0;

  /** Of the posts of all tiers, one after the other, a part. */
  function take(tiers: readonly Tier[], { offset, limit }: Slice): readonly SearchHit[] {
    const hits: SearchHit[] = [];
    let before = 0;
    for (const [place, tier] of tiers.entries()) {
      const order = place > 0 && tier.upTo() - before > MANY ? newest : best;
      const ids = order.all(tier.expression, limit - hits.length, Math.max(0, offset - before));
      hits.push(...ids.map((id) => hitOf(id, tier)));
      if (hits.length === limit) break;
      before = tier.upTo();
    }
    return hits;
  }

  function hitOf(id: number, { wanted, isPartial }: Tier): SearchHit {
    const { slug, document, stems } = read(id);
    const { title, excerpt, subtitle, sections } = document;
    const place = missingIn(stems.title, wanted).length === 0 ? null : placeToOpen(stems, wanted);
    const section = place === null ? null : (sections[place] ?? null);
    const weights = new Map(wanted.flatMap(({ terms, rarity }) => terms.map((term) => [term, rarity])));
    const holds = (shown: string): boolean => found(shown, weights, tokenize).length > 0;
    const about = () => [excerpt, subtitle ?? ''].find(holds) ?? excerpt;
    const text = section === null || section.text === '' ? about() : section.text;
    return {
      slug,
      section:
        section?.anchor == null
          ? null
          : { anchor: section.anchor, heading: markAll(section.heading, weights, tokenize) },
      title: markAll(title, weights, tokenize),
      snippet: snippetOf(text, weights, tokenize),
      missing: isPartial ? missingIn(Object.values(stems).join(' '), wanted).map(({ typed }) => typed) : [],
    };
  }

  function answer(question: string, slice: Slice): SearchAnswer {
    const query = parseQuery(question, tokenize);
    const resolved = query.words.map((word) => ({ word, ...vocabulary.resolve(word) }));
    const unheard = resolved.filter(({ terms }) => terms.length === 0).map(({ word }) => word);
    const apart = unheard.reduce((text, word) => withBlank(text, word), question);
    if (apart !== question) {
      const found = answer(apart, slice);
      return { ...found, proposal: found.proposal ?? apart.trim() };
    }
    const known = resolved.filter(({ terms }) => terms.length > 0);
    const proposal = proposalFor(question, resolved);
    const phrases = phrasesOf(query, known);
    if (known.length === 0 || phrases === null) return { ...NOTHING, proposal };
    const posts = postCount.get() ?? 0;
    const wanted = known.map((one) => wantedOf(one, posts));
    const loose = known.map((one) => wantedOf({ ...one, terms: [...one.terms, ...one.begun] }, posts));
    const asTyped = allOf(wanted, phrases);
    const every = allOf(loose, phrases);
    const first = above(asTyped);
    const enough = [enoughOf(loose), ...phrases].join(' AND ');
    const complete = countOf(every);
    const near = loose.length === 1 ? 0 : countOf(enough) - complete;
    const typed = every === asTyped ? complete : countOf(asTyped);
    if (complete + near === 0) return { ...NOTHING, proposal };
    const tiers: Tier[] = [
      { expression: first, wanted, isPartial: false, upTo: () => countOf(first) },
      { expression: `${asTyped} NOT ${first}`, wanted, isPartial: false, upTo: () => typed },
    ];
    const longer = { expression: `${every} NOT ${asTyped}`, wanted: loose, isPartial: false };
    if (complete > typed) tiers.push({ ...longer, upTo: () => complete });
    const partial = { expression: `(${enough}) NOT ${every}`, wanted: loose, isPartial: true };
    if (near > 0) tiers.push({ ...partial, upTo: () => complete + near });
    const hits = take(tiers, slice);
    const isFull = hits.length === slice.limit || hits.length === Math.max(0, complete + near - slice.offset);
    if (!isFull) throw new DamagedIndexError('posts that match are not there');
    const missing = unheard.map(({ typed }) => typed);
    return {
      hits: hits.map((hit) => ({ ...hit, missing: [...hit.missing, ...missing] })),
      ...(missing.length === 0 ? { total: complete, near } : { total: 0, near: complete + near }),
      proposal,
    };
  }

  function wantedOf({ word, terms }: KnownWord, posts: number): Wanted {
    const held = Math.min(posts, vocabulary.postsWith(terms));
    const rarity = Math.max(LEAST_RARITY, Math.log(1 + (posts - held + 0.5) / (held + 0.5)));
    return { word, terms, rarity };
  }

  /** The question with a blank put back in a word that no post holds, when it is two that are known. */
  function withBlank(question: string, word: QueryWord): string {
    const parts = vocabulary.split(word);
    return parts === null ? question : question.replace(word.typed, () => parts.join(' '));
  }

  return answer;
}

function anyOf({ terms }: Pick<Wanted, 'terms'>): string {
  return `(${terms.map((term) => `"${term}"`).join(' OR ')})`;
}

function allOf(wanted: readonly Wanted[], phrases: readonly string[]): string {
  return `(${[...wanted.map(anyOf), ...phrases].join(' AND ')})`;
}

/** The phrases as FTS5 is asked for them; null when one holds a word that no post does: none can match. */
function phrasesOf({ phrases }: Query, known: readonly KnownWord[]): readonly string[] | null {
  const terms = new Map(known.map(({ word, terms: [first = ''] }) => [word.term, first]));
  if (phrases.flat().some(({ term }) => !terms.has(term))) return null;
  return phrases.map((phrase) => {
    const placed = phrase.map(({ term, position }) => ({ term: terms.get(term) ?? term, position }));
    return `"${inPlace(placed)}"`;
  });
}

function proposalFor(
  question: string,
  resolved: readonly { readonly word: QueryWord; readonly proposal: string | null }[],
): string | null {
  let text = question.trim();
  let isOther = false;
  for (const { word, proposal } of resolved)
    if (proposal !== null) {
      text = text.replace(word.typed, () => proposal);
      isOther = true;
    }
  return isOther ? text : null;
}

/** Posts that hold so many of the words that their rarities are {@link LEAST_SHARE} of all. */
function enoughOf(wanted: readonly Wanted[]): string {
  const rarest = wanted.toSorted((a, b) => b.rarity - a.rarity).slice(0, MAX_NEAR_WORDS);
  const least = LEAST_SHARE * rarest.reduce((sum, { rarity }) => sum + rarity, 0);
  const sets: string[] = [];
  const extend = (from: number, chosen: readonly string[], share: number): void => {
    if (share >= least) {
      sets.push(`(${chosen.join(' AND ')})`);
      return;
    }
    for (const [place, one] of rarest.entries())
      if (place >= from) extend(place + 1, [...chosen, anyOf(one)], share + one.rarity);
  };
  extend(0, [], 0);
  return `(${sets.join(' OR ')})`;
}

/** The words of the question that are not among the stems. */
function missingIn(stems: string, wanted: readonly Wanted[]): readonly QueryWord[] {
  return wanted.filter(({ terms }) => countIn(stems, terms) === 0).map(({ word }) => word);
}

/** The place of the section that says most of the question, by rarity; null when none does. */
function placeToOpen({ headings, body }: FoundPost['stems'], wanted: readonly Wanted[]): number | null {
  const titles = bySection(headings);
  let best = { place: null as number | null, worth: 0 };
  for (const [place, text] of bySection(body).entries()) {
    let worth = 0;
    for (const { terms, rarity } of wanted) {
      const inHeading = countIn(titles[place] ?? '', terms);
      const count = inHeading + countIn(text, terms);
      if (count > 0) worth += rarity * Math.min(2, 1 + 0.1 * (count - 1) + 0.6 * inHeading);
    }
    if (worth > best.worth) best = { place, worth };
  }
  return best.place;
}

/** From where to where something is in a text, in UTF-16 units. */
type Range = readonly [start: number, end: number];

/** A stretch of a text, and what in it was looked for. */
interface Marked {
  readonly text: string;
  readonly ranges: readonly Range[];
}

/** Longest snippet, in characters, without its ellipses. */
const LONGEST = 190;
/** What is shown before the first word found, at most. */
const BEFORE = 60;
const ELLIPSIS = '… ';

/** A text with what was looked for in it. */
function markAll(text: string, terms: ReadonlyMap<string, number>, tokenize: Tokenize): Marked {
  return { text, ranges: joined(found(text, terms, tokenize)) };
}

/** The stretch of a text that holds most of what was looked for, by how rare each stem is; its beginning when none is. */
function snippetOf(text: string, terms: ReadonlyMap<string, number>, tokenize: Tokenize): Marked {
  const tokens = found(text, terms, tokenize);
  if (text.length <= LONGEST) return { text, ranges: joined(tokens) };
  const from = startBefore(text, bestStart(tokens, terms));
  const to = endAfter(text, from + LONGEST);
  const before = from === 0 ? '' : ELLIPSIS;
  const shift = before.length - from;
  const inside = tokens.filter(({ start, end }) => start >= from && end <= to);
  const cut = text.slice(from, to);
  // A sentence that is whole keeps its end: « échange. … », and not four dots.
  const after = /[.!?…]$/.test(cut) ? '\u00a0…' : '…';
  return {
    text: `${before}${cut}${to < text.length ? after : ''}`,
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
