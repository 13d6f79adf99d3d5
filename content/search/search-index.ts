import { DamagedIndexError, isDamage, isWhole, openIndexFile, removeIndexFile } from '../index/index-file.ts';
import { createQuestions, type SearchAnswer, type Slice } from './answer.ts';
import { indexedPost, type SearchDocument } from './indexed-post.ts';
import { type ListChange, type ListedPost, WAITED_FOR } from './list-change.ts';
import { createPostTable, SEARCH_FORM, type TablePost } from './post-table.ts';
import { createTokenizer } from './tokens.ts';

/** Nobody asks in the middle of a series of saves: they are read together, after so long, in milliseconds. A question does not wait for it. */
const READ_AFTER_MS = 1000;
/** Posts that one transaction writes. */
const BATCH = 100;
/** Posts that are asked for together: some are read elsewhere while others are cut into words here. */
const AT_ONCE = 4;

/** A post as it is read. */
export interface ReadPost extends SearchDocument {
  /** When it was published, in milliseconds since 1970. */
  readonly date: number;
}

export interface SearchIndexOptions {
  /** Where the index is kept from one start to the next; null where nothing may be written. */
  readonly file: string | null;
  /** What can be found of a post; null when it cannot be read, or is no longer listed. */
  readonly read: (post: ListedPost) => Promise<ReadPost | null>;
  /** Told how many posts are still to be read; 0 when all are found. */
  readonly onProgress?: (left: number) => void;
  /** Something could not be indexed; it is tried again when next there is a reason. */
  readonly onError: (error: unknown) => void;
}

/**
 * The full text of what readers may see, and of nothing else, in SQLite's FTS5: a commit costs what it changed. What is
 * withdrawn is forgotten before the next answer, which waits for a few new texts to be read. Everything throws, or rejects, where the file is
 * found damaged or can no longer be written: it is removed, and made anew by whoever opens the index next.
 */
export function createSearchIndex({ file, read, onProgress, onError }: SearchIndexOptions) {
  const tokenize = createTokenizer();
  const { index, prepared } = openIndexFile(
    file,
    {
      ...SEARCH_FORM,
      prepare(opened) {
        const table = createPostTable(opened, tokenize);
        return { table, held: new Map(table.all()), answer: createQuestions(opened, tokenize) };
      },
    },
    onError,
  );
  /** Among them the revision of each post that is found, by slug. */
  const { table, held, answer } = prepared;
  const listed = new Map<string, string>();
  let reading = Promise.resolve();
  let timer: NodeJS.Timeout | null = null;
  let left = 0;
  let isClosed = false;

  const missing = (): readonly ListedPost[] =>
    [...listed]
      .filter(([slug, revision]) => held.get(slug) !== revision)
      .map(([slug, revision]) => ({ slug, revision }));

  /** Brings the tables to what is listed. What cannot be read is left out, and tried again after the next change. */
  async function update(): Promise<void> {
    replace(
      [...held].filter(([slug, revision]) => listed.get(slug) !== revision).map(([slug]) => slug),
      [],
    );
    const posts = missing();
    for (let from = 0; from < posts.length && !isClosed; from += BATCH) {
      tellLeft(posts.length - from);
      replace([], await indexed(posts.slice(from, from + BATCH)));
    }
    tellLeft(0);
  }

  /** What was noticed so far is read now. */
  function catchUp(): Promise<void> {
    if (timer !== null) {
      clearTimeout(timer);
      timer = null;
      left = Math.max(left, missing().length);
      reading = reading.then(update);
    }
    return reading;
  }

  function tellLeft(count: number): void {
    left = count;
    if (!isClosed) onProgress?.(count);
  }

  async function indexed(posts: readonly ListedPost[]): Promise<readonly TablePost[]> {
    const made: TablePost[] = [];
    for (let from = 0; from < posts.length && !isClosed; from += AT_ONCE) {
      const documents = await Promise.all(posts.slice(from, from + AT_ONCE).map(readOrTell));
      for (const document of documents)
        if (document !== null) made.push({ ...document, indexed: indexedPost(document, tokenize) });
    }
    // What changed meanwhile is read again, as it is now.
    return isClosed ? [] : made.filter(({ slug, revision }) => listed.get(slug) === revision);
  }

  async function readOrTell(post: ListedPost): Promise<(ReadPost & ListedPost) | null> {
    try {
      const document = await read(post);
      return document && { ...document, ...post };
    } catch (error) {
      onError(error);
      return null;
    }
  }

  function replace(gone: readonly string[], added: readonly TablePost[]): void {
    if (isClosed || gone.length + added.length === 0) return;
    try {
      table.replace(gone, added);
    } catch (error) {
      remove();
      throw error;
    }
    for (const slug of gone) held.delete(slug);
    for (const { slug, revision } of added) held.set(slug, revision);
  }

  function remove(): void {
    close();
    if (file !== null) removeIndexFile(file);
  }

  function close(): void {
    isClosed = true;
    if (timer !== null) clearTimeout(timer);
    index.close();
  }

  return {
    /** Takes note of what readers may see; what is new in it is read in the background. */
    notice(change: ListChange): void {
      if (isClosed) return;
      if (change.isWhole) listed.clear();
      for (const slug of change.gone) listed.delete(slug);
      for (const { slug, revision } of change.listed) listed.set(slug, revision);
      timer ??= setTimeout(() => void catchUp(), change.isWhole ? 0 : READ_AFTER_MS);
    },

    /**
     * The posts that a question finds, best first; null while many posts are read, and once the index is closed. A few new
     * ones are waited for.
     */
    async search(question: string, slice: Slice): Promise<SearchAnswer | null> {
      const caughtUp = catchUp();
      if (left > WAITED_FOR) return null;
      await caughtUp;
      if (isClosed) return null;
      try {
        return answer(question, slice);
      } catch (error) {
        if (isDamage(error) || !isWhole(index)) {
          remove();
          throw error;
        }
        onError(error);
        return null;
      }
    },

    /** Resolves when what was noticed is found. */
    settled: catchUp,

    /** Reads the file whole, to find out whether it is damaged. */
    check(): void {
      if (isClosed || isWhole(index)) return;
      remove();
      throw new DamagedIndexError('the file of the search is damaged');
    },

    close,
  };
}
