import type { IndexFile } from '../index/index-file.ts';
import {
  COLUMNS,
  type IndexedPost,
  indexedPost,
  type SearchDocument,
  unpackedDocument,
} from './indexed-post.ts';
import type { Tokenize } from './tokens.ts';

/** The tables of the search. The version is raised as well whenever words are cut, folded or stemmed otherwise. */
export const SEARCH_FORM = {
  version: 1,
  tables: `
    CREATE TABLE post(
      id INTEGER PRIMARY KEY, slug TEXT NOT NULL UNIQUE, revision TEXT NOT NULL, date INTEGER NOT NULL, weight REAL NOT NULL);
    CREATE TABLE post_document(id INTEGER PRIMARY KEY, document BLOB NOT NULL);
    CREATE VIRTUAL TABLE post_words USING fts5(
      ${Object.keys(COLUMNS).join(', ')}, tokenize="ascii tokenchars ','");
    CREATE TABLE word(
      folded TEXT PRIMARY KEY, term TEXT NOT NULL, written TEXT NOT NULL, posts INTEGER NOT NULL) WITHOUT ROWID;
    CREATE INDEX word_by_term ON word(term);`,
} as const;

/** A post as the tables hold it. */
export interface TablePost extends IndexedPost {
  readonly slug: string;
  readonly revision: string;
  /** When it was published, in milliseconds since 1970. */
  readonly date: number;
}

/** The posts that are found, and the words that stand in them. */
export function createPostTable(index: IndexFile, tokenize: Tokenize) {
  const all = index.prepare<[], [string, string]>('SELECT slug, revision FROM post').raw();
  const bySlug = index.prepare<[string], { readonly id: number; readonly document: Buffer }>(
    'SELECT id, document FROM post JOIN post_document USING (id) WHERE slug = ?',
  );
  const removePost = index.prepare<[number]>('DELETE FROM post WHERE id = ?');
  const removeDocument = index.prepare<[number]>('DELETE FROM post_document WHERE id = ?');
  const removeWords = index.prepare<[number]>('DELETE FROM post_words WHERE rowid = ?');
  const addPost = index.prepare<[string, string, number, number]>(
    'INSERT INTO post(slug, revision, date, weight) VALUES (?, ?, ?, ?)',
  );
  const addDocument = index.prepare<[number | bigint, Uint8Array]>('INSERT INTO post_document VALUES (?, ?)');
  const names = Object.keys(COLUMNS);
  const addWords = index.prepare(
    `INSERT INTO post_words(rowid, ${names.join(', ')}) VALUES (?${', ?'.repeat(names.length)})`,
  );
  const countWord = index.prepare<[string, string, string, number]>(
    'INSERT INTO word VALUES (?, ?, ?, ?) ON CONFLICT(folded) DO UPDATE SET posts = posts + excluded.posts',
  );
  const removeUnused = index.prepare<[string]>('DELETE FROM word WHERE folded = ? AND posts <= 0');

  function remove(slug: string, words: WordCounts): void {
    const found = bySlug.get(slug);
    if (found === undefined) return;
    words.count(indexedPost(unpackedDocument(found.document), tokenize), -1);
    removeWords.run(found.id);
    removeDocument.run(found.id);
    removePost.run(found.id);
  }

  function add(post: TablePost, words: WordCounts): void {
    const { lastInsertRowid: id } = addPost.run(post.slug, post.revision, post.date, post.weight);
    addDocument.run(id, post.document);
    addWords.run(id, ...post.columns);
    words.count(post, 1);
  }

  return {
    /** The slug and the revision of each. */
    all: (): readonly (readonly [slug: string, revision: string])[] => all.all(),

    /** Takes posts away, and puts others in their place, as one. */
    replace: index.transaction((gone: readonly string[], added: readonly TablePost[]): void => {
      const words = createWordCounts();
      for (const slug of gone) remove(slug, words);
      for (const post of added) add(post, words);
      for (const [folded, { term, written, posts }] of words.all()) {
        if (posts !== 0) countWord.run(folded, term, written, posts);
        if (posts < 0) removeUnused.run(folded);
      }
    }),
  };
}

type WordCounts = ReturnType<typeof createWordCounts>;

/** In how many posts more, or fewer, words stand: counted first, because most stand in many. */
function createWordCounts() {
  const counts = new Map<string, { readonly term: string; readonly written: string; posts: number }>();
  return {
    count({ words }: Pick<IndexedPost, 'words'>, posts: number): void {
      for (const [folded, word] of words) {
        const counted = counts.get(folded);
        if (counted === undefined) counts.set(folded, { ...word, posts });
        else counted.posts += posts;
      }
    },
    all: () => counts,
  };
}

/** A post that was found. */
export interface FoundDocument extends SearchDocument {
  readonly slug: string;
  /** Its stems, column by column. */
  readonly stems: Readonly<Record<keyof typeof COLUMNS, string>>;
}

/** Reads what is kept of posts that are found, by their rowid. */
export function createDocumentReader(index: IndexFile): (id: number) => FoundDocument | null {
  const byId = index.prepare<
    [number],
    { readonly slug: string; readonly document: Buffer } & FoundDocument['stems']
  >(
    'SELECT post_words.*, slug, document FROM post JOIN post_document USING (id) JOIN post_words ON post_words.rowid = id WHERE id = ?',
  );
  return (id) => {
    const found = byId.get(id);
    if (found === undefined) return null;
    const { slug, document, ...stems } = found;
    return { ...unpackedDocument(document), slug, stems };
  };
}
