import { join } from 'node:path';
import * as z from 'zod';
import { jsonOf, readStateFile } from '#content/store/state-file.ts';
import { writePrivateFile } from '../auth/private-file.ts';

const previewSchema = z.object({
  /** What previews are listed and revoked by. */
  id: z.uuid(),
  postId: z.uuid(),
  /** SHA-256 of what the address holds: a stolen table shows no draft. */
  digest: z.string(),
  /** Milliseconds since 1970. */
  createdAt: z.number(),
  expiresAt: z.number(),
});
export type StoredPreview = z.output<typeof previewSchema>;

const tableSchema = z.object({ version: z.literal(1), previews: z.array(previewSchema) });

interface TableOptions {
  readonly dataDir: string;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Told in a French sentence that the previews could not be read. */
  readonly say: (sentence: string) => void;
}

/**
 * The previews that still work, kept in DATA_DIR/previews.json. A change is on disk when it is answered, and counts only
 * then; changes are made one after the other. None is known when the file is missing or damaged: its addresses end.
 */
export function createPreviewTable({ dataDir, clock, say }: TableOptions) {
  const file = join(dataDir, 'previews.json');
  let previews: Promise<readonly StoredPreview[]> = read(file, say);

  async function living(): Promise<readonly StoredPreview[]> {
    const now = clock();
    return (await previews).filter(({ expiresAt }) => expiresAt > now);
  }

  function change(next: (now: readonly StoredPreview[]) => readonly StoredPreview[]): Promise<void> {
    const before = living();
    const after = before.then(next);
    const written = after.then((all) =>
      writePrivateFile(file, JSON.stringify({ version: 1, previews: all })),
    );
    previews = written.then(
      () => after,
      () => before,
    );
    return written;
  }

  return { living, change };
}

async function read(file: string, say: TableOptions['say']): Promise<readonly StoredPreview[]> {
  const without = 'les adresses d’aperçu sont terminées : faites-en d’autres';
  return (await readStateFile(file, { parse: jsonOf(tableSchema), without, say }))?.previews ?? [];
}
