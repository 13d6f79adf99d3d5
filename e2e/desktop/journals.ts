import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isSystemError } from '#content/git/system-error.ts';
import { readText } from '#desktop/main/kept-texts/kept-texts.ts';

/** All that the journals on disk say, of an app with its settings in this folder. */
export async function journals(settings: string): Promise<string> {
  const folder = join(settings, 'texts');
  if (!existsSync(folder)) return '';
  const names = await readdir(folder, { recursive: true });
  const texts = await Promise.all(
    names.filter((name) => name.endsWith('.jsonl')).map((name) => textIn(join(folder, name))),
  );
  return texts.map((text) => (text === null ? '' : JSON.stringify(text))).join('');
}

async function textIn(file: string): ReturnType<typeof readText> {
  try {
    return await readText(file);
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return null; // Forgotten since the folder was read.
    throw error;
  }
}
