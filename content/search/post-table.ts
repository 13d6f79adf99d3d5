import { crc32 } from 'node:zlib';
import { DamagedIndexError, type IndexFile } from '../index/index-file.ts';
import { COLUMNS, type IndexedPost, indexedPost, type SearchDocument } from './indexed-post.ts';
import type { Tokenize } from './tokens.ts';

/** The tables of the search. The version is raised as well whenever words are cut, folded or stemmed otherwise. */
export const SEARCH_FORM = {
  version: 5,
  tables: `
    CREATE TABLE post(
      id INTEGER PRIMARY KEY, slug TEXT NOT NULL UNIQUE, revision TEXT NOT NULL, date INTEGER NOT NULL, weight REAL NOT NULL);
    CREATE TABLE post_text(id INTEGER PRIMARY KEY, document TEXT NOT NULL, checksum INTEGER NOT NULL);
    CREATE VIRTUAL TABLE post_words USING fts5(
      ${Object.keys(COLUMNS).join(', ')}, tokenize="ascii tokenchars ','");
    INSERT INTO post_words(post_words, rank) VALUES ('automerge', 0);
    CREATE TABLE word(
      folded TEXT PRIMARY KEY, term TEXT NOT NULL, written TEXT NOT NULL, posts INTEGER NOT NULL) WITHOUT ROWID;
    CREATE INDEX word_by_term ON word(term);`,
} as const;

/** A post as the tables hold it. */
export interface TablePost {
  readonly slug: string;
  readonly revision: string;
  /** When it was published, in milliseconds since 1970. */
  readonly date: number;
  readonly document: SearchDocument;
  readonly indexed: IndexedPost;
}

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
  const names = Object.keys(COLUMNS);
  const addWords = index.prepare(
    `INSERT INTO post_words(rowid, ${names.join(', ')}) VALUES (?${', ?'.repeat(names.length)})`,
  );
  const countWord = index.prepare(
    'INSERT INTO word VALUES (?, ?, ?, ?) ON CONFLICT(folded) DO UPDATE SET posts = posts + excluded.posts',
  );
  const merge = index.prepare("INSERT INTO post_words(post_words) VALUES ('optimize')");
  const removeUnused = index.prepare('DELETE FROM word WHERE folded = ? AND posts <= 0');

  function remove(slug: string, words: WordCounts): void {
    const id = idOf.get(slug);
    if (id === undefined) return;
    words.count(indexedPost(read(id).document, tokenize), -1);
    for (const removal of removals) removal.run(id);
  }

  function add({ slug, revision, date, indexed, document }: TablePost, words: WordCounts): void {
    const { lastInsertRowid: id } = addPost.run(slug, revision, date, indexed.weight);
    const text = JSON.stringify(document);
    addText.run(id, text, checksumOf(slug, text));
    addWords.run(id, ...indexed.columns);
    words.count(indexed, 1);
  }

  return {
    /** The slug and the revision of each. */
    all: (): readonly (readonly [slug: string, revision: string])[] => all.all(),

    /** Makes one of the parts that FTS5 writes its index in: it answers faster, and takes less of the disk. */
    merge: (): void => void merge.run(),

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
export interface FoundPost {
  readonly slug: string;
  readonly document: SearchDocument;
  /** Its stems, column by column. */
  readonly stems: Readonly<Record<keyof typeof COLUMNS, string>>;
}

/** Reads what is kept of posts that are found, by their rowid. Throws DamagedIndexError for one that is not what was written. */
export function createPostReader(index: IndexFile): (id: number) => FoundPost {
  const rows = index.prepare<
    [number],
    { readonly slug: string; readonly document: string; readonly checksum: number }
  >('SELECT slug, document, checksum FROM post JOIN post_text USING (id) WHERE id = ?');
  const words = index.prepare<[number], FoundPost['stems']>('SELECT * FROM post_words WHERE rowid = ?');
  return (id) => {
    const [row, stems] = [rows.get(id), words.get(id)];
    if (row === undefined || stems === undefined || row.checksum !== checksumOf(row.slug, row.document))
      throw new DamagedIndexError('a post that was found is not what it was');
    return { slug: row.slug, document: JSON.parse(row.document) as SearchDocument, stems }; // as it was written
  };
}

/** Of texts that SQLite itself does not check: a letter that changed on the disk is seen before it is shown. */
function checksumOf(slug: string, document: string): number {
  return crc32(`${slug}\0${document}`);
}
