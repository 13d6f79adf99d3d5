import { crc32 } from 'node:zlib';
import { DamagedIndexError } from '../index/index-damage.ts';
import type { IndexFile } from '../index/index-file.ts';
import {
  mapFields,
  POST_FIELDS,
  SEARCHED_FIELDS,
  type SearchedTexts,
  searchedTexts,
} from '../model/post-fields.ts';
import type { DocumentSection } from './document.ts';
import type { Token, Tokenize } from './words.ts';

interface SearchDocument extends SearchedTexts {
  readonly sections: readonly DocumentSection[];
}

/** A post as it is written into the tables. */
export interface IndexedPost extends SearchDocument {
  readonly slug: string;
  readonly revision: string;
  /** When it was published, in milliseconds since 1970. */
  readonly date: number;
}

export interface FoundPost {
  readonly slug: string;
  readonly document: SearchDocument;
  /** Its stems, column by column. */
  readonly stems: Stems;
}

/** The parts of a post and what a word counts in each: a title says more than a line of the text. */
export const COLUMNS = {
  ...mapFields(SEARCHED_FIELDS, (field) => POST_FIELDS[field].search),
  headings: 5,
  body: 1,
};
type Stems = Readonly<Record<keyof typeof COLUMNS, string>>;
const NAMES = Object.keys(COLUMNS).join(', ');

/** Raised whenever the tables are others, or words are cut, folded or stemmed otherwise. */
const VERSION = 7;

/** The tables of the search; other columns are another version. */
export const SEARCH_FORM = {
  version: crc32(`${VERSION} ${NAMES}`) >>> 1,
  tables: `
    CREATE TABLE post(
      id INTEGER PRIMARY KEY, slug TEXT NOT NULL UNIQUE, revision TEXT NOT NULL, date INTEGER NOT NULL, weight REAL NOT NULL);
    CREATE TABLE post_text(id INTEGER PRIMARY KEY, document BLOB NOT NULL, checksum INTEGER NOT NULL);
    CREATE VIRTUAL TABLE post_words USING fts5(${NAMES}, tokenize="ascii tokenchars ',.=~^'");
    INSERT INTO post_words(post_words, rank) VALUES ('automerge', 0);
    CREATE TABLE word(
      folded TEXT PRIMARY KEY, term TEXT NOT NULL, written TEXT NOT NULL, posts INTEGER NOT NULL) WITHOUT ROWID;
    CREATE INDEX word_by_term ON word(term);`,
} as const;

/** No word: it keeps quoted phrases from reaching from one part to the next. */
const BOUNDARY = ' . ';
/** The same, between two sections. */
const SECTION = ' = ';
/** Before a stem of a title, tags or headings, which stands there a second time: where a word says more than in the text. */
const ABOVE = '^';
/** A word that is not looked for. */
const SILENT = '~';
/** FTS5 holds the length of a text against it more than is good among articles, some five times as long as others. */
const LENGTH_POWER = 0.1;

/** The posts that are found, and the words that stand in them. */
export function createPostTable(index: IndexFile, tokenize: Tokenize) {
  const all = index.prepare<[], [string, string]>('SELECT slug, revision FROM post').raw();
  const idOf = index.prepare<[string], number>('SELECT id FROM post WHERE slug = ?').pluck();
  const read = createPostReader(index);
  const removals = ['post_words WHERE rowid', 'post_text WHERE id', 'post WHERE id'].map((rows) =>
    index.prepare<[number]>(`DELETE FROM ${rows} = ?`),
  );
  const addPost = index.prepare('INSERT INTO post(slug, revision, date, weight) VALUES (?, ?, ?, ?)');
  const addText = index.prepare('INSERT INTO post_text VALUES (?, ?, ?)');
  const addWords = index.prepare(
    `INSERT INTO post_words(rowid, ${NAMES}) VALUES (:id, :${NAMES.replaceAll(', ', ', :')})`,
  );
  const countWord = index.prepare(
    'INSERT INTO word VALUES (?, ?, ?, ?) ON CONFLICT(folded) DO UPDATE SET posts = posts + excluded.posts',
  );
  const merge = index.prepare("INSERT INTO post_words(post_words) VALUES ('optimize')");
  const removeUnused = index.prepare('DELETE FROM word WHERE folded = ? AND posts <= 0');

  return {
    all: (): readonly (readonly [slug: string, revision: string])[] => all.all(),

    /** Makes one of the parts that FTS5 writes its index in: it answers faster, and takes less of the disk. */
    merge: (): void => void merge.run(),

    /** Takes posts away, and puts others in their place, as one. */
    replace: index.transaction((gone: readonly string[], added: readonly IndexedPost[]): void => {
      /** In how many posts more, or fewer, words stand: counted first, because most stand in many. */
      const counts = new Map<string, { readonly token: Token; posts: number }>();
      function count(words: ReadonlyMap<string, Token>, by: 1 | -1): void {
        for (const [folded, token] of words) {
          const counted = counts.get(folded);
          if (counted === undefined) counts.set(folded, { token, posts: by });
          else counted.posts += by;
        }
      }

      for (const id of gone.flatMap((slug) => idOf.get(slug) ?? [])) {
        count(cut(read(id).document, tokenize).words, -1);
        for (const removal of removals) removal.run(id);
      }
      for (const { slug, revision, date, sections, ...texts } of added) {
        const document = { ...searchedTexts(texts), sections };
        const { stems, words } = cut(document, tokenize);
        count(words, 1);
        const weight = (1 + stems.body.length) ** LENGTH_POWER;
        const { lastInsertRowid: id } = addPost.run(slug, revision, date, weight);
        const text = Buffer.from(JSON.stringify(document));
        addText.run(id, text, checksumOf(slug, text));
        addWords.run({ id, ...stems });
      }
      for (const [folded, { token, posts }] of counts) {
        if (posts !== 0) countWord.run(folded, token.term, token.written, posts);
        if (posts < 0) removeUnused.run(folded);
      }
    }),
  };
}

