import { type DraftRecord, readKept, type StoredText } from './draft-record.ts';
import type { DraftStore, TextStorage } from './draft-store.ts';

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
