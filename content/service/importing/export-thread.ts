import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { diskRefusal } from '#content/git/system-error.ts';
import type { ImportedItem, Reading, SourceFile } from '#content/import/imported.ts';
import { ContentError, type ErrorData, hasCode } from '../../model/errors.ts';

export interface ExportTask extends Pick<Reading, 'workFolder'> {
  readonly files: readonly SourceFile[];
}

export type FromExport =
  | { readonly kind: 'items'; readonly items: readonly ImportedItem[]; readonly bytes: number }
  | { readonly kind: 'bytes'; readonly bytes: number }
  | { readonly kind: 'end' }
  | { readonly kind: 'refused'; readonly code: Refusal; readonly data: ErrorData[Refusal] }
  | { readonly kind: 'failed'; readonly error: unknown };

/** What an author is told: an error that crosses to another thread keeps its words, and loses its code. */
const REFUSALS = ['invalid', 'disk-full', 'read-only'] as const;
type Refusal = (typeof REFUSALS)[number];

export function failureOf(error: unknown): FromExport {
  const told = diskRefusal(error) ?? error;
  for (const code of REFUSALS) if (hasCode(told, code)) return { kind: 'refused', code, data: told.data };
  return { kind: 'failed', error };
}

/**
 * What readExport gives, and throws, read in a thread of its own: those who ask for pages meanwhile do not wait for a long text to be
 * converted, and the memory that it took goes back with the thread.
 */
export async function* readExportInThread(
  workerUrl: URL,
  files: readonly SourceFile[],
  { signal, onBytes, workFolder }: Reading,
): AsyncGenerator<ImportedItem> {
  const workerData: ExportTask = { files, workFolder };
  const worker = new Worker(workerUrl, {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 6 },
  });
  try {
    for await (const [message] of on(worker, 'message', { signal, close: ['exit'] }) as AsyncIterable<
      [FromExport]
    >) {
      if (message.kind === 'end') return;
      if (message.kind === 'refused') throw new ContentError(message.code, message.data);
      if (message.kind === 'failed') throw message.error;
      onBytes(message.bytes);
      if (message.kind === 'bytes') continue;
      yield* message.items;
      worker.postMessage('taken');
    }
    throw new Error('the thread that reads an export ended before its end');
  } finally {
    await worker.terminate();
  }
}
