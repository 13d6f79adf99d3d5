import { createReadStream } from 'node:fs';
import { ContentError } from '#content/model/errors.ts';
import { utf16Of } from '../export-tree.ts';
import type { SourceFile } from '../imported.ts';

export interface ReadOptions {
  readonly signal: AbortSignal;
  /** Told of bytes read since the last time. */
  readonly onBytes: (count: number) => void;
}

/** What XML forbids and real exports hold: it shows nothing. */
const FORBIDDEN = /[\ufffe\uffff]|(?![\t\n\r\u0080-\u009f])\p{Cc}/gu;

/**
 * The text of a file in pieces: in the encoding it is in, which is not always the one it states, and without the signs that XML
 * forbids.
 */
export async function* readText(file: SourceFile, options: ReadOptions): AsyncGenerator<string> {
  const decoder = createDecoder(await encodingOf(file, options.signal));
  for await (const bytes of readBytes(file, options)) yield decoder.write(bytes).replace(FORBIDDEN, '');
  yield decoder.end().replace(FORBIDDEN, '');
}

async function* readBytes(file: SourceFile, { signal, onBytes }: ReadOptions): AsyncGenerator<Uint8Array> {
  const source = createReadStream(file.path, { signal, highWaterMark: 64 * 1024 });
  for await (const bytes of source as AsyncIterable<Buffer>) {
    onBytes(bytes.length);
    yield bytes;
  }
}

/** What an export is refused with; `reason` is a French sentence without its point. */
export function refusal(file: SourceFile, reason: string, cause?: unknown): ContentError<'invalid'> {
  return new ContentError('invalid', { path: file.name, reason: `${reason}.` }, { cause });
}

/** `mixed`: UTF-8, with what is none read as Windows wrote it. */
type Encoding = 'mixed' | 'utf-16le' | 'utf-16be' | { readonly label: string };

const DECLARED = /^[^<]{0,200}<\?xml[^>]{0,200}?encoding\s{0,9}=\s{0,9}["']([\w.:-]{1,40})["']/;

async function encodingOf(file: SourceFile, signal: AbortSignal): Promise<Encoding> {
  const silent = { signal, onBytes: () => undefined };
  let isUtf8 = true;
  let isPlain = true;
  let label: string | null = null;
  let isFirst = true;
  const checker = new TextDecoder('utf-8', { fatal: true });
  for await (const bytes of readBytes(file, silent)) {
    if (isFirst) {
      const marked = markOf(bytes);
      if (marked !== null) return marked;
      label =
        DECLARED.exec(Buffer.from(bytes.subarray(0, 1_000)).toString('latin1'))?.[1]?.toLowerCase() ?? null;
      if (label === null || /^utf-?8$/.test(label) || !isKnown(label)) return 'mixed';
      isFirst = false;
    }
    // Many files say ISO-8859-1 and are UTF-8: only those that cannot be are believed.
    isPlain &&= bytes.every((byte) => byte < 0x80);
    isUtf8 &&= decodes(checker, bytes);
    if (!isUtf8) break;
  }
  return isUtf8 && !isPlain ? 'mixed' : { label: label ?? 'windows-1252' };
}

function markOf(bytes: Uint8Array): Encoding | null {
  const [first, second, third] = bytes;
  return first === 0xef && second === 0xbb && third === 0xbf ? 'mixed' : utf16Of(bytes);
}

function isKnown(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== 'utf-8';
  } catch {
    return false;
  }
}

function decodes(decoder: TextDecoder, bytes: Uint8Array): boolean {
  try {
    decoder.decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

interface Decoder {
  readonly write: (bytes: Uint8Array) => string;
  readonly end: () => string;
}

function createDecoder(encoding: Encoding): Decoder {
  if (encoding === 'mixed') return mixedDecoder();
  const decoder = new TextDecoder(typeof encoding === 'string' ? encoding : encoding.label);
  return { write: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
}

function mixedDecoder(): Decoder {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const windows = new TextDecoder('windows-1252');
  let carried: Uint8Array = new Uint8Array(0);

  function decode(bytes: Uint8Array): string {
    try {
      return decoder.decode(bytes);
    } catch {
      return decodeMixed(bytes, windows);
    }
  }

  return {
    write(bytes) {
      const all = carried.length === 0 ? bytes : Buffer.concat([carried, bytes]);
      const end = all.length - unfinished(all);
      carried = all.slice(end);
      return decode(all.subarray(0, end));
    },
    end: () => decode(carried),
  };
}

/** How many bytes at the end begin a character whose other bytes are in the next piece. */
function unfinished(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc0) return lengthOf(byte) > back ? back : 0;
    if (byte < 0x80) return 0;
  }
  return 0;
}

/** Of a character of UTF-8 that starts with this byte; 0 where none does. */
function lengthOf(byte: number): number {
  if (byte < 0x80) return 1;
  if (byte >= 0xc2 && byte <= 0xdf) return 2;
  if (byte >= 0xe0 && byte <= 0xef) return 3;
  return byte >= 0xf0 && byte <= 0xf4 ? 4 : 0;
}

function decodeMixed(bytes: Uint8Array, windows: TextDecoder): string {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < bytes.length; ) {
    const length = lengthOf(bytes[at] ?? 0);
    if (
      length > 0 &&
      (length === 1 ||
        (decodes(new TextDecoder('utf-8', { fatal: true }), bytes.subarray(at, at + length)) &&
          at + length <= bytes.length))
    ) {
      at += length;
      continue;
    }
    parts.push(utf8.decode(bytes.subarray(from, at)), windows.decode(bytes.subarray(at, at + 1)));
    at += 1;
    from = at;
  }
  return parts.join('') + utf8.decode(bytes.subarray(from));
}
