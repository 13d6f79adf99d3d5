import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  asDiskError,
  ensureFolderDurably,
  removeFileDurably,
  syncFolders,
  writeFileDurably,
} from '../durable-fs.ts';
import { isObjectId, NO_OBJECT_ID } from '../objects/object-id.ts';
import { formatSignature, type Signature } from '../signature.ts';
import { isSystemError } from '../system-error.ts';

export interface RefMove {
  readonly from: string | null;
  readonly to: string;
  readonly committer: Signature;
  readonly reason: string;
}

/** Where git keeps the history of a ref. */
export function reflogPath(gitDir: string, ref: string): string {
  return path.join(gitDir, 'logs', ref);
}

/** Adds one line to the history of a ref, in git's format, on disk when this returns. */
export async function appendReflog(gitDir: string, ref: string, move: RefMove): Promise<void> {
  const file = reflogPath(gitDir, ref);
  await ensureFolderDurably(path.dirname(file));
  try {
    if (await appendLine(file, lineOf(move))) await syncFolders([path.dirname(file)]);
  } catch (error) {
    throw asDiskError(error);
  }
}

/** Gives a ref a history of this one line, in place of what it had, on disk when this returns. */
export async function beginReflog(gitDir: string, ref: string, move: RefMove): Promise<void> {
  const file = reflogPath(gitDir, ref);
  await ensureFolderDurably(path.dirname(file));
  await writeFileDurably(file, Buffer.from(lineOf(move)));
}

/** Forgets the history of a ref that is about to go; a ref of that name made later must not inherit it. */
export async function removeReflog(gitDir: string, ref: string): Promise<void> {
  await removeFileDurably(reflogPath(gitDir, ref));
}

/** The commits a ref has named, newest first, each once. Lines that a power cut left torn are passed over. */
export async function readReflog(gitDir: string, ref: string): Promise<readonly string[]> {
  const text = await readFile(reflogPath(gitDir, ref), 'latin1').catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR')) return '';
    throw error;
  });
  const named = text
    .split('\n')
    .reverse()
    .flatMap((line) => {
      const [, from = '', to = ''] =
        /^([0-9a-f]{40}) ([0-9a-f]{40}) .*> -?[0-9]+ [+-][0-9]{4}(?:\t|$)/.exec(line) ?? [];
      return [to, from];
    });
  return [...new Set(named)].filter((id) => isObjectId(id) && id !== NO_OBJECT_ID);
}

function lineOf({ from, to, committer, reason }: RefMove): string {
  const words = reason.replace(/\s+/g, ' ').trim();
  return `${from ?? NO_OBJECT_ID} ${to} ${formatSignature(committer)}\t${words}\n`;
}

/** Answers whether the file is new. A last line without its end stays alone: it is not glued to ours. */
async function appendLine(file: string, line: string): Promise<boolean> {
  const handle = await open(file, 'a+');
  try {
    const { size } = await handle.stat();
    const last = Buffer.alloc(1);
    if (size > 0) await handle.read(last, 0, 1, size - 1);
    const isTorn = size > 0 && last.toString('latin1') !== '\n';
    await handle.appendFile(isTorn ? `\n${line}` : line);
    await handle.sync();
    return size === 0;
  } finally {
    await handle.close();
  }
}
