import { createHash } from 'node:crypto';
import { isDamage } from './index-damage.ts';
import { type IndexFile, type IndexForm, openIndexFile, removeIndexFile } from './index-file.ts';

interface TextCacheOptions {
  /** Null for memory alone. */
  readonly file: string | null;
  /** How large the file may become; the texts that came first leave it. */
  readonly maxBytes: number;
  /** Told of what keeps texts from being written: whoever wants one makes it again. */
  readonly onError: (error: unknown) => void;
}

/** Texts written at once, and how long one waits for others, in milliseconds. */
const BATCH = 64;
const WRITES_AFTER_MS = 500;
/** Texts that leave at once when the file is full. */
const LEAVING = 200;

const FORM: IndexForm<ReturnType<typeof prepare>> = {
  version: 1,
  tables:
    'CREATE TABLE texts (number INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, digest BLOB NOT NULL, text TEXT NOT NULL)',
  prepare,
};

function prepare(index: IndexFile) {
  return {
    find: index.prepare<[string], { readonly digest: Buffer; readonly text: string }>(
      'SELECT digest, text FROM texts WHERE key = ?',
    ),
    add: index.prepare<[string, Buffer, string]>(
      'INSERT OR REPLACE INTO texts (key, digest, text) VALUES (?, ?, ?)',
    ),
    forgetFirst: index.prepare<[number]>(
      'DELETE FROM texts WHERE number IN (SELECT number FROM texts ORDER BY number LIMIT ?)',
    ),
  };
}

/**
 * Texts that can be made again, by key, in an SQLite file. A text comes back as it was or not at all, whatever became of the
 * file; what cannot be written is not there, and nobody is told but `onError`.
 */
export function openTextCache({ file, maxBytes, onError }: TextCacheOptions) {
  let { index, prepared } = openIndexFile(file, FORM, onError);
  const unwritten = new Map<string, string>();
  let timer: NodeJS.Timeout | null = null;

  /** What is damaged is thrown away whole; null then, and where the file cannot be read or written now. */
  function attempt<Value>(work: () => Value): Value | null {
    try {
      return work();
    } catch (error) {
      onError(error);
      if (isDamage(error)) startAnew();
      return null;
    }
  }

  function startAnew(): void {
    index.close();
    if (file !== null) removeIndexFile(file);
    ({ index, prepared } = openIndexFile(file, FORM, onError));
  }

  function write(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const texts = [...unwritten];
    unwritten.clear();
    attempt(() =>
      index.transaction(() => {
        if (sizeOf(index) > maxBytes) prepared.forgetFirst.run(LEAVING);
        for (const [key, text] of texts) prepared.add.run(key, digestOf(key, text), text);
      })(),
    );
  }

  return {
    /** The text of this key; null when there is none. */
    find(key: string): string | null {
      const waiting = unwritten.get(key);
      if (waiting !== undefined) return waiting;
      const found = attempt(() => prepared.find.get(key)) ?? null;
      return found?.digest.equals(digestOf(key, found.text)) === true ? found.text : null;
    },

    /** Writes a text, in a moment. */
    add(key: string, text: string): void {
      unwritten.set(key, text);
      if (unwritten.size >= BATCH) write();
      else timer ??= setTimeout(write, WRITES_AFTER_MS).unref();
    },

    close(): void {
      if (unwritten.size > 0) write();
      attempt(() => index.close());
    },
  };
}

/** Of the key too: a text is not given for another. */
function digestOf(key: string, text: string): Buffer {
  return createHash('sha256').update(`${key}\n${text}`).digest();
}

/** What the texts take of the file; what left it has room for others. */
function sizeOf(index: IndexFile): number {
  const [pages, free, size] = ['page_count', 'freelist_count', 'page_size'].map((name) =>
    Number(index.pragma(name, { simple: true })),
  );
  return ((pages ?? 0) - (free ?? 0)) * (size ?? 0);
}
