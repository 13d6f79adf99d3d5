/** What is read from an index's file is not what was written. */
export class DamagedIndexError extends Error {
  override readonly name = 'DamagedIndexError';
}

/** Codes of SQLite (sqlite.org/rescode.html): what we write breaks no constraint by itself. */
const DAMAGE = /^SQLITE_(?:CORRUPT|NOTADB|FORMAT|CONSTRAINT)/;

/**
 * Whether an error says that an index's file is damaged, or no such file: it is made anew. One that comes from another thread is
 * no longer of its class.
 */
export function isDamage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'DamagedIndexError') return true;
  return error.name === 'SqliteError' && 'code' in error && DAMAGE.test(String(error.code));
}
