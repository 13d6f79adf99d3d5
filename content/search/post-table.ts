import { crc32 } from 'node:zlib';
import { DamagedIndexError, type IndexFile } from '../index/index-file.ts';
import type { DocumentSection } from './document.ts';
import { COLUMNS, type IndexedPost, indexedPost, type SearchDocument } from './indexed-post.ts';
import type { Tokenize } from './tokens.ts';

/** The tables of the search. The version is raised as well whenever words are cut, folded or stemmed otherwise. */
export const SEARCH_FORM = {
  version: 4,
  tables: `
    CREATE TABLE post(
      id INTEGER PRIMARY KEY, slug TEXT NOT NULL UNIQUE, revision TEXT NOT NULL, date INTEGER NOT NULL, weight REAL NOT NULL);
    CREATE TABLE post_text(
      id INTEGER PRIMARY KEY, title TEXT NOT NULL, excerpt TEXT NOT NULL, category TEXT NOT NULL, tags TEXT NOT NULL,
      checksum INTEGER NOT NULL);
    CREATE TABLE section(
      id INTEGER NOT NULL, place INTEGER NOT NULL, anchor TEXT, heading TEXT NOT NULL, text TEXT NOT NULL, checksum INTEGER NOT NULL,
      PRIMARY KEY (id, place)) WITHOUT ROWID;
    CREATE VIRTUAL TABLE post_words USING fts5(
      ${Object.keys(COLUMNS).join(', ')}, tokenize="ascii tokenchars ','");
    CREATE TABLE word(
      folded TEXT PRIMARY KEY, term TEXT NOT NULL, written TEXT NOT NULL, posts INTEGER NOT NULL) WITHOUT ROWID;
    CREATE INDEX word_by_term ON word(term);`,
} as const;

/** A post as the tables hold it. */
export interface TablePost extends SearchDocument {
  readonly slug: string;
  readonly revision: string;
  /** When it was published, in milliseconds since 1970. */
  readonly date: number;
  readonly indexed: IndexedPost;
}

type TextRow = Readonly<Record<'title' | 'excerpt' | 'category' | 'tags', string>>;

/** The posts that are found, and the words that stand in them. */
export function createPostTable(index: IndexFile, tokenize: Tokenize) {
  const all = index.prepare<[], [string, string]>('SELECT slug, revision FROM post').raw();
  const bySlug = index.prepare<[string], TextRow & { readonly id: number }>(
    'SELECT post_text.* FROM post JOIN post_text USING (id) WHERE slug = ?',
  );
  const sectionsOf = index.prepare<[number], DocumentSection>(
    'SELECT anchor, heading, text FROM section WHERE id = ? ORDER BY place',
  );
  const removals = ['post_words WHERE rowid', 'section WHERE id', 'post_text WHERE id', 'post WHERE id'].map(
    (rows) => index.prepare<[number]>(`DELETE FROM ${rows} = ?`),
  );
  const addPost = index.prepare('INSERT INTO post(slug, revision, date, weight) VALUES (?, ?, ?, ?)');
  const addText = index.prepare('INSERT INTO post_text VALUES (?, ?, ?, ?, ?, ?)');
  const addSection = index.prepare('INSERT INTO section VALUES (?, ?, ?, ?, ?, ?)');
  const names = Object.keys(COLUMNS);
  const addWords = index.prepare(
    `INSERT INTO post_words(rowid, ${names.join(', ')}) VALUES (?${', ?'.repeat(names.length)})`,
  );
  const countWord = index.prepare(
    'INSERT INTO word VALUES (?, ?, ?, ?) ON CONFLICT(folded) DO UPDATE SET posts = posts + excluded.posts',
  );
  const removeUnused = index.prepare('DELETE FROM word WHERE folded = ? AND posts <= 0');

  function remove(slug: string, words: WordCounts): void {
    const found = bySlug.get(slug);
    if (found === undefined) return;
    const { id, tags, ...text } = found;
    const document = { ...text, tags: JSON.parse(tags) as string[], sections: sectionsOf.all(id) }; // written below
    words.count(indexedPost(document, tokenize), -1);
    for (const removal of removals) removal.run(id);
  }

  function add({ slug, revision, date, indexed, sections, ...text }: TablePost, words: WordCounts): void {
    const { lastInsertRowid: id } = addPost.run(slug, revision, date, indexed.weight);
    const { title, excerpt, category, tags } = text;
    addText.run(id, title, excerpt, category, JSON.stringify(tags), checksumOf(slug, title, excerpt));
    for (const [place, { anchor, heading, text: body }] of sections.entries())
      addSection.run(id, place, anchor, heading, body, checksumOf(anchor ?? '', heading, body));
    addWords.run(id, ...indexed.columns);
    words.count(indexed, 1);
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
export interface FoundPost {
  readonly slug: string;
  readonly title: string;
  readonly excerpt: string;
  /** Its stems, column by column. */
  readonly stems: Readonly<Record<keyof typeof COLUMNS, string>>;
}

type Checked<Row> = Row & { readonly checksum: number };

/** Reads what is kept of posts that are found, by their rowid. Throws DamagedIndexError for a text that is not what was written. */
export function createPostReader(index: IndexFile) {
  const texts = index.prepare<[number], Checked<Omit<FoundPost, 'stems'>>>(
    'SELECT slug, title, excerpt, checksum FROM post JOIN post_text USING (id) WHERE id = ?',
  );
  const words = index.prepare<[number], FoundPost['stems']>('SELECT * FROM post_words WHERE rowid = ?');
  const sections = index.prepare<[number, number], Checked<DocumentSection>>(
    'SELECT anchor, heading, text, checksum FROM section WHERE id = ? AND place = ?',
  );
  return {
    post(id: number): FoundPost {
      const [text, stems] = [texts.get(id), words.get(id)];
      if (stems === undefined || text?.checksum !== checksumOf(text?.slug, text?.title, text?.excerpt))
        throw new DamagedIndexError('a post that was found is not what it was');
      return { ...text, stems };
    },
    section(id: number, place: number): DocumentSection {
      const section = sections.get(id, place);
      const checksum = checksumOf(section?.anchor ?? '', section?.heading, section?.text);
      if (section?.checksum !== checksum)
        throw new DamagedIndexError('a section that was found is not what it was');
      return section;
    },
  };
}

/** Of texts that SQLite itself does not check: a letter that changed on the disk is seen before it is shown. */
function checksumOf(...texts: readonly (string | undefined)[]): number {
  return crc32(texts.join('\0'));
}
