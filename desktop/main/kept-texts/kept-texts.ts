import { createHash } from 'node:crypto';
import { constants, open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import * as z from 'zod';
import { createOneAtATime } from '#content/git/concurrency.ts';
import {
  asDiskError,
  ensureFolderDurably,
  removeFileDurably,
  TEMPORARY_PREFIX,
  writeFileDurably,
} from '#content/git/durable-fs.ts';
import { ifThere, isSystemError } from '#content/git/system-error.ts';
import {
  applyDifference,
  type Difference,
  differenceBetween,
} from '#content/model/difference/value-difference.ts';
import { differenceSchema, type KeptText, keptTextSchema } from '#desktop/host/kept-texts.ts';

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

/** A file grows by what is typed to this many bytes at least, or to twice its text, before it is written anew. */
const LEAST_GROWTH = 64 * 1024;
const NEW_LINE = 0x0a;

const lineSchema = z.union([z.object({ whole: keptTextSchema }), z.object({ difference: differenceSchema })]);
type Line = z.output<typeof lineSchema>;

/** The text that a file ends with, as this program wrote it; another program may have touched it since. */
interface WrittenText {
  readonly text: KeptText;
  /** Bytes of the file, and of its first line. */
  readonly size: number;
  readonly wholeSize: number;
}

/**
 * Writes a text over the one that the file ends with, or anew without one: a whole text, then what made each following text of
 * the one before, a line each with its checksum. On disk when this resolves. When it rejects, the file ends with the text
 * before or this one, and is to be written anew.
 */
async function writeText(file: string, text: KeptText, before: WrittenText | null): Promise<WrittenText> {
  if (before === null) return writeAnew(file, text);
  const difference = differenceBetween(before.text, text);
  if (difference === null) return before;
  const line = lineOf({ difference });
  const size = before.size + line.length;
  if (size - before.wholeSize > Math.max(LEAST_GROWTH, before.wholeSize)) return writeAnew(file, text);
  return (await append(file, line, before.size)) ? { ...before, text, size } : writeAnew(file, text);
}

/** The text that a file ends with, up to the first line that is not whole; null when there is none. */
export async function readText(file: string): Promise<KeptText | null> {
  let text: KeptText | null = null;
  for (const bytes of linesOf(await readFile(file))) {
    const next = following(text, parseLine(bytes));
    if (next === null) return text;
    text = next;
  }
  return text;
}

async function writeAnew(file: string, text: KeptText): Promise<WrittenText> {
  const line = lineOf({ whole: text });
  await writeFileDurably(file, line);
  return { text, size: line.length, wholeSize: line.length };
}

/** Whether the line could be put at the end: not where the file is gone, or is another one. */
async function append(file: string, line: Buffer, end: number): Promise<boolean> {
  const handle = await ifThere(open(file, constants.O_WRONLY | constants.O_APPEND), null);
  if (handle === null) return false;
  try {
    if ((await handle.stat()).size !== end) return false;
    await handle.writeFile(line);
    await handle.datasync();
    return true;
  } catch (error) {
    throw asDiskError(error);
  } finally {
    await handle.close();
  }
}

/** The text after a line; null when the line is none, or does not follow from this text. */
function following(text: KeptText | null, line: Line | null): KeptText | null {
  if (line === null) return null;
  if ('whole' in line) return line.whole;
  try {
    return keptTextSchema.parse(applyDifference(text, line.difference));
  } catch (error) {
    if (error instanceof RangeError || error instanceof z.ZodError) return null;
    throw error;
  }
}

function lineOf(line: Line): Buffer {
  const json = Buffer.from(JSON.stringify(line));
  return Buffer.concat([Buffer.from(`${checksum(json)} `), json, Buffer.from('\n')]);
}

function parseLine(bytes: Buffer): Line | null {
  const space = bytes.indexOf(' ');
  const json = bytes.subarray(space + 1);
  if (bytes.toString('latin1', 0, Math.max(space, 0)) !== checksum(json)) return null;
  const parsed = lineSchema.safeParse(JSON.parse(json.toString()));
  return parsed.success ? parsed.data : null;
}

function checksum(bytes: Buffer): string {
  return crc32(bytes).toString(16).padStart(8, '0');
}

/** What stands before each end of line: a last line without one was being written. */
function linesOf(bytes: Buffer): readonly Buffer[] {
  const lines: Buffer[] = [];
  let from = 0;
  for (let end = bytes.indexOf(NEW_LINE); end >= 0; end = bytes.indexOf(NEW_LINE, from)) {
    lines.push(bytes.subarray(from, end));
    from = end + 1;
  }
  return lines;
}
