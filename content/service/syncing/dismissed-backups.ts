import path from 'node:path';
import * as z from 'zod';
import { createStateFile, type StateFile } from '#content/git/state-file.ts';

/** The backups that somebody has taken note of, by name. A file that is lost or damaged has them told once more. */
export function dismissedBackups(gitDir: string): StateFile<readonly string[]> {
  return createStateFile<readonly string[]>({
    file: path.join(gitDir, 'encrier', 'dismissed-backups.json'),
    schema: z.array(z.string()),
    none: [],
    without: 'les sauvegardes sont annoncées de nouveau',
    say: () => undefined, // They are: that says it.
  });
}
