import { join } from 'node:path';
import * as z from 'zod';
import { createStateFile } from '#content/store/state-file.ts';
import { writePrivateFile } from '../data/private-file.ts';

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
  const kept = createStateFile<z.output<typeof tableSchema>>({
    file: join(dataDir, 'previews.json'),
    schema: tableSchema,
    none: { version: 1, previews: [] },
    without: 'les adresses d’aperçu sont terminées : faites-en d’autres',
    say,
    write: writePrivateFile,
  });
  // At once: a damaged one is told of at the start. Whoever asks is told of what else went wrong.
  kept.read().catch(() => undefined);
  const living = ({ previews }: z.output<typeof tableSchema>): readonly StoredPreview[] => {
    const now = clock();
    return previews.filter(({ expiresAt }) => expiresAt > now);
  };
  return {
    living: async (): Promise<readonly StoredPreview[]> => living(await kept.read()),
    change: (next: (now: readonly StoredPreview[]) => readonly StoredPreview[]): Promise<void> =>
      kept.change((table) => ({ version: 1, previews: [...next(living(table))] })),
  };
}
