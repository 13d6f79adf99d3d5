import { link, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryPath } from '#content/git/durable-fs.ts';
import { isProcessGone, isTornIdentity, processIdentity } from '#content/git/processes.ts';
import { readSmallFile } from '#content/git/state-file.ts';
import { diskRefusal, isSystemError } from '#content/git/system-error.ts';

export type FolderLock =
  /** `wasAbandoned`: the process before this one ended without letting go. */
  | { readonly kind: 'taken'; readonly wasAbandoned: boolean; release(): Promise<void> }
  | { readonly kind: 'held'; readonly holder: string; readonly file: string };

const NAME = /^lock\.([1-9][0-9]{0,14})$/;

/**
 * Takes a folder for one process alone. The files `lock.<number>` are turns: the highest says who holds the folder,
 * and is empty when nobody does. A turn is made in one step, so that of many who find the last one free or abandoned
 * one takes the next; the highest is never removed, so that nobody takes a turn that has passed. A turn is whole when it
 * is made: half a name was torn by a power cut, and nobody holds it.
 */
export async function takeFolderLock(folder: string): Promise<FolderLock> {
  const last = await lastTurn(folder);
  const holder = last === 0 ? '' : await readHolder(turnFile(folder, last));
  const file = turnFile(folder, last + 1);
  if (!isTornIdentity(holder) && !isProcessGone(holder))
    return { kind: 'held', holder, file: turnFile(folder, last) };
  if (!(await takeTurn(file))) return { kind: 'held', holder: await readHolder(file), file };
  const highest = await lastTurn(folder);
  if (highest !== last + 1) {
    await rm(file, { force: true });
    const above = turnFile(folder, highest);
    return { kind: 'held', holder: await readHolder(above), file: above };
  }
  if (last > 0) await rm(turnFile(folder, last), { force: true });
  return { kind: 'taken', wasAbandoned: holder !== '', release: () => letGo(file) };
}

function turnFile(folder: string, turn: number): string {
  return join(folder, `lock.${turn}`);
}

async function lastTurn(folder: string): Promise<number> {
  const turns = (await readdir(folder)).map((name) => Number(NAME.exec(name)?.[1] ?? 0));
  return Math.max(0, ...turns);
}

/** Who a turn names; '' when nobody, or when the turn has passed since. What cannot be read is somebody's. */
async function readHolder(file: string): Promise<string> {
  const read = await readSmallFile(file);
  if (read.kind === 'damaged') return 'inconnu';
  return read.kind === 'none' ? '' : read.text.trim();
}

/** On a disk that no longer takes writes the turn keeps our name: whoever comes next sees that we are gone. */
async function letGo(file: string): Promise<void> {
  await writeFile(file, '').catch((error: unknown) => {
    if (diskRefusal(error) === null) throw error;
  });
}

/** Makes the file of a turn, whole and in one step; false when someone has. */
async function takeTurn(file: string): Promise<boolean> {
  const own = temporaryPath(file);
  try {
    await writeFile(own, processIdentity(), { flush: true });
    await link(own, file);
    return true;
  } catch (error) {
    if (isSystemError(error, 'EEXIST')) return false;
    throw error;
  } finally {
    await rm(own, { force: true });
  }
}
