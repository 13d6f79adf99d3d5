import { applyDifference } from '#content/model/difference/value-difference.ts';
import type { KeptRecord } from './kept-record.ts';
import { done, openDatabase, tableOf } from './text-database.ts';
import type { TextChange } from './text-store.ts';

export type WriterRequest =
  | { readonly kind: 'whole'; readonly record: KeptRecord }
  | { readonly kind: 'change'; readonly change: TextChange };

/** To each request, once what it asks for is on disk. */
export type WriterAnswer =
  | { readonly kind: 'done'; readonly isKept: boolean }
  | { readonly kind: 'refused'; readonly reason: string };

listen();

function listen(): void {
  const database = openDatabase(self.indexedDB);
  let last: KeptRecord | null = null;

  function recordOf(request: WriterRequest): KeptRecord | null {
    if (request.kind === 'whole') return request.record;
    const { key, difference } = request.change;
    return last?.key === key ? (applyDifference(last, difference) as KeptRecord) : null; // As it was made of two.
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
