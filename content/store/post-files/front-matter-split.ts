import { isUtf8 } from 'node:buffer';
import matter from 'gray-matter';
import { MAX_FRONT_MATTER_BYTES } from '../../model/post.ts';

/** Largest post file looked at, whatever it is: past it nothing is searched, let alone decoded. */
const MAX_POST_FILE_BYTES = 16 * 1024 * 1024;
/** gray-matter's own comment pattern is quadratic in runs of blank lines; more than this is refused. */
const MAX_BLANK_LINES = 200;

const LINE_FEED = 0x0a;
const FENCE = '---';

/** Where the parts of a post file are. Offsets count bytes. */
export interface SplitFile {
  readonly kind: 'split';
  /** The YAML between the fences, each of its lines with its line end. */
  readonly block: string;
  readonly blockStart: number;
  readonly blockEnd: number;
  readonly bodyStart: number;
  /** Line of the file, counted from 1, on which the block begins. */
  readonly blockLine: number;
  readonly lineEnd: '\n' | '\r\n';
}

/** What is wrong with a file, and the line to look at (0 when none is to blame). */
export interface FileFault {
  readonly kind: 'fault';
  readonly line: number;
  readonly reason: string;
}

/**
 * Finds the front matter of a post file. Only `---` and `---yaml` open one and a line `---` closes it; whatever
 * else is refused with its line. Only the front matter is decoded; the body is not looked at.
 */
export function splitPostFile(bytes: Uint8Array): SplitFile | FileFault {
  if (bytes.length > MAX_POST_FILE_BYTES) return fault(0, 'Le fichier dépasse 16 Mo.');
  const buffer = asBuffer(bytes);
  const binary = nulFault(buffer);
  if (binary !== null) return binary;
  const opening = readOpening(buffer, markLength(buffer));
  if (opening.kind === 'fault') return opening;
  const closing = findClosing(buffer, opening.blockStart);
  if (closing.kind === 'fault') return closing;
  const encoding = utf8Fault(buffer.subarray(0, closing.bodyStart), 1);
  if (encoding !== null) return encoding;
  const block = buffer.toString('utf8', opening.blockStart, closing.blockEnd);
  const disagreement = checkWithGrayMatter(block);
  return disagreement ?? { ...opening, ...closing, block, blockLine: 2 };
}

/** Why a file that holds a NUL byte is not read, or null: it is UTF-16, as some editors write, or no text at all. */
export function nulFault(buffer: Buffer): FileFault | null {
  const nul = buffer.indexOf(0);
  if (nul === -1) return null;
  const mark = buffer.toString('latin1', 0, 2);
  if (mark === '\xff\xfe' || mark === '\xfe\xff')
    return fault(1, 'Ce fichier est en UTF-16 : enregistrez-le en UTF-8.');
  return fault(lineAt(buffer, nul), 'Ce fichier n’est pas du texte : il contient un octet nul.');
}

/** The first line that is not UTF-8, or null. `firstLine` is the line on which `bytes` begin. */
export function utf8Fault(bytes: Uint8Array, firstLine: number): FileFault | null {
  if (isUtf8(bytes)) return null;
  const buffer = asBuffer(bytes);
  let line = firstLine;
  let start = 0;
  for (let end = buffer.indexOf(LINE_FEED); end !== -1; end = buffer.indexOf(LINE_FEED, start)) {
    if (!isUtf8(buffer.subarray(start, end))) break;
    start = end + 1;
    line += 1;
  }
  return fault(line, 'Cette ligne n’est pas en UTF-8 : enregistrez le fichier dans cet encodage.');
}

/** The same bytes as a Buffer, without a copy. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Length of the UTF-8 byte order mark at the start of a file: 3 or 0. */
export function markLength(buffer: Buffer): number {
  return buffer.length >= 3 && buffer[0] === 0xef && buffer[1] === 0xbb && buffer[2] === 0xbf ? 3 : 0;
}

/** Line of the byte at `offset`, counted from 1. */
function lineAt(buffer: Buffer, offset: number): number {
  let line = 1;
  for (let at = buffer.indexOf(LINE_FEED); at !== -1 && at < offset; at = buffer.indexOf(LINE_FEED, at + 1))
    line += 1;
  return line;
}

function fault(line: number, reason: string): FileFault {
  return { kind: 'fault', line, reason };
}

