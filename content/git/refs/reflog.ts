import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from '#content/model/errors.ts';
import { formatSignature, type Signature } from '../commit-object.ts';
import { createBreathing } from '../concurrency.ts';
import { appendDurably, ensureFolderDurably, removeFileDurably, writeFileDurably } from '../durable-fs.ts';
import { isObjectId, NO_OBJECT_ID } from '../objects/object-id.ts';
import type { ObjectStore } from '../objects/objects.ts';
import { DAMAGED_FOLDER } from '../set-aside.ts';
import { ifThere } from '../system-error.ts';
import { withLock } from './lock-file.ts';
import { isRefName } from './refs.ts';

export interface RefMove {
  readonly from: string | null;
  readonly to: string;
  readonly committer: Signature;
  readonly reason: string;
}

/** Where git keeps the history of a ref. */
function reflogPath(gitDir: string, ref: string): string {
  return path.join(gitDir, 'logs', ref);
}

/** Adds one line to the history of a ref, in git's format, on disk when this returns. */
export async function appendReflog(gitDir: string, ref: string, move: RefMove): Promise<void> {
  await appendDurably(reflogPath(gitDir, ref), Buffer.from(lineOf(move)));
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

/** The commits a ref has named, newest first, each once. */
export async function readReflog(gitDir: string, ref: string): Promise<readonly string[]> {
  const named = (await readMoves(gitDir, ref)).flatMap(({ from, to }) => [to, from]);
  return [...new Set(named)].filter((id) => isObjectId(id) && id !== NO_OBJECT_ID);
}

/**
 * The moves of a ref by whomever, newest first, each with what its maker says of it; {@link NO_OBJECT_ID} for nowhere. Lines that a
 * power cut left torn are passed over.
 */
export async function readMoves(
  gitDir: string,
  ref: string,
): Promise<readonly { readonly from: string; readonly to: string; readonly reason: string }[]> {
  const text = await ifThere(readFile(reflogPath(gitDir, ref), 'latin1'), '');
  return text
    .split('\n')
    .reverse()
    .flatMap((line) => {
      const [, from, to, reason = ''] =
        /^([0-9a-f]{40}) ([0-9a-f]{40}) .*> -?[0-9]+ [+-][0-9]{4}(?:\t(.*)|)$/.exec(line) ?? [];
      return from === undefined || to === undefined ? [] : [{ from, to, reason }];
    });
}

function lineOf({ from, to, committer, reason }: RefMove): string {
  const words = reason.replace(/\s+/g, ' ').trim();
  return `${from ?? NO_OBJECT_ID} ${to} ${formatSignature(committer)}\t${words}\n`;
}

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
        `Journal de «\u00a0${ref}\u00a0»\u00a0: ${moved} lignes désignaient des objets perdus\u00a0; elles ont été mises de côté dans «\u00a0${DAMAGED_FOLDER}/logs/${ref}\u00a0».`,
      );
  }
  return sentences;
}

/** The refs that have a reflog, HEAD included. */
export async function listReflogs(gitDir: string): Promise<readonly string[]> {
  const logs = path.join(gitDir, 'logs');
  const entries = await ifThere(readdir(logs, { recursive: true, withFileTypes: true }), []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(logs, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
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
  return withLock({ gitDir, file: path.join(gitDir, ref), content: '' }, async () => {
    const { kept, lost } = await splitLines(file, isThere);
    await appendDurably(path.join(gitDir, DAMAGED_FOLDER, 'logs', ref), bytesOf(lost));
    if (kept.length === 0) await removeFileDurably(file);
    else await writeFileDurably(file, bytesOf(kept));
    return lost.length;
  });
}

function bytesOf(lines: readonly string[]): Buffer {
  return Buffer.from(lines.map((line) => `${line}\n`).join(''), 'latin1');
}

/** Torn lines stay: git passes over them as we do. */
async function splitLines(
  file: string,
  isThere: IsThere,
): Promise<{ readonly kept: readonly string[]; readonly lost: readonly string[] }> {
  // The file of a name that is not UTF-8 is listed and not found.
  const lines = (await ifThere(readFile(file, 'latin1'), '')).split('\n').filter((line) => line !== '');
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
