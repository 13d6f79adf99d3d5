import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ContentError } from '#content/model/errors.ts';
import { ensureFolderDurably } from '#content/store/durable-fs.ts';
import { isSystemError } from '#content/store/system-error.ts';
import { writePrivateFile } from './private-file.ts';

const SHAPE = /^[A-Za-z0-9_-]{43}$/;

/**
 * The secret kept in a file: 256 random bits, made at first use and again when what is there is none of ours. One that is
 * made where nothing may be written is this process's own.
 */
export async function readOrMakeSecret(file: string, refusal: ContentError | null = null): Promise<string> {
  const kept = await readFile(file, 'utf8').catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT')) return '';
    throw error;
  });
  if (SHAPE.test(kept.trim())) return kept.trim();
  const made = randomBytes(32).toString('base64url');
  if (refusal !== null) return made;
  await ensureFolderDurably(dirname(file));
  await writePrivateFile(file, `${made}\n`);
  return made;
}
