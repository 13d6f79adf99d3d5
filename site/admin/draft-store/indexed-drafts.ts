import { readKept } from './draft-record.ts';
import type { DraftStore } from './draft-store.ts';

const DATABASE = 'encrier';
const TABLE = 'drafts';
const BY_SUBJECT = 'subject';

/** Texts in IndexedDB, which has room for long ones. Rejects when the browser has none for us (private windows). */
export async function indexedDrafts(factory: IDBFactory): Promise<DraftStore> {
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
