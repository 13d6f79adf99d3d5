import { type DraftRecord, readRecords } from './draft-record.ts';
import type { DraftStore } from './draft-store.ts';

const PREFIX = 'encrier-draft:';

/** What of localStorage is used. */
export type TextStorage = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>;

/** Keeps a record at once: nothing is pending when this returns. Throws when there is no room. */
export function putLocally(storage: TextStorage, record: DraftRecord): void {
  storage.setItem(PREFIX + record.key, JSON.stringify(record));
}

/** Texts in localStorage: where IndexedDB cannot be had, and for the last moment of a page. */
export function localDrafts(storage: TextStorage): DraftStore {
  return {
    list: (subject) =>
      answer(() => {
        const records = readRecords(draftKeys(storage).map((key) => parse(storage.getItem(key))));
        return subject === undefined ? records : records.filter((record) => record.subject === subject);
      }),
    put: (record) => answer(() => putLocally(storage, record)),
    remove: (key) => answer(() => storage.removeItem(PREFIX + key)),
  };
}

/** What is thrown becomes a rejection. */
function answer<Value>(work: () => Value): Promise<Value> {
  return new Promise((resolve) => resolve(work()));
}

function draftKeys(storage: TextStorage): readonly string[] {
  const names = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '');
  return names.filter((name) => name.startsWith(PREFIX));
}

/** What is no JSON is no record. */
function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
