import { DamagedIndexError, isDamage } from '../index/index-damage.ts';
import { isWhole, openIndexFile, removeIndexFile } from '../index/index-file.ts';
import { createQuestions, type SearchAnswer, type Slice } from './answer.ts';
import { type ListChange, type ListedPost, WAITED_FOR } from './listed-posts.ts';
import { createPostTable, type IndexedPost, SEARCH_FORM } from './post-table.ts';
import { createTokenizer } from './words.ts';

/** Nobody asks in the middle of a series of saves: they are read together, after so long, in milliseconds. A question does not wait for it. */
const READ_AFTER_MS = 1000;
/** Posts that are read together, elsewhere, while those before them are cut into words here. */
const BATCH = 100;
/** Posts that are written as one: FTS5 then has fewer parts to merge. */
const WRITTEN = 300;

export type ReadPost = Omit<IndexedPost, keyof ListedPost>;

export interface SearchIndexOptions {
  /** Where the index is kept from one start to the next; null where nothing may be written. */
  readonly file: string | null;
  /** What can be found of each; null where it cannot be read, or is no longer listed. */
  readonly read: (posts: readonly ListedPost[]) => Promise<readonly (ReadPost | null)[]>;
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
  /** Slugs of which the tables may not say what is listed. */
  let doubtful = new Set(held.keys());
  let reading = Promise.resolve();
  let timer: NodeJS.Timeout | null = null;
  let left = 0;
  let isClosed = false;

  const missing = (): readonly ListedPost[] =>
    [...doubtful].flatMap((slug) => {
      const revision = listed.get(slug);
      return revision === undefined || held.get(slug) === revision ? [] : [{ slug, revision }];
    });

  /** Brings the tables to what is listed. What cannot be read is left out, and tried again after the next change. */
  async function update(): Promise<void> {
    replace(
      [...doubtful].filter((slug) => held.has(slug) && held.get(slug) !== listed.get(slug)),
      [],
    );
    const posts = missing();
    const batch = (from: number) => posts.slice(from, from + BATCH);
    // Whoever is to read them knows how many there will be.
    tellLeft(posts.length);
    let reads = readOrTell(batch(0));
    let added: IndexedPost[] = [];
    for (let from = 0; from < posts.length && !isClosed; from += BATCH) {
      tellLeft(posts.length - from);
      const documents = await reads;
      reads = readOrTell(batch(from + BATCH));
      for (const [at, post] of batch(from).entries()) {
        const document = documents[at] ?? null;
        if (document !== null) added.push({ ...document, ...post });
      }
      if (added.length < WRITTEN && from + BATCH < posts.length) continue;
      // What changed meanwhile is read again, as it is now.
      replace(
        [],
        added.filter(({ slug, revision }) => listed.get(slug) === revision),
      );
      added = [];
    }
    doubtful = new Set([...doubtful].filter((slug) => held.get(slug) !== listed.get(slug)));
    if (posts.length > BATCH) written(table.merge);
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

  async function readOrTell(posts: readonly ListedPost[]): Promise<readonly (ReadPost | null)[]> {
    if (posts.length === 0 || isClosed) return [];
    try {
      return await read(posts);
    } catch (error) {
      onError(error);
      return [];
    }
  }

  function replace(gone: readonly string[], added: readonly IndexedPost[]): void {
    if (gone.length + added.length === 0) return;
    written(() => table.replace(gone, added));
    for (const slug of gone) held.delete(slug);
    for (const { slug, revision } of added) held.set(slug, revision);
  }

  function written(write: () => void): void {
    if (isClosed) return;
    try {
      write();
    } catch (error) {
      remove();
      throw error;
    }
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
      if (change.isWhole) {
        for (const slug of listed.keys()) doubtful.add(slug);
        listed.clear();
      }
      for (const slug of change.gone) {
        listed.delete(slug);
        doubtful.add(slug);
      }
      for (const { slug, revision } of change.listed) {
        listed.set(slug, revision);
        doubtful.add(slug);
      }
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
    idle: catchUp,

    /** Reads the file whole, to find out whether it is damaged. */
    check(): void {
      if (isClosed || isWhole(index)) return;
      remove();
      throw new DamagedIndexError('the file of the search is damaged');
    },

    close,
  };
}
