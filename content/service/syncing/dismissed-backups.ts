import path from 'node:path';
import * as z from 'zod';
import { ensureFolderDurably, writeFileDurably } from '../../store/durable-fs.ts';
import { jsonOf, readStateFile } from '../../store/state-file.ts';

const namesSchema = z.array(z.string());

/** The backups that somebody has taken note of, by name. A file that is lost or damaged has them told once more. */
export async function readDismissed(gitDir: string): Promise<readonly string[]> {
  const without = 'les sauvegardes sont annoncées de nouveau';
  const say = () => undefined; // They are: that says it.
  return (await readStateFile(fileOf(gitDir), { parse: jsonOf(namesSchema), without, say })) ?? [];
}

/** The same from now on; on disk when this returns. */
export async function writeDismissed(gitDir: string, names: readonly string[]): Promise<void> {
  const file = fileOf(gitDir);
  await ensureFolderDurably(path.dirname(file));
  await writeFileDurably(file, Buffer.from(`${JSON.stringify(names, null, 1)}\n`));
}

function fileOf(gitDir: string): string {
  return path.join(gitDir, 'encrier', 'dismissed-backups.json');
}
