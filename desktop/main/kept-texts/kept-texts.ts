import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { createOneAtATime } from '#content/git/concurrency.ts';
import {
  ensureFolderDurably,
  removeFileDurably,
  TEMPORARY_PREFIX,
  writeFileDurably,
} from '#content/git/durable-fs.ts';
import { isSystemError } from '#content/git/system-error.ts';
import { type KeptText, keptTextSchema } from '#desktop/host/kept-texts.ts';

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
    keep: (text: KeptText): Promise<void> =>
      oneAtATime(async () => {
        await ensureFolderDurably(folder);
        await writeFileDurably(fileOf(text.key), lineOf(text));
      }),
    forget: (key: string): Promise<void> => oneAtATime(() => removeFileDurably(fileOf(key))),
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

/** A line of a file, behind its checksum. */
type Line = { readonly whole: unknown } | { readonly difference: Difference };

/** What was typed since, as builds of November 2026 added it below the whole text. */
type Difference =
  | { readonly kind: 'set'; readonly value: unknown }
  | { readonly kind: 'splice'; readonly from: number; readonly to: number; readonly text: string }
  | {
      readonly kind: 'edit';
      readonly fields: Readonly<Record<string, Difference>>;
      readonly removed: readonly string[];
    };

function lineOf(whole: KeptText): Buffer {
  const json = Buffer.from(JSON.stringify({ whole } satisfies Line));
  return Buffer.concat([Buffer.from(`${checksum(json)} `), json, Buffer.from('\n')]);
}

/** The text of a file, as the last line says it up to the first that is not whole; null when there is none. */
export async function readText(file: string): Promise<KeptText | null> {
  let text: unknown = null;
  for (const line of (await readFile(file, 'utf8')).split('\n').slice(0, -1)) {
    const [sum = ''] = line.split(' ', 1);
    const json = line.slice(sum.length + 1);
    if (sum !== checksum(json)) break;
    const read = JSON.parse(json) as Line; // As it was written: its checksum says so.
    text = 'whole' in read ? read.whole : withDifference(text, read.difference);
  }
  return keptTextSchema.safeParse(text).data ?? null;
}

function withDifference(before: unknown, difference: Difference): unknown {
  if (difference.kind === 'set') return difference.value;
  if (difference.kind === 'splice') {
    const text = String(before);
    return text.slice(0, difference.from) + difference.text + text.slice(difference.to);
  }
  const fields = new Map(Object.entries(before ?? {}));
  for (const name of difference.removed) fields.delete(name);
  for (const [name, inner] of Object.entries(difference.fields))
    fields.set(name, withDifference(fields.get(name), inner));
  return Object.fromEntries(fields);
}

function checksum(json: string | Buffer): string {
  return crc32(json).toString(16).padStart(8, '0');
}
