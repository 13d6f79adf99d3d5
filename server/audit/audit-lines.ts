import { type FileHandle, open } from 'node:fs/promises';
import { type AuditEvent, auditEventSchema } from '#content/contract/account-operations.ts';
import { isSystemError } from '#content/store/system-error.ts';

/** Bytes read at once, from the end. */
const PIECE = 64 * 1024;
const NEW_LINE = 0x0a;

/** The event of a line; null when it was torn by a crash or is none. */
export function parseLine(line: string): AuditEvent | null {
  try {
    const parsed = auditEventSchema.safeParse(JSON.parse(line));
    return parsed.success ? parsed.data : null;
  } catch {
    return null; // Not JSON.
  }
}

/** When the event of a line happened; null when it is none. */
export function timestampOf(line: string): string | null {
  return parseLine(line)?.timestamp ?? null;
}

/** The lines of a file from the last to the first, read piece by piece; none when there is no such file. */
export async function* linesFromEnd(file: string): AsyncGenerator<string> {
  const handle = await open(file, 'r').catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT')) return null;
    throw error;
  });
  if (handle === null) return;
  try {
    yield* readBackwards(handle);
  } finally {
    await handle.close();
  }
}

async function* readBackwards(handle: FileHandle): AsyncGenerator<string> {
  let position = (await handle.stat()).size;
  // The pieces of a line whose beginning was not read yet, in the order of the file.
  let rest: Buffer[] = [];
  while (position > 0) {
    const length = Math.min(PIECE, position);
    position -= length;
    const piece = Buffer.alloc(length);
    const { bytesRead } = await handle.read(piece, 0, length, position);
    if (bytesRead < length) return; // Made shorter meanwhile: nobody but a person does that.
    let end = length;
    for (let at = piece.lastIndexOf(NEW_LINE); at >= 0; at = lastNewLine(piece, at)) {
      const line = Buffer.concat([piece.subarray(at + 1, end), ...rest]).toString();
      rest = [];
      end = at;
      if (line !== '') yield line;
    }
    rest = [piece.subarray(0, end), ...rest];
  }
  const first = Buffer.concat(rest).toString();
  if (first !== '') yield first;
}

function lastNewLine(piece: Buffer, before: number): number {
  return before === 0 ? -1 : piece.lastIndexOf(NEW_LINE, before - 1);
}
