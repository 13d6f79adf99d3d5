import { join } from 'node:path';
import { removeFileDurably } from '#content/store/durable-fs.ts';
import { readStateFile } from '#content/store/state-file.ts';
import { isSystemError } from '#content/store/system-error.ts';
import { writePrivateFile } from '../data/private-file.ts';
import { digestOf, isSameDigest } from './digest.ts';
import { makeReadableCode, normalizeReadableCode } from './readable-code.ts';

const GROUPS = 4;
const SHAPE = /^[A-Z2-9]{4}(?:-[A-Z2-9]{4}){3}$/;

/**
 * The one-time code that creates the first administrator; the same after a restart, until there is one. `say` is told of one
 * that could not be read.
 */
export async function readOrMakeFirstCode(dataDir: string, say: (sentence: string) => void): Promise<string> {
  const file = codeFile(dataDir);
  const without = 'un nouveau code est fait';
  const kept = await readStateFile(file, { parse: codeOf, without, say });
  if (kept !== null) return kept;
  const code = makeReadableCode(GROUPS);
  await writePrivateFile(file, `${code}\n`);
  return code;
}

/** There is an administrator: the code opens nothing any more. */
export async function removeFirstCode(dataDir: string): Promise<void> {
  await removeFileDurably(codeFile(dataDir)).catch((error: unknown) => {
    // A folder, which holds no code: macOS says EPERM.
    if (!isSystemError(error, 'EISDIR', 'EPERM')) throw error;
  });
}

function codeOf(text: string): string {
  if (!SHAPE.test(text.trim())) throw new Error('not a code of ours');
  return text.trim();
}

/** Whether what was typed is the code. */
export function isFirstCode(code: string, typed: string): boolean {
  return isSameDigest(digestOf(normalizeReadableCode(code)), digestOf(normalizeReadableCode(typed)));
}

function codeFile(dataDir: string): string {
  return join(dataDir, 'first-code');
}
