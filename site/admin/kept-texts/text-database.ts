const DATABASE = 'encrier';
const TABLE = 'drafts';
/** The index of {@link tableOf} that finds the texts of one article. */
export const BY_SUBJECT = 'subject';

/** The database of kept texts in this browser, made when it is not there. */
export function openDatabase(factory: IDBFactory): Promise<IDBDatabase> {
  // Without a version: what a later program raised stays open to this one, texts and all.
  const opening = factory.open(DATABASE);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore(TABLE, { keyPath: 'key' }).createIndex(BY_SUBJECT, 'subject');
  };
  return answerOf(opening);
}

/** Its texts, in a transaction of their own that is on disk once it is complete. */
export function tableOf(database: IDBDatabase, mode: IDBTransactionMode): IDBObjectStore {
  return database.transaction(TABLE, mode, { durability: 'strict' }).objectStore(TABLE);
}

export function answerOf<Answer>(request: IDBRequest<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB failed without saying why.'));
  });
}

/** A change is kept once its transaction is complete, not when its request succeeded. */
export function done(request: IDBRequest): Promise<void> {
  const { transaction } = request;
  return new Promise((resolve, reject) => {
    if (transaction === null) throw new Error('A change of IndexedDB has a transaction.');
    transaction.oncomplete = () => resolve();
    transaction.onabort = () =>
      reject(transaction.error ?? new Error('IndexedDB aborted without saying why.'));
  });
}
