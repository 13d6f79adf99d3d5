import type { KeptRecord, KeptRecords } from './kept-record.ts';

/** What of localStorage is used. */
export type TextStorage = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>;

/** Where texts are kept. Each method rejects when it is refused, for example for want of room. */
export interface TextStore {
  /** Everything kept, in no order; of one subject when it is given, as far as its subject can be told. */
  readonly list: (subject?: string) => Promise<KeptRecords>;
  /** Keeps a record in place of the one with its key. */
  readonly put: (record: KeptRecord) => Promise<void>;
  readonly remove: (key: string) => Promise<void>;
}

/** The place that a host of the admin keeps texts in, and how it speaks of it. */
export interface TextPlace {
  readonly open: () => Promise<TextStore>;
  /** For the last moment of a page, which has no time to wait for `open`. */
  readonly rescue: TextStorage;
  /** « Gardé par … » */
  readonly keptBy: string;
  /** What the author is told when a text is not kept. */
  readonly refusalOf: (error: unknown) => string;
  /** Whether the author can be given a file. */
  readonly hasDownloads: boolean;
}

/**
 * A store that also finds what was put aside at the last moment: a page that is being closed has no time to wait for
 * `main`. Of two records with one key the later counts, and of two of one moment the one that was put aside.
 */
export function withRescue(main: TextStore, rescue: TextStore): TextStore {
  return {
    async list(subject) {
      const [kept, rescued] = [await main.list(subject), await rescue.list(subject)];
      const records = [...kept.records, ...rescued.records];
      const latest = new Map<string, KeptRecord>();
      for (const record of records) {
        const other = latest.get(record.key);
        if (other === undefined || other.keptAt <= record.keptAt) latest.set(record.key, record);
      }
      return { records: [...latest.values()], unread: [...kept.unread, ...rescued.unread] };
    },
    async put(record) {
      await main.put(record);
      await rescue.remove(record.key);
    },
    async remove(key) {
      await Promise.all([main.remove(key), rescue.remove(key)]);
    },
  };
}
