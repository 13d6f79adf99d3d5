import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { removeFileDurably } from '#content/store/durable-fs.ts';
import { isSystemError } from '#content/store/system-error.ts';
import { digestOf, isSameDigest } from './digest.ts';
import { writePrivateFile } from './private-file.ts';
import { makeReadableCode, normalizeReadableCode } from './readable-code.ts';

const GROUPS = 4;
const SHAPE = /^[A-Z2-9]{4}(?:-[A-Z2-9]{4}){3}$/;

/** The one-time code that creates the first administrator; the same after a restart, until there is one. */
export async function readOrMakeFirstCode(dataDir: string): Promise<string> {
  const file = codeFile(dataDir);
  const kept = await readFile(file, 'utf8').catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT')) return '';
    throw error;
  });
  if (SHAPE.test(kept.trim())) return kept.trim();
  const code = makeReadableCode(GROUPS);
  await writePrivateFile(file, `${code}\n`);
  return code;
}

/** There is an administrator: the code opens nothing any more. */
export async function removeFirstCode(dataDir: string): Promise<void> {
  await removeFileDurably(codeFile(dataDir));
}

/** Whether what was typed is the code. */
export function isFirstCode(code: string, typed: string): boolean {
  return isSameDigest(digestOf(normalizeReadableCode(code)), digestOf(normalizeReadableCode(typed)));
}

function codeFile(dataDir: string): string {
  return join(dataDir, 'first-code');
}
