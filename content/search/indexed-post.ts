import type { PostMetadata } from '../model/post.ts';
import type { DocumentSection } from './document.ts';
import type { Token, Tokenize } from './tokens.ts';

/** What can be found of a post. */
export interface SearchDocument extends Pick<PostMetadata, 'title' | 'tags' | 'category' | 'excerpt'> {
  readonly sections: readonly DocumentSection[];
}

/** A post as words. */
export interface IndexedPost {
  /** Its stems as {@link COLUMNS} are searched, a blank between two. */
  readonly columns: readonly string[];
  /** What its score is multiplied by. */
  readonly weight: number;
  /** Its different words, by their folded form. */
  readonly words: ReadonlyMap<string, Pick<Token, 'term' | 'written'>>;
}

/** The parts of a post and what a word counts in each: a title says more than a line of the text. */
export const COLUMNS = { title: 20, tags: 8, category: 5, excerpt: 5, headings: 5, body: 1 } as const;
/** No word: it keeps quoted phrases from reaching from one part to the next. */
const BOUNDARY = ' · ';
/** The same, between two sections. */
const SECTION = ' § ';
/** A word that is not looked for. */
const SILENT = '∅';
/** FTS5 holds the length of a text against it more than is good among articles, some five times as long as others. */
const LENGTH_POWER = 0.1;

/** Cuts a post into words, as they are looked for. */
export function indexedPost(
  { title, tags, category, excerpt, sections }: SearchDocument,
  tokenize: Tokenize,
): IndexedPost {
  const words = new Map<string, Token>();
  const stems = (text: string): string => {
    const tokens = tokenize(text);
    for (const token of tokens) if (!words.has(token.folded)) words.set(token.folded, token);
    return stemsOf(tokens);
  };
  const columns: Readonly<Record<keyof typeof COLUMNS, string>> = {
    title: stems(title),
    tags: tags.map(stems).join(BOUNDARY),
    category: stems(category),
    excerpt: stems(excerpt),
    headings: sections.map(({ heading }) => stems(heading)).join(SECTION),
    body: sections.map(({ text }) => stems(text)).join(SECTION),
  };
  return {
    columns: Object.keys(COLUMNS).map((name) => columns[name as keyof typeof COLUMNS]), // its own keys
    weight: (1 + columns.body.length) ** LENGTH_POWER,
    words,
  };
}

/** Compounds stand apart: « burnout » does not part « burn-out » from the word after it. */
function stemsOf(tokens: readonly Token[]): string {
  let compounds = '';
  for (const { isCompound, term } of tokens) if (isCompound) compounds += BOUNDARY + term;
  return inPlace(compounds === '' ? tokens : tokens.filter(({ isCompound }) => !isCompound)) + compounds;
}

/**
 * Words as they follow each other, those that are not looked for keeping their place: « mot de passe » is not « mot passe ». What
 * stands for one begins as the word before it does: it is in few places then, and a phrase is quickly found.
 */
export function inPlace(words: readonly Pick<Token, 'term' | 'position'>[]): string {
  let text = '';
  let before: Pick<Token, 'term' | 'position'> | null = null;
  for (const word of words) {
    if (before !== null) {
      text += ' ';
      const silent = word.position - before.position - 1;
      if (silent > 0) text += `${SILENT}${before.term.slice(0, 2)} `.repeat(silent);
    }
    text += word.term;
    before = word;
  }
  return text;
}

/** The stems of each section, from a column that holds those of all. */
export function bySection(column: string): readonly (readonly string[])[] {
  return column.split(SECTION).map((stems) => stems.split(' '));
}
