import type { FormBase } from '../post-form/form-state.ts';
import type { KeptRecord } from './kept-record.ts';
import { done, openDatabase, tableOf } from './text-database.ts';

/** A part of a text; or its record without it, once all of it is there, and without a base where that is as before. */
export type WriterRequest = string | (Pick<KeptRecord, 'values'> & { readonly base: FormBase | null });

/** To each: why it is refused; null once it is here, or the record on disk. */
export type WriterAnswer = string | null;

listen();

function listen(): void {
  const database = openDatabase(self.indexedDB);
  let content = '';
  let base: FormBase | null = null;

  async function take(asked: WriterRequest): Promise<void> {
    if (typeof asked === 'string') {
      content += asked;
      return;
    }
    base = asked.base ?? base;
    const record = { ...asked, base, values: { ...asked.values, content } };
    content = '';
    await done(tableOf(await database, 'readwrite').put(record));
  }

  self.addEventListener('message', ({ data }: MessageEvent<WriterRequest>) => {
    take(data).then(
      () => answer(null),
      (error: unknown) => answer(String(error)),
    );
  });
}

function answer(message: WriterAnswer): void {
  self.postMessage(message);
}
