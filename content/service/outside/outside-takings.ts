import path from 'node:path';
import * as z from 'zod';
import { ensureFolderDurably, writeFileDurably } from '../../store/durable-fs.ts';
import { jsonOf, readStateFile } from '../../store/state-file.ts';
import type { TakenFile } from './outside-items.ts';

const fileSchema = z.array(z.tuple([z.string(), z.string()]));

interface TakingsOptions {
  readonly gitDir: string;
  /** Told in a French sentence that the note could not be read. */
  readonly say: (sentence: string) => void;
}

/**
 * What files held when they were taken up, noted before the commit: one that is written to again before the folder has followed,
 * or after a crash, was changed from there. Kept beside git's own files; without it the author is asked.
 */
export function createTakings({ gitDir, say }: TakingsOptions) {
  const file = path.join(gitDir, 'encrier', 'outside-taken.json');
  let known: ReadonlyMap<string, string> | null = null;

  async function taken(): Promise<ReadonlyMap<string, string>> {
    known ??= new Map(await readStateFile(file, { parse: jsonOf(fileSchema), without: WITHOUT, say }));
    return known;
  }

  async function store(next: ReadonlyMap<string, string>): Promise<void> {
    await ensureFolderDurably(path.dirname(file));
    await writeFileDurably(file, Buffer.from(`${JSON.stringify([...next])}\n`));
    known = next;
  }

  return {
    /** Blob id of what a file held when it was taken up last; null when it follows the branch since. */
    idOf: async (at: string): Promise<string | null> => (await taken()).get(at) ?? null,

    /** These files are about to be taken up. On disk when this returns. */
    async note(files: readonly TakenFile[]): Promise<void> {
      const added = files.flatMap(({ path: at, disk }) => (disk === null ? [] : [[at, disk.id] as const]));
      await store(new Map([...(await taken()), ...added]));
    },

    /** These files follow the branch again. */
    async forget(paths: ReadonlySet<string>): Promise<void> {
      const all = await taken();
      if ([...paths].some((at) => all.has(at)))
        await store(new Map([...all].filter(([at]) => !paths.has(at))));
    },
  };
}

const WITHOUT = 'Encrier demande que faire d’un fichier du dossier qui fut retouché pendant sa reprise';
