import { readFileSync, statSync } from 'node:fs';
import { ContentError } from '#content/model/errors.ts';

/** Whether `error` comes from the system with one of these codes (ENOENT, EEXIST, …). */
export function isSystemError(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/** What looking at a file or a folder gives; `otherwise` where none of that name is there. */
export async function ifThere<Value, Other>(
  looking: Promise<Value>,
  otherwise: Other,
): Promise<Value | Other> {
  return looking.catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR', 'EISDIR')) return otherwise;
    throw error;
  });
}

/** How many bytes a file has; null where no file of that name is there, nor a pipe, which has no end. */
export function sizeOfFile(file: string): number | null {
  const found = statSync(file, { throwIfNoEntry: false });
  return found?.isFile() === true ? found.size : null;
}

/**
 * What a small file holds; null where there is none. Read on the spot, as packs are
 * (objects/pack-entry.ts): from the system's memory that takes a tenth of the four ways to a thread and back.
 */
export function readOnTheSpot(file: string): Promise<Buffer | null> {
  const reading = onTheSpot(() => (sizeOfFile(file) === null ? null : readFileSync(file)));
  return ifThere(reading, null);
}

/** What `work`, which waits for nothing, gives or throws. */
export function onTheSpot<Value>(work: () => Value): Promise<Value> {
  return new Promise((resolve) => resolve(work()));
}

/**
 * What a caller is told of a failure of the system that only the operator can mend: a full disk, or files that may no
 * longer be written (a disk that turned read-only, permissions that changed). null for any other error.
 */
export function diskRefusal(error: unknown): ContentError | null {
  if (isSystemError(error, 'ENOSPC', 'EDQUOT')) return new ContentError('disk-full', {}, { cause: error });
  if (isSystemError(error, 'EROFS', 'EACCES', 'EPERM'))
    return new ContentError('read-only', { reason: NOT_WRITABLE }, { cause: error });
  return null;
}

const NOT_WRITABLE =
  'Encrier n’a plus le droit d’écrire sur le disque où sont vos articles\u00a0: rien n’a été enregistré. Vérifiez ses droits, ou prévenez qui s’en occupe.';
