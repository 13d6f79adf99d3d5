import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from '#content/model/errors.ts';
import { createBreathing } from '../breathe.ts';
import { removeFileDurably, writeFileDurably } from '../durable-fs.ts';
import { NO_OBJECT_ID } from '../objects/object-id.ts';
import type { ObjectStore } from '../objects/objects.ts';
import { addAside } from '../set-aside.ts';
import { isSystemError } from '../system-error.ts';
import { takeLock } from './lock-file.ts';
import { reflogPath } from './reflog.ts';
import { isRefName } from './refs.ts';

interface ReflogRepair {
  readonly gitDir: string;
  readonly objects: Pick<ObjectStore, 'has'>;
}

/**
 * Moves the lines of reflogs that name objects which are lost to a file beside: `git fsck` complains of each as long as it is
 * there, though nothing can follow it. A French sentence for each reflog; none where all of them name what is there.
 */
export async function setAsideLostEntries(repair: ReflogRepair): Promise<readonly string[]> {
  const isThere = remembering(repair.objects);
  const sentences: string[] = [];
  for (const ref of await listReflogs(repair.gitDir)) {
    const moved = await withoutLost(repair.gitDir, ref, isThere);
    if (moved > 0)
      sentences.push(
        `Journal de « ${ref} » : ${moved} lignes désignaient des objets perdus ; elles ont été mises de côté dans « encrier/damaged/logs/${ref} ».`,
      );
  }
  return sentences;
}

/** The refs that have a reflog, HEAD included. */
export async function listReflogs(gitDir: string): Promise<readonly string[]> {
  const entries = await readdir(path.join(gitDir, 'logs'), { recursive: true, withFileTypes: true }).catch(
    (error: unknown) => {
      if (isSystemError(error, 'ENOENT', 'ENOTDIR')) return [];
      throw error;
    },
  );
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      path
        .relative(path.join(gitDir, 'logs'), path.join(entry.parentPath, entry.name))
        .split(path.sep)
        .join('/'),
    )
    .filter(isRefName)
    .sort();
}

type IsThere = (id: string) => Promise<boolean>;

/** Each object is asked for once: a move is in two lines, and HEAD says what its branch says. */
function remembering(objects: ReflogRepair['objects']): IsThere {
  const known = new Map([[NO_OBJECT_ID, true]]);
  const breathe = createBreathing();
  return async (id) => {
    const before = known.get(id);
    if (before !== undefined) return before;
    await breathe();
    const isThere = await objects.has(id).catch((error: unknown) => {
      if (hasCode(error, 'corrupt')) return false;
      // Too large to be read: it is there.
      if (hasCode(error, 'invalid')) return true;
      throw error;
    });
    known.set(id, isThere);
    return isThere;
  };
}

/** Read first without the lock, which nearly always is the end of it. Answers how many lines went. */
async function withoutLost(gitDir: string, ref: string, isThere: IsThere): Promise<number> {
  const file = reflogPath(gitDir, ref);
  if ((await splitLines(file, isThere)).lost.length === 0) return 0;
  const lock = await takeLock({
    gitDir,
    file: path.join(gitDir, ref),
    content: '',
  });
  try {
    const { kept, lost } = await splitLines(file, isThere);
    await addAside(gitDir, `logs/${ref}`, lost);
    if (kept.length === 0) await removeFileDurably(file);
    else await writeFileDurably(file, Buffer.from(kept.map((line) => `${line}\n`).join(''), 'latin1'));
    return lost.length;
  } finally {
    await lock.release();
  }
}

/** Torn lines stay: git passes over them as we do. */
async function splitLines(
  file: string,
  isThere: IsThere,
): Promise<{ readonly kept: readonly string[]; readonly lost: readonly string[] }> {
  const lines = (await readFile(file, 'latin1')).split('\n').filter((line) => line !== '');
  const kept: string[] = [];
  const lost: string[] = [];
  for (const line of lines) {
    const [, from, to] = /^([0-9a-f]{40}) ([0-9a-f]{40}) /.exec(line) ?? [];
    const names = [from, to].filter((id) => id !== undefined);
    const isWhole = (await Promise.all(names.map(isThere))).every(Boolean);
    (isWhole ? kept : lost).push(line);
  }
  return { kept, lost };
}
