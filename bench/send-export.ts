import { open } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import * as z from 'zod';
import { MAX_PART_BYTES } from '#content/contract/import-operations.ts';
import { signIn } from '#scripts/programs/author.ts';

/** How long an answer may take, in milliseconds. */
const PATIENCE_MS = 600_000;

// Sends an export to a server part after part, and says the id of its import.
const { origin, file } = z.object({ origin: z.string(), file: z.string() }).parse(workerData);
const { client } = await signIn(origin, PATIENCE_MS);
const handle = await open(file);
const { size } = await handle.stat();
let state = await client.createImport({ files: [{ name: 'blog.zip', bytes: size }] });
const buffer = new Uint8Array(MAX_PART_BYTES / 4);
for (let offset = 0; offset < size; offset = state.files[0]?.received ?? size) {
  const { bytesRead } = await handle.read(buffer, 0, buffer.length, offset);
  const part = buffer.slice(0, bytesRead);
  state = await client.sendImportPart({ id: state.id, index: 0, offset, part });
}
await handle.close();
parentPort?.postMessage(state.id);
