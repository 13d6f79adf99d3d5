import { type DraftRecord, readKept, type StoredText } from './draft-record.ts';
import { type DraftPlace, type DraftStore, type TextStorage, withRescue } from './draft-store.ts';

const REFUSED =
  'Le navigateur ne garde plus ce que vous tapez (place insuffisante ou navigation privée) : enregistrez souvent.';

/** Texts in this browser: where a host keeps them nowhere else. */
export function browserDrafts(window: Window): DraftPlace {
  return {
    open: () => openDrafts(window),
    rescue: window.localStorage,
    keptBy: 'ce navigateur',
    refusalOf: () => REFUSED,
    hasDownloads: true,
  };
}

/** IndexedDB, or localStorage where it cannot be had. */
async function openDrafts(window: Window): Promise<DraftStore> {
  const local = localDrafts(window.localStorage);
  try {
    return withRescue(await indexedDrafts(window.indexedDB), local);
  } catch {
    // Private windows of some browsers refuse it; the other one takes texts up to some millions of characters.
    return local;
  }
}

/** The key of one form's text. Not randomUUID, which pages without https do not have. */
export function createDraftKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}

const DATABASE = 'encrier';
const TABLE = 'drafts';
const BY_SUBJECT = 'subject';

/** Texts in IndexedDB, which has room for long ones. Rejects when the browser has none for us (private windows). */
async function indexedDrafts(factory: IDBFactory): Promise<DraftStore> {
  const database = await openDatabase(factory);
  const table = (mode: IDBTransactionMode) =>
    database.transaction(TABLE, mode, { durability: 'strict' }).objectStore(TABLE);
  const remove = (key: string) => done(table('readwrite').delete(key));
  return {
    async list(subject) {
      const kept = table('readonly');
      const found: readonly { readonly key: string }[] = await answerOf(
        subject === undefined ? kept.getAll() : kept.index(BY_SUBJECT).getAll(subject),
      );
      return readKept(found.map((value) => ({ key: value.key, value, drop: () => remove(value.key) })));
    },
    put: (record) => done(table('readwrite').put(record)),
    remove,
  };
}

function openDatabase(factory: IDBFactory): Promise<IDBDatabase> {
  // Without a version: what a later program raised stays open to this one, texts and all.
  const opening = factory.open(DATABASE);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore(TABLE, { keyPath: 'key' }).createIndex(BY_SUBJECT, 'subject');
  };
  return answerOf(opening);
}

function answerOf<Answer>(request: IDBRequest<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB failed without saying why.'));
  });
}

/** A change is kept once its transaction is complete, not when its request succeeded. */
function done(request: IDBRequest): Promise<void> {
  const { transaction } = request;
  return new Promise((resolve, reject) => {
    if (transaction === null) throw new Error('A change of IndexedDB has a transaction.');
    transaction.oncomplete = () => resolve();
    transaction.onabort = () =>
      reject(transaction.error ?? new Error('IndexedDB aborted without saying why.'));
  });
}

const PREFIX = 'encrier-draft:';

/** Keeps a record at once: nothing is pending when this returns. Throws when there is no room. */
export function putLocally(storage: TextStorage, record: DraftRecord): void {
  storage.setItem(PREFIX + record.key, JSON.stringify(record));
}

/** Texts in localStorage: where IndexedDB cannot be had, and for the last moment of a page. */
export function localDrafts(storage: TextStorage): DraftStore {
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
