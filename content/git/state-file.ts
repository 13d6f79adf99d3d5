import { randomBytes } from 'node:crypto';
import { lstat, open, readFile, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { createBreathing, createOneAtATime } from './concurrency.ts';
import { ensureFolderDurably, replaceFile, syncFolders, writeFileDurably } from './durable-fs.ts';
import { ifThere, isSystemError } from './system-error.ts';

/** What a small file holds; `damaged` when something is there that cannot be read as a file. */
export type SmallFile =
  | { readonly kind: 'none' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'damaged'; readonly cause: unknown };

/** A value in a small file of ours. */
export interface StateFile<Value> {
  /** As the changes asked for before leave it. */
  read(): Promise<Value>;
  /** Replaces it by what `edit` makes of it: on disk when this resolves, or refused. One change after the other. */
  change(edit: (now: Value) => Value): Promise<void>;
}

interface StateFileOptions<Value> extends Pick<Reading<Value>, 'without' | 'say'> {
  readonly file: string;
  /** Its form as JSON. */
  readonly schema: { parse(value: unknown): Value };
  /** What counts where there is no file, or a damaged one. */
  readonly none: Value;
}

/**
 * Keeps a value in a JSON file that nobody else writes, so that it is read once; a change counts once it is on disk. A damaged file
 * is set aside ({@link readStateFile}).
 */
export function createStateFile<Value>(options: StateFileOptions<Value>): StateFile<Value> {
  const { file, schema, none, without, say } = options;
  const oneAtATime = createOneAtATime();
  let known: { readonly value: Value } | null = null;
  const read = async (): Promise<Value> => {
    known ??= { value: (await readStateFile(file, { parse: jsonOf(schema), without, say })) ?? none };
    return known.value;
  };
  return {
    read: () => oneAtATime(read),
    change: (edit) =>
      oneAtATime(async () => {
        const now = await read();
        const next = edit(now);
        if (next === now) return;
        await writeText(file, `${JSON.stringify(next, null, 1)}\n`);
        known = { value: next };
      }),
  };
}

async function writeText(file: string, text: string): Promise<void> {
  await ensureFolderDurably(path.dirname(file));
  await writeFileDurably(file, Buffer.from(text));
}

interface Reading<Value> {
  /** What the text says; throws when it is not of our making. */
  readonly parse: (text: string) => Value;
  /** What goes on without it, in French: « chacun se connecte de nouveau ». */
  readonly without: string;
  /** Told in a French sentence what was found damaged, and where it is now. */
  readonly say: (sentence: string) => void;
}

/**
 * What is kept in a small file of ours; null when there is none. One that is damaged, or of another form, counts as none: it
 * is set aside beside its place, whole, for whoever wants to look at it, and said.
 */
export async function readStateFile<Value>(
  file: string,
  { parse, without, say }: Reading<Value>,
): Promise<Value | null> {
  const before = await inodeOf(file);
  const found = await parsed(file, parse);
  if (found.kind === 'none') return null;
  if (found.kind === 'value') return found.value;
  // Written anew while it was read: that one was not looked at.
  if ((await inodeOf(file)) !== before) return readStateFile(file, { parse, without, say });
  say(`${await setAside(file)} Sans lui, ${without}.`);
  return null;
}

/** Reads JSON of a known form, as {@link readStateFile} wants it. */
export function jsonOf<Value>(schema: { parse(value: unknown): Value }): (text: string) => Value {
  return (text) => schema.parse(JSON.parse(text));
}

/**
 * Reads a small file. What stands in its place without being one (a folder, a link that leads nowhere, a pipe) is damage, not
 * absence; what this machine lacks for a moment is thrown, for it says nothing of the file.
 */
export async function readSmallFile(file: string): Promise<SmallFile> {
  try {
    if (!(await stat(file)).isFile()) return { kind: 'damaged', cause: new Error('not a file') };
    return { kind: 'text', text: await readFile(file, 'utf8') };
  } catch (cause) {
    if (isSystemError(cause, 'EMFILE', 'ENFILE', 'ENOMEM', 'ENOTDIR')) throw cause;
    const isGone = isSystemError(cause, 'ENOENT') && (await inodeOf(file)) === null;
    return isGone ? { kind: 'none' } : { kind: 'damaged', cause };
  }
}

async function parsed<Value>(file: string, parse: (text: string) => Value) {
  const read = await readSmallFile(file);
  if (read.kind !== 'text') return read;
  try {
    return { kind: 'value', value: parse(read.text) } as const;
  } catch (cause) {
    return { kind: 'damaged', cause } as const;
  }
}

/** Renames what cannot be used where it is, under a name that nothing has; the French sentence that says so. */
export async function setAside(file: string): Promise<string> {
  const aside = `${file}.damaged-${randomBytes(4).toString('hex')}`;
  const what = `Le fichier ${file} est abîmé`;
  try {
    await rename(file, aside);
    await syncFolders([path.dirname(file)]);
    return `${what}\u00a0: il est mis de côté sous le nom ${path.basename(aside)}.`;
  } catch (error) {
    return `${what}, et ne peut pas être mis de côté (${String(error)}).`;
  }
}

/** A link is looked at itself. */
function inodeOf(file: string): Promise<bigint | null> {
  return ifThere(
    lstat(file, { bigint: true }).then(({ ino }) => ino),
    null,
  );
}

/** Read at once, in bytes. */
const PIECE_BYTES = 256 * 1024;
/** The last line, which no value of JSON is. */
const END = 'end';

/**
 * Gives the values of a file that {@link writeCheckedLines} wrote under this kind, in their order, others having their turn; false when it is missing, of another
 * kind or version, cut short or changed by anything else: what was given until then counts for nothing. For what can be made again: nothing
 * promises that it is on disk. It is never whole in memory.
 */
export async function readCheckedLines(
  file: string,
  kind: string,
  take: (value: unknown) => void,
): Promise<boolean> {
  const handle = await ifThere(open(file, 'r'), null);
  if (handle === null) return false;
  const breathe = createBreathing();
  let begun: Buffer[] = [];
  let [sum, isKind] = [0, false];
  for await (const piece of handle.createReadStream({
    highWaterMark: PIECE_BYTES,
  }) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = piece.indexOf('\n'); end !== -1; end = piece.indexOf('\n', from)) {
      const line = Buffer.concat([...begun, piece.subarray(from, end)]);
      const value = line.subarray(line.indexOf(' ') + 1);
      sum = crc32(value, sum);
      if (line.toString('latin1', 0, line.length - value.length) !== `${sum} `) return false;
      const read: unknown = JSON.parse(value.toString('latin1'));
      if (!isKind && read !== kind) return false;
      if (isKind) take(read);
      [isKind, begun, from] = [true, [], end + 1];
      await breathe();
    }
    begun.push(piece.subarray(from));
  }
  return isKind && Buffer.concat(begun).toString('latin1') === `${sum} ${END}`;
}

/** Writes values as lines of JSON, never all in memory; a reader finds the old file or the new one. */
export async function writeCheckedLines(
  file: string,
  kind: string,
  values: Iterable<unknown>,
): Promise<void> {
  await replaceFile(file, checkedLines(kind, values));
}

/** Each behind a sum of the bytes of all up to it. */
async function* checkedLines(kind: string, values: Iterable<unknown>): AsyncGenerator<Buffer> {
  const breathe = createBreathing();
  let sum = 0;
  function* lines() {
    yield kind;
    yield* values;
  }
  for (const value of lines()) {
    const bytes = Buffer.from(asLatin1(JSON.stringify(value)), 'latin1');
    sum = crc32(bytes, sum);
    yield Buffer.concat([Buffer.from(`${sum} `), bytes, Buffer.from('\n')]);
    await breathe();
  }
  yield Buffer.from(`${sum} ${END}`);
}

/** JSON with what Latin-1 lacks escaped: decoding one byte a character is what makes a start quick. */
function asLatin1(json: string): string {
  return json.replace(/[^\0-\u00FF]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
