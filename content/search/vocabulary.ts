import type { IndexFile } from '../index/index-file.ts';
import type { QueryWord } from './query.ts';
import { stem } from './words.ts';

/** What a word of a question stands for among those of the posts. */
export interface Resolved {
  /** Stems; none when nothing is like it. */
  readonly terms: readonly string[];
  /** Others that are longer than what was typed: the reader may not have finished. */
  readonly begun: readonly string[];
  /** How a text writes the word that was probably meant; null when the one typed is known. */
  readonly proposal: string | null;
}

/** Most words that a beginning stands for, the most frequent first, and that a mistyped one does. */
const MAX_BEGUN = 24;
const MAX_NEAR = 4;
/** A word may be longer than the known stem it begins with: « investisse ». */
const MIN_ROOT = 5;
/** The two words of a joined one: shorter ones are in too many words by chance. */
const MIN_SPLIT = 4;
const ELISION = /^(?:[dl]|qu)(?=[aeiouyh])/;
/** Greater than any letter. */
const LAST = '\u{10FFFF}';

interface Word {
  readonly term: string;
  readonly written: string;
  readonly posts: number;
}

/** The words of the posts that are found. */
export function createVocabulary(index: IndexFile) {
  const one = index.prepare<[string], 1>('SELECT 1 FROM word WHERE term = ?').pluck();
  const beginning = index
    .prepare<[string, string], string>(
      `SELECT term FROM word WHERE folded >= ? AND folded < ? GROUP BY term ORDER BY sum(posts) DESC LIMIT ${MAX_BEGUN}`,
    )
    .pluck();
  const byFolded = index.prepare<[string], Word>('SELECT term, written, posts FROM word WHERE folded = ?');
  const everyFolded = index.prepare<[], string>('SELECT folded FROM word').pluck();
  const posts = index.prepare<[string], number | null>('SELECT sum(posts) FROM word WHERE term = ?').pluck();
  const version = index.prepare<[], number>('SELECT total_changes()').pluck();
  let folded: { readonly version: number; readonly words: readonly string[] } | null = null;

  const isKnown = (term: string): boolean => one.get(term) !== undefined;

  /** All of them, in order. */
  function allWords(): readonly string[] {
    const now = version.get() ?? 0;
    if (folded?.version !== now) folded = { version: now, words: everyFolded.all().sort() };
    return folded.words;
  }

  function near(typed: string): Resolved | null {
    const limit = /\d/.test(typed) ? 0 : allowedDistance(typed.length);
    if (limit === 0) return null;
    const words = nearest(allWords(), typed, limit)
      .flatMap((text) => byFolded.get(text) ?? [])
      .sort((a, b) => likeness(b, typed) - likeness(a, typed) || b.posts - a.posts)
      .slice(0, MAX_NEAR);
    const [first] = words;
    if (first === undefined) return null;
    return { terms: [...new Set(words.map(({ term }) => term))], begun: [], proposal: first.written };
  }

  /** The longest known stem that the word begins with. */
  function root(typed: string): readonly string[] {
    for (let length = typed.length - 1; length >= MIN_ROOT && length * 2 > typed.length; length -= 1) {
      const term = typed.slice(0, length);
      if (isKnown(term)) return [term];
    }
    return [];
  }

  return {
    /** The word itself, else what it nearly is. */
    resolve(word: QueryWord): Resolved {
      const terms = [...new Set([word.term, ...word.joined])].filter(isKnown);
      const begun = word.isBeginning ? beginning.all(word.folded, word.folded + LAST) : [];
      if (terms.length > 0)
        return { terms, begun: begun.filter((term) => !terms.includes(term)), proposal: null };
      if (begun.length > 0) return { terms: begun, begun: [], proposal: null };
      return near(word.folded) ?? { terms: root(word.folded), begun: [], proposal: null };
    },

    /** How many posts hold one of the stems, about: those with two forms of one count twice. */
    postsWith: (terms: readonly string[]): number =>
      terms.reduce((sum, term) => sum + (posts.get(term) ?? 0), 0),

    /**
     * A word of the question as the two known words that it is when a blank was left out, the second one without what it was
     * elided to: « chefdœuvre »; null when it is no such thing.
     */
    split({ folded: whole, typed }: QueryWord): readonly [string, string] | null {
      // Cut as it was typed, accents and all, where each letter is one.
      const text = typed.length === whole.length ? typed : whole;
      for (let length = whole.length - MIN_SPLIT; length >= MIN_SPLIT; length -= 1) {
        const second = whole.slice(length).replace(ELISION, '');
        if (second.length >= MIN_SPLIT && isKnown(stem(whole.slice(0, length))) && isKnown(stem(second)))
          return [text.slice(0, length), text.slice(whole.length - second.length)];
      }
      return null;
    },
  };
}

/** Hands seldom miss the first letter. */
function likeness({ written }: Word, typed: string): number {
  return written.charAt(0) === typed.charAt(0) ? 1 : 0;
}

/** How many letters may be wrong in a word of this length: none in a short one, which too many others look like. */
function allowedDistance(length: number): number {
  if (length < 4) return 0;
  return length < 8 ? 1 : 2;
}

/**
 * The words of a sorted list that differ from `wanted` in at most `limit` letters (Damerau’s distance: two neighbours that changed
 * places are one letter), the nearest ones only. What a word begins with as the one before it is not compared again.
 */
export function nearest(words: readonly string[], wanted: string, limit: number): readonly string[] {
  const width = wanted.length + 1;
  /** A row for each letter of a word; those of a shared beginning serve again. */
  const rows = new Uint16Array((wanted.length + limit + 1) * width);
  /** The least of each row: what longer words cannot be nearer than. */
  const least = new Uint16Array(wanted.length + limit + 1);
  for (let column = 0; column < width; column += 1) rows[column] = column;
  let before = '';
  let filled = 0;
  let near: string[] = [];
  let within = limit;

  function fill(word: string, length: number): void {
    const row = length * width;
    const above = row - width;
    const letter = word.charCodeAt(length - 1);
    const last = word.charCodeAt(length - 2);
    rows[row] = length;
    let lowest = length;
    for (let column = 1; column < width; column += 1) {
      const own = wanted.charCodeAt(column - 1);
      let cost = (rows[above + column - 1] ?? 0) + (own === letter ? 0 : 1);
      cost = Math.min(cost, (rows[above + column] ?? 0) + 1, (rows[row + column - 1] ?? 0) + 1);
      const isSwapped = column > 1 && length > 1 && own === last && wanted.charCodeAt(column - 2) === letter;
      if (isSwapped) cost = Math.min(cost, (rows[above - width + column - 2] ?? 0) + 1);
      rows[row + column] = cost;
      if (cost < lowest) lowest = cost;
    }
    least[length] = lowest;
  }

  /** More than `within` where it is too far. */
  function distanceTo(word: string): number {
    let shared = 0;
    while (shared < filled && word.charCodeAt(shared) === before.charCodeAt(shared)) shared += 1;
    before = word;
    for (filled = 0; filled < word.length; ) {
      filled += 1;
      if (filled > shared) fill(word, filled);
      if ((least[filled] ?? 0) > within) return within + 1;
    }
    return rows[word.length * width + width - 1] ?? within + 1;
  }

  for (const word of words) {
    if (Math.abs(word.length - wanted.length) > within) continue;
    const distance = distanceTo(word);
    if (distance < within) near = [];
    if (distance <= within) {
      within = distance;
      near.push(word);
    }
  }
  return near;
}
