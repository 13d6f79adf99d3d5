import { parentPort, workerData } from 'node:worker_threads';
import { lowerOwnPriority } from '#content/git/processes.ts';
import type { ImportedItem } from '#content/import/imported.ts';
import { readExport } from '#content/import/read-export.ts';
import { type ExportTask, type FromExport, failureOf } from './export-thread.ts';

/** Items are sent together, so many characters of text at most, or what was read in so many milliseconds. */
const BATCH_LENGTH = 256 * 1024;
const BATCH_MS = 100;

// Pages go first.
lowerOwnPriority();

const { files, workFolder } = workerData as ExportTask; // export-thread.ts made it.
let batch: ImportedItem[] = [];
let length = 0;
let bytes = 0;
let sent = performance.now();

function tell(message: FromExport): void {
  parentPort?.postMessage(message);
}

/** Resolves once what was sent was taken: no more than that is in memory. */
async function send(): Promise<void> {
  const isTaken = new Promise((resolve) => {
    parentPort?.once('message', resolve);
  });
  tell({ kind: 'items', items: batch, bytes });
  [batch, length, bytes, sent] = [[], 0, 0, performance.now()];
  await isTaken;
}

function onBytes(count: number): void {
  bytes += count;
  if (batch.length > 0 || performance.now() - sent < BATCH_MS) return;
  tell({ kind: 'bytes', bytes });
  [bytes, sent] = [0, performance.now()];
}

try {
  const { signal } = new AbortController();
  for await (const item of readExport(files, { signal, onBytes, workFolder })) {
    batch.push(item);
    length += item.kind === 'text' ? item.content.length : 0;
    if (length > BATCH_LENGTH || performance.now() - sent > BATCH_MS) await send();
  }
  await send();
  tell({ kind: 'end' });
} catch (error) {
  tell(failureOf(error));
}
