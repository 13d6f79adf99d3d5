import * as z from 'zod';
import { jsonOf, readStateFile } from '#content/store/state-file.ts';
import { writePrivateFile } from '../data/private-file.ts';

const storedSessionSchema = z.object({
  /** What sessions are listed by. */
  id: z.uuid(),
  /** SHA-256 of what the cookie holds: a stolen table gives no session. */
  digest: z.string(),
  userId: z.uuid(),
  /** The user's stamp when it began (stored-user.ts). */
  stamp: z.uuid(),
  /** Milliseconds since 1970, as all times of the table. */
  createdAt: z.number(),
  lastSeenAt: z.number(),
  userAgent: z.string(),
  ipAddress: z.string(),
});
export type StoredSession = z.output<typeof storedSessionSchema>;

const tableSchema = z.object({ version: z.literal(1), sessions: z.array(storedSessionSchema) });

/** The sessions kept in a file; none when it is missing, or damaged, which `say` is told: everybody then signs in again. */
export async function readSessionTable(
  file: string,
  say: (sentence: string) => void,
): Promise<readonly StoredSession[]> {
  const without = 'les sessions sont terminées, et chacun se connecte de nouveau';
  return (await readStateFile(file, { parse: jsonOf(tableSchema), without, say }))?.sessions ?? [];
}

/** Writes the table, one write after another; calls that come while one runs share the next. */
export function createTableWriter(file: string, sessions: () => readonly StoredSession[]) {
  let last: Promise<unknown> = Promise.resolve();
  let waiting: Promise<void> | null = null;
  return (): Promise<void> => {
    waiting ??= last.then(() => {
      waiting = null;
      return writePrivateFile(file, JSON.stringify({ version: 1, sessions: sessions() }));
    });
    last = waiting.catch(() => undefined); // Its callers are told.
    return waiting;
  };
}
