import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { writeFileDurably } from '#content/git/durable-fs.ts';
import { sweepFolder } from '#content/git/leftovers.ts';
import { jsonOf, readStateFile } from '#content/git/state-file.ts';
import { ifThere } from '#content/git/system-error.ts';
import { authorSchema, SPELLING } from '#desktop/host/machine-calls.ts';

const side = z.number().int();

/** What the app remembers of this machine; nothing of it belongs to the articles. One part that is damaged takes no other with it. */
const settingsSchema = z.object({
  folder: z.string().nullable().catch(null),
  author: authorSchema.nullable().catch(null),
  window: z
    .object({ x: side, y: side, width: side.min(1), height: side.min(1), isMaximized: z.boolean() })
    .nullable()
    .catch(null),
  zoom: z.number().min(-5).max(5).catch(0),
  spelling: z.enum(SPELLING).catch('checked'),
});
export type Settings = z.output<typeof settingsSchema>;

/**
 * The settings of a file, whole or not at all; one that is missing or damaged, which `say` is told, gives what a first start
 * has.
 */
export async function openSettings(file: string, say: (sentence: string) => void) {
  const without = 'l’application s’ouvre comme la première fois\u00a0; vos articles sont où ils étaient';
  const kept = await readStateFile(file, { parse: jsonOf(settingsSchema), without, say });
  let settings = kept ?? settingsSchema.parse({});
  let writing: Promise<void> = Promise.resolve();
  return {
    get: (): Settings => settings,
    /** Resolves once it is on disk; changes are written one after the other. */
    change(changed: Partial<Settings>): Promise<void> {
      settings = { ...settings, ...changed };
      const bytes = Buffer.from(`${JSON.stringify(settings, null, 2)}\n`);
      writing = writing.catch(() => undefined).then(() => writeFileDurably(file, bytes));
      return writing;
    },
    /** Resolves once all that was changed is on disk, or was refused: whoever changed it was told. */
    idle: (): Promise<void> => writing.catch(() => undefined),
  };
}

export type SettingsFile = Awaited<ReturnType<typeof openSettings>>;

/**
 * Removes what starts before this one were writing when they died: from the settings' own folder, and from the caches of each
 * folder of articles. What is typed looks after its own. Files of others, and of a program that runs, stay.
 */
export async function sweepSettingsFolder(userData: string, cachesDir: string): Promise<void> {
  const places = (await ifThere(readdir(userData), [])).map((name) => join(userData, name));
  await sweepFolder(
    userData,
    places.filter((place) => place !== cachesDir),
  );
}
