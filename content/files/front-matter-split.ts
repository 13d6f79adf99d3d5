import matter from 'gray-matter';
import { MAX_FRONT_MATTER_BYTES } from '../model/post.ts';
import {
  asBuffer,
  CARRIAGE_RETURNS,
  type FileFault,
  fault,
  markLength,
  nulFault,
  utf8Fault,
} from './file-text.ts';

/** Largest post file looked at, whatever it is: past it nothing is searched, let alone decoded. */
const MAX_POST_FILE_BYTES = 16 * 1024 * 1024;
/** gray-matter's own comment pattern is quadratic in runs of blank lines; more than this is refused. */
const MAX_BLANK_LINES = 200;
const BLANK_RUN = new RegExp(`\\n(?:[^\\S\\n]*\\n){${MAX_BLANK_LINES + 1}}`);

/** Most front matters end before: gray-matter is not shown the bodies behind those. */
const USUAL_BYTES = 2048;

const FENCE = '---';

/** Where the parts of a post file are. Offsets count bytes. */
export interface SplitFile {
  readonly kind: 'split';
  /** The YAML between the fences, each of its lines with its line end. */
  readonly block: string;
  readonly blockStart: number;
  readonly blockEnd: number;
  readonly bodyStart: number;
  readonly lineEnd: '\n' | '\r\n';
}

/** Line of the file, counted from 1, on which front matter begins. */
export const BLOCK_LINE = 2;

/**
 * Finds the front matter of a post file, as gray-matter does. Only `---` and `---yaml` open one and a line `---` closes it; whatever
 * else is refused with its line. Only the front matter is decoded: the body may be in any encoding.
 */
export function splitPostFile(bytes: Uint8Array): SplitFile | FileFault {
  if (bytes.length > MAX_POST_FILE_BYTES) return fault(0, 'Le fichier dépasse 16 Mo.');
  const buffer = asBuffer(bytes);
  const binary = nulFault(buffer);
  if (binary !== null) return binary;
  const mark = markLength(buffer);
  // As Latin-1 a character is a byte: the lengths of gray-matter's pieces are those of the file's.
  const text = buffer.toString('latin1', mark);
  const opening = readOpening(text);
  if (opening.kind === 'fault') return opening;
  const closing = findClosing(text, opening);
  if (closing.kind === 'fault') return closing;
  const [blockStart, blockEnd] = [mark + opening.blockStart, mark + closing.blockEnd];
  const bodyStart = mark + closing.bodyStart;
  const encoding = utf8Fault(buffer.subarray(0, bodyStart), 1);
  if (encoding !== null) return encoding;
  const block = buffer.toString('utf8', blockStart, blockEnd);
  const lineEnd = text[opening.blockStart - 2] === '\r' ? '\r\n' : '\n';
  return { kind: 'split', block, blockStart, blockEnd, bodyStart, lineEnd };
}

/** The Markdown body of a post's file: all that follows its front matter, line ends as they are. */
export function bodyOf(bytes: Uint8Array): string {
  const buffer = asBuffer(bytes);
  const split = splitPostFile(bytes);
  return buffer.toString('utf8', split.kind === 'split' ? split.bodyStart : markLength(buffer));
}

/** Nothing is parsed here: the block is read once, by yaml-document.ts. gray-matter runs JavaScript unless its engine is replaced. */
const UNREAD = { parse: (): object => ({}) };
const OPTIONS = { language: 'yaml', engines: { yaml: UNREAD, json: UNREAD, javascript: UNREAD } };

interface Opening {
  readonly kind: 'opening';
  /** Length of the opening line as gray-matter takes it off: it leaves blanks behind the fence to the block. */
  readonly taken: number;
  readonly blockStart: number;
}

function readOpening(text: string): Opening | FileFault {
  if (!matter.test(text) || text.startsWith(`${FENCE}-`))
    return fault(
      1,
      'Le titre manque\u00a0: le fichier doit commencer par un en-tête entre deux lignes «\u00a0---\u00a0».',
    );
  const lineFeed = text.indexOf('\n');
  const { raw, name } = matter.language(lineFeed === -1 ? `${text}\n` : text);
  if (/\r./.test(raw)) return fault(1, CARRIAGE_RETURNS);
  if (!/^(?:ya?ml)?$/.test(name))
    return fault(
      1,
      `L’en-tête commence par «\u00a0---\u00a0» suivi d’autre chose\u00a0: seul YAML est lu, et rien n’est jamais exécuté.`,
    );
  if (lineFeed === -1) return fault(1, UNCLOSED);
  return {
    kind: 'opening',
    taken: FENCE.length + (name === '' ? 0 : raw.length),
    blockStart: lineFeed + 1,
  };
}

const UNCLOSED = 'L’en-tête n’est pas fermé\u00a0: il manque une ligne «\u00a0---\u00a0» après ses champs.';

interface Closing {
  readonly kind: 'closing';
  readonly blockEnd: number;
  readonly bodyStart: number;
}

/**
 * gray-matter ends front matter at the first line that merely begins with ---. Where only blanks follow, that is its end;
 * where something else does, other tools would read another file than the author wrote, and it is refused.
 */
function findClosing(text: string, opening: Opening, reach = USUAL_BYTES): Closing | FileFault {
  const { taken, blockStart } = opening;
  const searched = text.slice(0, blockStart + reach + FENCE.length);
  const run = BLANK_RUN.exec(searched)?.index;
  const shown = searched.slice(0, run === undefined ? undefined : Math.max(blockStart, run));
  const split = matter(shown, OPTIONS);
  const end = taken + split.matter.length;
  const isClosed = shown.startsWith(`${split.matter}\n${FENCE}`, taken) && shown.endsWith(split.content);
  const fence = isClosed ? fenceAt(text, end) : null;
  if (fence !== null) return { kind: 'closing', blockEnd: end + 1, bodyStart: end + fence.length };
  if (!isClosed && run === undefined && reach < MAX_FRONT_MATTER_BYTES)
    return findClosing(text, opening, MAX_FRONT_MATTER_BYTES);
  const later = FENCE_LINE.exec(text.slice(blockStart - 1));
  if (later === null || later.index > MAX_FRONT_MATTER_BYTES)
    return fault(
      1,
      text.length > blockStart + MAX_FRONT_MATTER_BYTES
        ? 'L’en-tête dépasse 256 Ko, ou il manque la ligne «\u00a0---\u00a0» qui le ferme.'
        : UNCLOSED,
    );
  if (!isClosed)
    return fault(BLOCK_LINE, `L’en-tête contient plus de ${MAX_BLANK_LINES} lignes vides de suite.`);
  return fault(
    shown.slice(0, end + 1).split('\n').length,
    'Cette ligne commence par «\u00a0---\u00a0» sans fermer l’en-tête\u00a0: mettez-la entre guillemets.',
  );
}

const FENCE_LINE = /\n---[ \t]*(?:\r?\n|$)/;

/** The closing fence's line at an offset, from the line feed before it to its own. */
function fenceAt(text: string, offset: number): string | null {
  const found = new RegExp(FENCE_LINE.source, 'y');
  found.lastIndex = offset;
  return found.exec(text)?.[0] ?? null;
}
