import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isDamage } from '#content/index/index-damage.ts';
import { type IndexFile, type IndexForm, openIndexFile, removeIndexFile } from '#content/index/index-file.ts';
import type { ImageInfo } from '../model/image.ts';
import type { RenderedMarkdown } from '../model/markdown/rendered.ts';

interface MarkdownCacheOptions {
  readonly file: string;
  /** The built markdown-worker.ts: it names all that converts texts by what is in it, and another one converts them anew. */
  readonly workerUrl: URL;
  /** How large the file may become; what came first leaves it. */
  readonly maxBytes?: number;
  /** Told of what keeps a text from being read or written: whoever wants it converts it again. */
  readonly onError: (error: unknown) => void;
}

/** A text to convert, and all that its HTML depends on beside what converts it. */
export interface MarkdownTask {
  readonly source: string;
  /** The site's own: links to it are not external. */
  readonly origin: string;
  /** By address. */
  readonly images: ReadonlyMap<string, ImageInfo>;
}

/** What is kept of what did not fail. */
type Kept = Omit<RenderedMarkdown, 'failed'>;

/** The HTML of some ten thousand articles. */
const MAX_BYTES = 128 * 1024 * 1024;
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
 * What Markdown became, in an SQLite file, by all that it depends on: the text, the images it shows, the site's origin, and
 * what converts it. It comes back as it was or not at all, whatever became of the file; what cannot be written is not there.
 * Throws where the program that converts cannot be read.
 */
export function openMarkdownCache({ file, workerUrl, maxBytes = MAX_BYTES, onError }: MarkdownCacheOptions) {
  const converter = createHash('sha256')
    .update(readFileSync(workerUrl))
    .update(process.version)
    .digest('base64url');
  let { index, prepared } = openIndexFile(file, FORM, onError);
  /** What is not found is added: its key is made once. */
  const keys = new WeakMap<MarkdownTask, string>();
  const unwritten = new Map<string, string>();
  let timer: NodeJS.Timeout | null = null;

  function keyOf(task: MarkdownTask): string {
    const known = keys.get(task);
    if (known !== undefined) return known;
    const { source, origin, images } = task;
    const dependsOn = JSON.stringify([converter, origin, [...images], source]);
    const key = createHash('sha256').update(dependsOn).digest('base64url');
    keys.set(task, key);
    return key;
  }

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
    removeIndexFile(file);
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

  function written(key: string): string | null {
    const found = attempt(() => prepared.find.get(key)) ?? null;
    return found?.digest.equals(digestOf(key, found.text)) === true ? found.text : null;
  }

  return {
    /** Null when it is not there. */
    find(task: MarkdownTask): RenderedMarkdown | null {
      const key = keyOf(task);
      const text = unwritten.get(key) ?? written(key);
      // As it was written: its digest vouches for it, and another converter has other keys.
      return text === null ? null : { ...(JSON.parse(text) as Kept), failed: false };
    },

    /** Writes it, in a moment. What failed may succeed another time. */
    add(task: MarkdownTask, { failed, ...kept }: RenderedMarkdown): void {
      if (failed) return;
      unwritten.set(keyOf(task), JSON.stringify(kept satisfies Kept));
      if (unwritten.size >= BATCH) write();
      else timer ??= setTimeout(write, WRITES_AFTER_MS).unref();
    },

    /** Writes what is left; nothing is asked afterwards. */
    close(): void {
      if (unwritten.size > 0) write();
      attempt(() => index.close());
    },
  };
}

export type MarkdownCache = ReturnType<typeof openMarkdownCache>;

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
