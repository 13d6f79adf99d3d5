import path from 'node:path';
import * as z from 'zod';
import { createStateFile } from '#content/git/state-file.ts';
import type { TakenFile } from './outside-items.ts';

/** Path → blob id. */
const fileSchema = z.array(z.tuple([z.string(), z.string()]));
type Taken = readonly (readonly [string, string])[];

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
  const kept = createStateFile<Taken>({
    file: path.join(gitDir, 'encrier', 'outside-taken.json'),
    schema: fileSchema,
    none: [],
    without: 'Encrier demande que faire d’un fichier du dossier qui fut retouché pendant sa reprise',
    say,
  });

  return {
    /** Blob id of what a file held when it was taken up last; null when it follows the branch since. */
    idOf: async (at: string): Promise<string | null> => new Map(await kept.read()).get(at) ?? null,

    /** These files are about to be taken up. On disk when this returns. */
    note: (files: readonly TakenFile[]): Promise<void> =>
      kept.change((taken) => {
        const added = files.flatMap(({ path: at, disk }) => (disk === null ? [] : [[at, disk.id] as const]));
        return [...new Map([...taken, ...added])];
      }),

    /** These files follow the branch again. */
    forget: (paths: ReadonlySet<string>): Promise<void> =>
      kept.change((taken) =>
        taken.some(([at]) => paths.has(at)) ? taken.filter(([at]) => !paths.has(at)) : taken,
      ),
  };
}