type Opening = Pick<SplitFile, 'kind' | 'blockStart' | 'lineEnd'>;

function readOpening(buffer: Buffer, start: number): Opening | FileFault {
  const end = buffer.indexOf(LINE_FEED, start);
  const first = buffer.toString(
    'latin1',
    start,
    end === -1 ? Math.min(buffer.length, start + 80) : Math.min(end, start + 80),
  );
  if (!first.startsWith(FENCE) || first.startsWith('----')) {
    return fault(1, 'Le titre manque : le fichier doit commencer par un en-tête entre deux lignes « --- ».');
  }
  if (/\r./.test(first)) return fault(1, CARRIAGE_RETURNS);
  const language = first.slice(FENCE.length).trim();
  if (!/^(?:ya?ml)?$/.test(language)) {
    return fault(
      1,
      `L’en-tête commence par « --- » suivi d’autre chose : seul YAML est lu, et rien n’est jamais exécuté.`,
    );
  }
  if (end === -1) return fault(1, UNCLOSED);
  return { kind: 'split', blockStart: end + 1, lineEnd: buffer[end - 1] === 0x0d ? '\r\n' : '\n' };
}

/** What an author is told of a file whose lines end in CR alone: YAML takes it for a single line. */
export const CARRIAGE_RETURNS =
  'Les lignes de ce fichier finissent par un retour chariot seul (CR) : enregistrez-le avec des fins de ligne LF.';
const UNCLOSED = 'L’en-tête n’est pas fermé : il manque une ligne « --- » après ses champs.';

type Closing = Pick<SplitFile, 'blockEnd' | 'bodyStart'> & { readonly kind: 'split' };

function findClosing(buffer: Buffer, blockStart: number): Closing | FileFault {
  const limit = blockStart + MAX_FRONT_MATTER_BYTES;
  const searched = buffer.subarray(0, limit + FENCE.length);
  for (
    let at = searched.indexOf('\n---', blockStart - 1);
    at !== -1;
    at = searched.indexOf('\n---', at + 1)
  ) {
    const bodyStart = fenceLineEnd(buffer, at + 1 + FENCE.length);
    if (bodyStart !== null) return { kind: 'split', blockEnd: at + 1, bodyStart };
  }
  if (buffer.length > limit)
    return fault(1, 'L’en-tête dépasse 256 Ko, ou il manque la ligne « --- » qui le ferme.');
  return fault(1, UNCLOSED);
}

/** Offset after a fence's line when only blanks follow the fence, else null. */
function fenceLineEnd(buffer: Buffer, afterFence: number): number | null {
  let at = afterFence;
  while (buffer[at] === 0x20 || buffer[at] === 0x09) at += 1;
  if (at === buffer.length) return at;
  if (buffer[at] === 0x0d) at += 1;
  return buffer[at] === LINE_FEED ? at + 1 : null;
}

const BLANK_RUN = new RegExp(`(?:^[ \\t]*\\r?\\n){${MAX_BLANK_LINES + 1}}`, 'm');

/**
 * gray-matter ends front matter at the first line that merely begins with ---. Where its split is not ours, other
 * tools would read another file than we do, so the file is refused. It is shown the front matter only, and no
 * engine of it ever parses or runs anything (docs/design.md, Front matter).
 */
function checkWithGrayMatter(block: string): FileFault | null {
  if (BLANK_RUN.test(block))
    return fault(2, `L’en-tête contient plus de ${MAX_BLANK_LINES} lignes vides de suite.`);
  const split = matter(`${FENCE}\n${block}${FENCE}\n`, { engines: ENGINES, language: 'yaml' });
  if (`${split.matter}\n` === `\n${block}`) return null;
  const line = 2 + split.matter.split('\n').length - 1;
  return fault(line, 'Cette ligne commence par « --- » sans fermer l’en-tête : mettez-la entre guillemets.');
}

/** Nothing is parsed here: the block is read once, by yaml-document.ts. */
const SPLIT_ONLY = { parse: (): object => ({}) };

const REFUSING = {
  parse: (): object => {
    throw new Error('only YAML front matter is read');
  },
};

const ENGINES = {
  yaml: SPLIT_ONLY,
  javascript: REFUSING,
  js: REFUSING,
  json: REFUSING,
  coffee: REFUSING,
  toml: REFUSING,
};
