import { createHash, randomBytes } from 'node:crypto';
import { type FileHandle, lstat, open, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { createOneAtATime } from './concurrency.ts';
import { ensureFolderDurably, syncFolders, writeFileDurably } from './durable-fs.ts';
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
const PIECE_BYTES = 1024 * 1024;
const NEW_LINE = 10;
const BETWEEN = Buffer.of(NEW_LINE);
/** As long as one. */
const NO_DIGEST = '0'.repeat(64);

/**
 * Gives the lines of what {@link writeCheckedLines} wrote under this kind, each valid until the next; false, and no line, when the file
 * is missing, of another kind or version, cut short or changed by anything else. For what can be made again: nothing promises that it
 * is on disk. It is read twice, for it is never whole in memory.
 */
export async function readCheckedLines(
  file: string,
  kind: string,
  take: (line: Buffer) => Promise<void> | undefined,
): Promise<boolean> {
  const handle = await ifThere(open(file, 'r'), null);
  if (handle === null) return false;
  try {
    const start = header(kind, NO_DIGEST).length;
    const bytes = Buffer.allocUnsafeSlow(Math.min(PIECE_BYTES, (await handle.stat()).size));
    const hash = createHash('sha256');
    for await (const piece of piecesOf(handle, start, bytes)) hash.update(piece);
    const { buffer } = await handle.read(Buffer.alloc(start), 0, start, 0);
    if (buffer.toString('latin1') !== header(kind, hash.digest('hex'))) return false;
    let cut: readonly Buffer[] = [];
    for await (const piece of piecesOf(handle, start, bytes)) {
      let from = 0;
      for (let end = piece.indexOf(NEW_LINE); end !== -1; end = piece.indexOf(NEW_LINE, from)) {
        const line = piece.subarray(from, end);
        const pause = take(cut.length === 0 ? line : Buffer.concat([...cut, line]));
        if (pause !== undefined) await pause;
        cut = [];
        from = end + 1;
      }
      if (from < piece.length) cut = [...cut, Buffer.from(piece.subarray(from))];
    }
    if (cut.length > 0) await take(Buffer.concat(cut));
    return true;
  } finally {
    await handle.close();
  }
}

/** What a file holds from there on, piece by piece in `bytes`. */
async function* piecesOf(handle: FileHandle, start: number, bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = start; ; ) {
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, at);
    if (bytesRead === 0) return;
    yield bytes.subarray(0, bytesRead);
    at += bytesRead;
  }
}

/**
 * Writes lines, in their order, under another name first, so that a reader finds the old file or the new one. They are never all in
 * memory: what comes is written, a piece at a time.
 */
export async function writeCheckedLines(
  file: string,
  kind: string,
  lines: AsyncIterable<Buffer>,
): Promise<void> {
  const temporary = `${file}.tmp`;
  try {
    const handle = await open(temporary, 'w');
    try {
      const hash = createHash('sha256');
      // What the file is checked by stands before what it is made from.
      let at = header(kind, NO_DIGEST).length;
      for await (const piece of inPieces(lines)) {
        hash.update(piece);
        await handle.write(piece, 0, piece.length, at);
        at += piece.length;
      }
      await handle.write(header(kind, hash.digest('hex')), 0, 'latin1');
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Lines with what is between them, some at once. */
async function* inPieces(lines: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  let length = 0;
  for await (const line of lines) {
    if (length >= PIECE_BYTES / 4) {
      yield Buffer.concat(pieces);
      [pieces, length] = [[BETWEEN], 0];
    } else if (pieces.length > 0) pieces.push(BETWEEN);
    pieces.push(line);
    length += line.length;
  }
  yield Buffer.concat(pieces);
}

/** What stands before the lines of a file: its kind, and what they are checked by. */
function header(kind: string, digest: string): string {
  return `${kind} ${digest}\n`;
}
