import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
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
}

/**
 * The previews that still work, kept in DATA_DIR/previews.json. A change is on disk when it is answered, and counts only
 * then; changes are made one after the other. None is known when the file is missing or damaged: its addresses end.
 */
export function createPreviewTable({ dataDir, clock }: TableOptions) {
  const file = join(dataDir, 'previews.json');
  let previews: Promise<readonly StoredPreview[]> = read(file);

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

export type PreviewTable = ReturnType<typeof createPreviewTable>;

async function read(file: string): Promise<readonly StoredPreview[]> {
  try {
    return tableSchema.parse(JSON.parse(await readFile(file, 'utf8'))).previews;
  } catch {
    return []; // Whatever is wrong with it, the next preview writes a sound one.
  }
}
