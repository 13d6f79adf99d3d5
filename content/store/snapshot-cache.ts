import { createHash } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';

import type { SnapshotState } from './snapshot-state.ts';
import { decodeState, encodeState } from './snapshot-state-lines.ts';
import { isSystemError } from './system-error.ts';

/** Raised whenever parsing, or the form of a line, changes: older files are then made anew. */
export const CACHE_VERSION = 1;

const HEADER = `encrier-snapshot ${CACHE_VERSION} `;

/**
 * The parsed content of one commit, kept in a file so that a start reads no post. Whatever is wrong with the file
 * (missing, cut short, of another version, damaged), `load` answers null and the caller parses again.
 */
export function createSnapshotCache(file: string) {
  return {
    async load(): Promise<SnapshotState | null> {
      const bytes = await readFile(file).catch((error: unknown) => {
        if (isSystemError(error, 'ENOENT')) return null;
        throw error;
      });
      if (bytes === null) return null;
      const lineEnd = bytes.indexOf(10);
      const header = bytes.toString('latin1', 0, lineEnd);
      const body = bytes.subarray(lineEnd + 1);
      if (header !== HEADER + digest(body)) return null;
      return decodeState(linesOf(body));
    },

    async save(state: SnapshotState): Promise<void> {
      const body = Buffer.from(encodeState(state).join('\n'));
      const temporary = `${file}.tmp`;
      const handle = await open(temporary, 'w');
      try {
        await handle.writeFile(`${HEADER}${digest(body)}\n`);
        await handle.writeFile(body);
      } finally {
        await handle.close();
      }
      await rename(temporary, file).catch(async (error: unknown) => {
        await rm(temporary, { force: true });
        throw error;
      });
    },
  };
}

export type SnapshotCache = ReturnType<typeof createSnapshotCache>;

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Lines one by one, so that reading ten thousand posts leaves little behind. */
function* linesOf(bytes: Buffer): Generator<string> {
  let start = 0;
  while (start < bytes.length) {
    const end = bytes.indexOf(10, start);
    const stop = end === -1 ? bytes.length : end;
    yield bytes.toString('utf8', start, stop);
    start = stop + 1;
  }
}
