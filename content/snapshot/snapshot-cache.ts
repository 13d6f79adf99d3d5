import { createHash } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { createBreathing } from '#content/git/concurrency.ts';
import { isSystemError } from '#content/git/system-error.ts';
import type { SnapshotState } from './snapshot-state.ts';
import { decodeState, encodeState } from './snapshot-state-lines.ts';

/** Raised whenever parsing, or the form of a line, changes: older files are then made anew. */
const CACHE_VERSION = 10;

const HEADER = `encrier-snapshot ${CACHE_VERSION} `;

/**
 * The parsed content of one commit, kept in a file so that a start reads no post. Whatever is wrong with the file
 * (missing, cut short, of another version, damaged), `load` answers null and the caller parses again.
 */
export function createSnapshotCache(file: string) {
  return {
    async load(): Promise<SnapshotState | null> {
      const bytes = await readWhole(file);
      if (bytes === null) return null;
      const lineEnd = bytes.indexOf(10);
      const body = bytes.subarray(lineEnd + 1);
      if (bytes.toString('latin1', 0, lineEnd) !== HEADER + digest(body)) return null;
      return decodeState(linesOf(body));
    },

    async save(state: SnapshotState): Promise<void> {
      const body = await encoded(state);
      const temporary = `${file}.tmp`;
      try {
        await writeWhole(temporary, [Buffer.from(`${HEADER}${digest(body)}\n`), body]);
        await rename(temporary, file);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
  };
}

export type SnapshotCache = ReturnType<typeof createSnapshotCache>;

async function encoded(state: SnapshotState): Promise<Buffer> {
  const breathe = createBreathing();
  const lines: string[] = [];
  for (const line of encodeState(state)) {
    lines.push(asLatin1(line));
    await breathe();
  }
  return Buffer.from(lines.join('\n'), 'latin1');
}

/** One read of the whole file: fs.readFile asks for it in small pieces, which takes ten times as long. */
async function readWhole(file: string): Promise<Buffer | null> {
  try {
    const handle = await open(file, 'r');
    try {
      const bytes = Buffer.allocUnsafeSlow((await handle.stat()).size);
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
      return bytes.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return null;
    throw error;
  }
}

async function writeWhole(file: string, pieces: readonly Buffer[]): Promise<void> {
  const handle = await open(file, 'w');
  try {
    for (const piece of pieces) await handle.writeFile(piece);
  } finally {
    await handle.close();
  }
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** JSON with what Latin-1 lacks escaped: decoding one byte a character is what makes a start quick. */
function asLatin1(json: string): string {
  return json.replace(/[^\0-\u00FF]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function* linesOf(bytes: Buffer): Generator<string> {
  let start = 0;
  while (start < bytes.length) {
    const end = bytes.indexOf(10, start);
    const stop = end === -1 ? bytes.length : end;
    yield bytes.toString('latin1', start, stop);
    start = stop + 1;
  }
}
