import { askWorker } from '../ask-worker.ts';
import type { FormBase } from '../post-form/form-state.ts';
import { type KeptRecord, readKept, type StoredText } from './kept-record.ts';
import { answerOf, BY_SUBJECT, done, openDatabase, tableOf } from './text-database.ts';
import { type TextPlace, type TextStorage, type TextStore, withRescue } from './text-store.ts';
import type { WriterAnswer, WriterRequest } from './text-worker.ts';

const REFUSED =
  'Le navigateur ne garde plus ce que vous tapez (place insuffisante ou navigation privée)\u00a0: enregistrez souvent.';

/** Texts in this browser: where a host keeps them nowhere else. */
export function browserTexts(window: Window): TextPlace {
  return {
    open: () => openTexts(window),
    rescue: window.localStorage,
    keptBy: 'ce navigateur',
    refusalOf: () => REFUSED,
    hasDownloads: true,
  };
}

/** IndexedDB, or localStorage where it cannot be had. */
async function openTexts(window: Window): Promise<TextStore> {
  const local = localTexts(window.localStorage);
  try {
    return withRescue(await indexedTexts(window.indexedDB), local);
  } catch {
    // Private windows of some browsers refuse it; the other one takes texts up to some millions of characters.
    return local;
  }
}

/** Texts in IndexedDB, which has room for long ones. Rejects when the browser has none for us (private windows). */
async function indexedTexts(factory: IDBFactory): Promise<TextStore> {
  const database = await openDatabase(factory);
  const remove = (key: string) => done(tableOf(database, 'readwrite').delete(key));
  return {
    async list(subject) {
      const kept = tableOf(database, 'readonly');
      const found: readonly { readonly key: string }[] = await answerOf(
        subject === undefined ? kept.getAll() : kept.index(BY_SUBJECT).getAll(subject),
      );
      return readKept(found.map((value) => ({ key: value.key, value, drop: () => remove(value.key) })));
    },
    put: createWriter(database),
    remove,
  };
}

/** A worker that says nothing for this long, in milliseconds, is done without. */
const SILENT_AFTER_MS = 10_000;
/** Characters of a text that are handed over at once, and the milliseconds that the page has for itself before the next. */
const PART = 524_288;
const REST_MS = 40;

/**
 * Keeps one record after another, in a worker: what IndexedDB does before it answers takes the thread that asks some 30 ms for
 * the longest article, and a key would wait for it. In this thread where no worker can be had.
 */
function createWriter(database: IDBDatabase): TextStore['put'] {
  let worker: Worker | null = null;
  let isHere = false;
  let base: FormBase | null = null;
  let underWay: Promise<void> = Promise.resolve();

  async function isKeptThere(record: KeptRecord): Promise<boolean> {
    worker ??= new Worker(new URL('./text-worker.ts', import.meta.url), { type: 'module' });
    for await (const asked of partsOf(record, base)) {
      const refusal = await askWorker<WriterAnswer>(worker, asked, SILENT_AFTER_MS).catch(() => undefined);
      if (refusal === undefined) return false;
      if (refusal !== null) throw new Error(refusal);
    }
    base = record.base;
    return true;
  }
  async function keep(record: KeptRecord): Promise<void> {
    isHere ||= !(await isKeptThere(record));
    if (isHere) await done(tableOf(database, 'readwrite').put(record));
  }

  return (record) => {
    const kept = underWay.then(() => keep(record));
    underWay = kept.catch(() => undefined);
    return kept;
  };
}

/** What a worker is asked after a record with this base. A long text in parts: a key would wait while all of it is copied. */
async function* partsOf(record: KeptRecord, before: FormBase | null): AsyncGenerator<WriterRequest> {
  const { base, values } = record;
  for (let at = 0; at < values.content.length; at += PART) {
    if (at > 0 && !document.hidden) await new Promise((rested) => setTimeout(rested, REST_MS));
    yield values.content.slice(at, at + PART);
  }
  yield { ...record, values: { ...values, content: '' }, base: base === before ? null : base };
}

const PREFIX = 'encrier-draft:';

/** Keeps a record at once: nothing is pending when this returns. Throws when there is no room. */
export function putLocally(storage: TextStorage, record: KeptRecord): void {
  storage.setItem(PREFIX + record.key, JSON.stringify(record));
}

/** Texts in localStorage: where IndexedDB cannot be had, and for the last moment of a page. */
export function localTexts(storage: TextStorage): TextStore {
  return {
    list: (subject) =>
      answer(() => {
        const { records, unread } = readKept(storedIn(storage));
        if (subject === undefined) return { records, unread };
        const isWanted = (text: { readonly subject: string | null }) => text.subject === subject;
        return { records: records.filter(isWanted), unread: unread.filter(isWanted) };
      }),
    put: (record) => answer(() => putLocally(storage, record)),
    remove: (key) => answer(() => storage.removeItem(PREFIX + key)),
  };
}

/** What is thrown becomes a rejection. */
function answer<Value>(work: () => Value): Promise<Value> {
  return new Promise((resolve) => resolve(work()));
}

function storedIn(storage: TextStorage): readonly StoredText[] {
  const names = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '');
  return names
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => ({
      key: name.slice(PREFIX.length),
      value: parse(storage.getItem(name) ?? ''),
      drop: () => answer(() => storage.removeItem(name)),
    }));
}

/** What is no JSON stays the text it is. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
