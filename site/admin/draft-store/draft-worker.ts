import { applyDifference } from '#content/model/difference/value-difference.ts';
import { done, openDatabase, tableOf } from './draft-database.ts';
import type { DraftRecord } from './draft-record.ts';
import type { DraftChange } from './draft-store.ts';

export type WriterRequest =
  | { readonly kind: 'whole'; readonly record: DraftRecord }
  | { readonly kind: 'change'; readonly change: DraftChange };

/** To each request, once what it asks for is on disk. */
export type WriterAnswer =
  | { readonly kind: 'done'; readonly isKept: boolean }
  | { readonly kind: 'refused'; readonly reason: string };

listen();

function listen(): void {
  const database = openDatabase(self.indexedDB);
  let last: DraftRecord | null = null;

  function recordOf(request: WriterRequest): DraftRecord | null {
    if (request.kind === 'whole') return request.record;
    const { key, difference } = request.change;
    return last?.key === key ? (applyDifference(last, difference) as DraftRecord) : null; // As it was made of two.
  }

  async function keep(request: WriterRequest): Promise<boolean> {
    const record = recordOf(request);
    last = null; // Not known until it is on disk.
    if (record === null) return false;
    await done(tableOf(await database, 'readwrite').put(record));
    last = record;
    return true;
  }

  self.addEventListener('message', ({ data }: MessageEvent<WriterRequest>) => {
    keep(data).then(
      (isKept) => answer({ kind: 'done', isKept }),
      (error: unknown) => answer({ kind: 'refused', reason: String(error) }),
    );
  });
}

function answer(message: WriterAnswer): void {
  self.postMessage(message);
}
