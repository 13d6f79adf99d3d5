import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { keepAside } from '../set-aside.ts';
import { isSystemError } from '../system-error.ts';
import { takeLock } from './lock-file.ts';

/** The head of the file, a ref, or what the tag of the line before points at (git-pack-refs(1)). */
const LINE = /^(?:#.*|[0-9a-f]{40} refs\/.+|\^[0-9a-f]{40})$/;

const HEAD_LINE = '# pack-refs with: peeled fully-peeled sorted ';

/**
 * Gives packed-refs back the form without which git refuses to work at all: lines that a power cut left torn go, and a last one
 * without its end, whose name may be cut; the file as it was is kept beside. Null when it was sound, or not there.
 */
export async function repairPackedRefs(gitDir: string): Promise<string | null> {
  const file = path.join(gitDir, 'packed-refs');
  const text = await readFile(file, 'latin1').catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT')) return null;
    throw error;
  });
  if (text === null) return null;
  const lines = text.split('\n');
  const end = lines.pop();
  const sound = lines.filter((line) => LINE.test(line));
  // git never leaves it empty: its head is always there.
  if (text !== '' && end === '' && sound.length === lines.length) return null;
  const content = (sound.length === 0 ? [HEAD_LINE] : sound).map((line) => `${line}\n`).join('');
  const lock = await takeLock({ gitDir, file, content });
  try {
    const aside = await keepAside(gitDir, 'packed-refs', Buffer.from(text, 'latin1'));
    await lock.commit();
    return `Le fichier packed-refs était abîmé : ses lignes lisibles ont été gardées, et il est tel qu’il était dans « ${aside} ».`;
  } finally {
    await lock.release();
  }
}
