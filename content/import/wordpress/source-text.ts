import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { ContentError } from '#content/model/errors.ts';
import { utf16Of } from '../export-tree.ts';
import type { Reading, SourceFile } from '../imported.ts';

export type ReadOptions = Pick<Reading, 'signal' | 'onBytes'>;

/** What XML forbids and real exports hold: it shows nothing. */
const FORBIDDEN = /[\ufffe\uffff]|(?![\t\n\r\u0080-\u009f])\p{Cc}/gu;

/**
 * The text of a file in pieces: in the encoding it is in, which is not always the one it states, and without the signs that XML
 * forbids.
 */
export async function* readText(file: SourceFile, { signal, onBytes }: ReadOptions): AsyncGenerator<string> {
  const source = createReadStream(file.path, { signal, highWaterMark: 64 * 1024 });
  let decode: Decode | null = null;
  let held = '';
  for await (const bytes of source as AsyncIterable<Buffer>) {
    onBytes(bytes.length);
    decode ??= decoderOf(bytes);
    const text = held + decode(bytes).replace(FORBIDDEN, '');
    const end = text.slice(-MAX_CLOSING).lastIndexOf(']]');
    held = end === -1 ? '' : text.slice(-MAX_CLOSING).slice(end);
    yield text.slice(0, text.length - held.length).replace(INNER_END, SPLIT_END);
  }
  if (decode !== null) yield (held + decode(null).replace(FORBIDDEN, '')).replace(INNER_END, SPLIT_END);
}

/** What its editor put around a script ends the text that the script stands in: old WordPress did not split it. */
const INNER_END = /\]\]>(?=\s{0,20}(?:(?:\*\/|-->)\s{0,20})?<\/(?:script|style)>)/gi;
const SPLIT_END = ']]]]><![CDATA[>';
/** Longest that it is, with what follows it. */
const MAX_CLOSING = 100;

/** What an export is refused with; `reason` is a French sentence without its point. */
export function refusal(file: SourceFile, reason: string, cause?: unknown): ContentError<'invalid'> {
  return new ContentError('invalid', { path: file.name, reason: `${reason}.` }, { cause });
}

/** The text of the next bytes of a file, as far as they are whole signs; null stands for its end. */
type Decode = (bytes: Buffer | null) => string;

const DECLARED = /^[^<]{0,200}<\?xml[^>]{0,200}?encoding\s{0,9}=\s{0,9}["']([\w.:-]{1,40})["']/;

function decoderOf(first: Buffer): Decode {
  const wide = utf16Of(first);
  if (wide !== null) return decoderNamed(wide) ?? mixed();
  const label = DECLARED.exec(first.toString('latin1', 0, 1_000))?.[1] ?? 'utf-8';
  const [stated, other] = [decoderNamed(label), mixed()];
  if (stated === null || /^utf/i.test(label)) return other;
  let chosen: Decode | null = null;
  return (bytes) => {
    // Many files say ISO-8859-1 and are UTF-8: the first signs beyond ASCII tell.
    if (chosen === null && bytes?.some((byte) => byte > 0x7f) === true)
      chosen = isUtf8(bytes.subarray(0, bytes.length - unfinished(bytes))) ? other : stated;
    return (chosen ?? stated)(bytes);
  };
}

function decoderNamed(label: string): Decode | null {
  try {
    const decoder = new TextDecoder(label);
    return (bytes) => (bytes === null ? decoder.decode() : decoder.decode(bytes, { stream: true }));
  } catch {
    return null; // Nobody knows it.
  }
}

/** Signs of UTF-8 of two bytes or more, each byte as a sign of its own, and bytes that are of none. */
const BYTES = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}|[\x80-\xff]/g;

/** Reads UTF-8, and what is none as Windows wrote it. */
function mixed(): Decode {
  const windows = new TextDecoder('windows-1252');
  const signOf = (written: string): string => {
    const bytes = Buffer.from(written, 'latin1');
    return isUtf8(bytes) ? bytes.toString() : windows.decode(bytes);
  };
  let held = Buffer.alloc(0);
  return (bytes) => {
    const all = bytes === null ? held : Buffer.concat([held, bytes]);
    const whole = all.subarray(0, bytes === null ? all.length : all.length - unfinished(all));
    held = all.subarray(whole.length);
    return isUtf8(whole) ? whole.toString() : whole.toString('latin1').replace(BYTES, signOf);
  };
}

/** How many bytes at the end may begin a sign whose other bytes are still to come. */
function unfinished(bytes: Buffer): number {
  return /[\xc2-\xf4][\x80-\xbf]{0,2}$/.exec(bytes.toString('latin1', bytes.length - 3))?.[0].length ?? 0;
}
