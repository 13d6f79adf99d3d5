import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createOneAtATime } from '#content/git/concurrency.ts';
import { ensureFolderDurably, removeFileDurably, TEMPORARY_PREFIX } from '#content/git/durable-fs.ts';
import { isSystemError } from '#content/git/system-error.ts';
import { applyDifference, type Difference } from '#content/model/difference/value-difference.ts';
import { type KeptText, keptTextSchema } from '#desktop/host/kept-texts.ts';
import { readText, type WrittenText, writeText } from './text-file.ts';

/** The file of one text, with its key. */
const FILE = /^text-([a-z0-9-]{1,80})\.jsonl$/;

/** A file that no whole text can be read from. */
export interface DamagedText {
  readonly key: string;
  readonly text: string;
}

/**
 * What is typed and not saved, one file for each form, in a folder of its own for each folder of articles and outside
 * git. A text that was kept is on disk; one that is being kept when the program dies is the one before or the new one,
 * never half of it. Nothing but one program writes here.
 */
export function createKeptTexts(keptTextsDir: string, contentFolder: string) {
  const folder = join(keptTextsDir, createHash('sha256').update(contentFolder).digest('hex').slice(0, 16));
  const oneAtATime = createOneAtATime();
  const fileOf = (key: string) => join(folder, `text-${key}.jsonl`);
  /** Of the form that is being typed in; any other one is written anew when its turn comes. */
  let last: { readonly key: string; readonly written: WrittenText } | null = null;

  function takeLast(key: string): WrittenText | null {
    const written = last?.key === key ? last.written : null;
    last = null; // Not known until the next write is done.
    return written;
  }

  async function write(text: KeptText): Promise<void> {
    const before = takeLast(text.key);
    if (before === null) await ensureFolderDurably(folder);
    last = { key: text.key, written: await writeText(fileOf(text.key), text, before) };
  }

  async function readAll() {
    const names = await namesIn(folder);
    for (const name of names) if (isLeftOver(name)) await removeFileDurably(join(folder, name));
    const keys = names.flatMap((name) => FILE.exec(name)?.[1] ?? []);
    return Promise.all(keys.map(async (key) => ({ key, text: await readText(fileOf(key)) })));
  }

  return {
    /** All that is kept, of a subject when it is given, in no order, as far as a text can be read. */
    list: (subject?: string): Promise<readonly KeptText[]> =>
      oneAtATime(async () => {
        const kept = (await readAll()).flatMap(({ text }) => text ?? []);
        return subject === undefined ? kept : kept.filter((text) => text.subject === subject);
      }),
    /** The other files, as they are: what can be made of them is the author's to see. */
    damaged: (): Promise<readonly DamagedText[]> =>
      oneAtATime(async () => {
        const unread = (await readAll()).filter(({ text }) => text === null);
        return Promise.all(
          unread.map(async ({ key }) => ({ key, text: await readFile(fileOf(key), 'utf8') })),
        );
      }),
    keep: (text: KeptText): Promise<void> => oneAtATime(() => write(text)),
    /** Keeps what a difference makes of the text with this key, if it is the one that was kept last; says whether it was. */
    keepChange: (key: string, difference: Difference): Promise<boolean> =>
      oneAtATime(async () => {
        if (last?.key !== key) return false;
        await write(keptTextSchema.parse(applyDifference(last.written.text, difference)));
        return true;
      }),
    forget: (key: string): Promise<void> =>
      oneAtATime(async () => {
        takeLast(key);
        await removeFileDurably(fileOf(key));
      }),
    /** Resolves once all that was asked for is done. */
    idle: (): Promise<void> => oneAtATime(() => Promise.resolve()),
  };
}

export type KeptTexts = ReturnType<typeof createKeptTexts>;

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return [];
    throw error;
  }
}

/** What a program that died was writing: nobody else writes here, and this program does one thing at a time. */
function isLeftOver(name: string): boolean {
  return name.startsWith(TEMPORARY_PREFIX);
}
