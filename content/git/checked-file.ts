import { createHash } from 'node:crypto';
import { open, rename, rm, writeFile } from 'node:fs/promises';
import { isSystemError } from './system-error.ts';

/**
 * What {@link writeCheckedFile} wrote under this kind; null when the file is missing, of another kind or version, cut
 * short or changed by anything else. For what can be made again: nothing promises that it is on disk.
 */
export async function readCheckedFile(file: string, kind: string): Promise<Buffer | null> {
  const bytes = await readWhole(file).catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT', 'EISDIR')) return null;
    throw error;
  });
  if (bytes === null) return null;
  const lineEnd = bytes.indexOf(10);
  const body = bytes.subarray(lineEnd + 1);
  return bytes.toString('latin1', 0, lineEnd) === header(kind, body) ? body : null;
}

/** One read of the whole file: fs.readFile asks for it in small pieces, which takes ten times as long. */
async function readWhole(file: string): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const bytes = Buffer.allocUnsafeSlow((await handle.stat()).size);
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Writes a file under another name first, so that a reader finds the old one or the new one. */
export async function writeCheckedFile(file: string, kind: string, body: Buffer): Promise<void> {
  const temporary = `${file}.tmp`;
  try {
    await writeFile(temporary, [Buffer.from(`${header(kind, body)}\n`), body]);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

function header(kind: string, body: Uint8Array): string {
  return `${kind} ${createHash('sha256').update(body).digest('hex')}`;
}