/** A post's stems, and its different words by their folded form. */
function cut({ sections, ...texts }: SearchDocument, tokenize: Tokenize) {
  const words = new Map<string, Token>();
  const stemsIn = (text: string): string => {
    const tokens = tokenize(text);
    for (const token of tokens) if (!words.has(token.folded)) words.set(token.folded, token);
    return stemsOf(tokens);
  };
  const twice = (column: string): string => (column === '' ? '' : column + BOUNDARY + above(column));
  const stems: Stems = {
    ...mapFields(SEARCHED_FIELDS, (field) => twice(textsOf(texts[field]).map(stemsIn).join(BOUNDARY))),
    headings: twice(sections.map(({ heading }) => stemsIn(heading)).join(SECTION)),
    body: sections.map(({ text }) => stemsIn(text)).join(SECTION),
  };
  return { stems, words };
}

/** Stems, or what FTS5 is asked for, as they stand where they say more than in the text: few posts are read for those alone. */
export function above(stems: string): string {
  return stems.replace(/[^ "()]+/g, (stem) => (stem === 'AND' || stem === 'OR' ? stem : ABOVE + stem));
}

function textsOf(value: SearchedTexts[keyof SearchedTexts] | null): readonly string[] {
  return typeof value === 'string' ? [value] : (value ?? []);
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
export function bySection(column: string): readonly string[] {
  return column.split(SECTION);
}

/** How often one of these stems stands among others. */
export function countIn(stems: string, terms: readonly string[]): number {
  const text = ` ${stems} `;
  let count = 0;
  for (const term of terms)
    for (let at = text.indexOf(` ${term} `); at !== -1; at = text.indexOf(` ${term} `, at + 1)) count += 1;
  return count;
}

/** Reads what is kept of posts that are found, by their rowid. Throws DamagedIndexError for one that is not what was written. */
export function createPostReader(index: IndexFile): (id: number) => FoundPost {
  // No join: bound to another id, SQLite plans one again (with STAT4), which takes longer than to read the row.
  const rows = index.prepare<
    [number],
    { readonly slug: string | null; readonly document: Buffer; readonly checksum: number }
  >(`SELECT (SELECT slug FROM post WHERE post.id = post_text.id) AS slug, document, checksum
      FROM post_text WHERE id = ?`);
  const words = index.prepare<[number], Stems>('SELECT * FROM post_words WHERE rowid = ?');
  return (id) => {
    const [row, stems] = [rows.get(id), words.get(id)];
    if (row?.slug == null || stems === undefined || row.checksum !== checksumOf(row.slug, row.document))
      throw new DamagedIndexError('a post that was found is not what it was');
    // As it was written.
    return { slug: row.slug, document: JSON.parse(row.document.toString()) as SearchDocument, stems };
  };
}

/** Of texts that SQLite itself does not check: a letter that changed on the disk is seen before it is shown. */
function checksumOf(slug: string, document: Buffer): number {
  return crc32(document, crc32(slug));
}
