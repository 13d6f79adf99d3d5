import { MAX_BODY_BYTES } from '../../model/post.ts';
import { readYamlMapping, type YamlMapping } from '../yaml/yaml-document.ts';
import { asBuffer, type FileFault, utf8Fault } from './file-text.ts';
import { readFields, type StatedFields } from './front-matter-fields.ts';
import { BLOCK_LINE, type SplitFile } from './front-matter-split.ts';
import { conflictLine } from './post-file-conflicts.ts';

/** What is wrong with a post's file, and on which of its lines (0 when none is to blame). */
export type Fault = Pick<FileFault, 'line' | 'reason'>;

/** What front matter states, null when it cannot be read at all, and all that is wrong with it. */
export interface Statement {
  readonly stated: StatedFields | null;
  readonly faults: readonly Fault[];
}

const CONFLICT =
  'Ce fichier contient les marques d’un conflit git : choisissez une des deux versions et retirez-les.';
const NO_TITLE = 'Le titre manque : ajoutez une ligne « title: … » à l’en-tête.';
const NO_DATE = 'Cet article est publié sans date : ajoutez une ligne « published: … ».';

/** The fields of a post's file, checked. The body is not decoded for it: its length is enough. */
export function readStatement({ block }: SplitFile, bodyBytes: number): Statement {
  const lineOf = (offset: number): number => BLOCK_LINE + newlines(block, offset);
  const unread = (line: number, reason: string): Statement => ({ stated: null, faults: [{ line, reason }] });
  const conflict = conflictLine(block);
  if (conflict !== -1) return unread(BLOCK_LINE + conflict, CONFLICT);
  const reading = readYamlMapping(block);
  switch (reading.kind) {
    case 'faults':
      return {
        stated: null,
        faults: reading.faults.map(({ offset, reason }) => ({ line: lineOf(offset), reason })),
      };
    case 'empty':
      return unread(BLOCK_LINE, NO_TITLE);
    case 'not-a-mapping':
      return unread(lineOf(reading.offset), NO_TITLE);
    case 'mapping': {
      const { stated, faults } = checkedFields(reading, bodyBytes);
      return {
        stated,
        faults: faults.map(({ offset, reason }) => ({ line: offset === null ? 0 : lineOf(offset), reason })),
      };
    }
  }
}

interface OffsetFault {
  readonly offset: number | null;
  readonly reason: string;
}

function checkedFields(
  mapping: YamlMapping,
  bodyBytes: number,
): { readonly stated: StatedFields; readonly faults: readonly OffsetFault[] } {
  const { stated, faults: found } = readFields(mapping);
  const faults: OffsetFault[] = [...found];
  const isFaulty = (name: string): boolean => found.some(({ field }) => field === name);
  if (stated.title === null && !isFaulty('title')) faults.push({ offset: 0, reason: NO_TITLE });
  if (stated.isPublished === true) {
    const flag = mapping.entries.find(({ name }) => name === 'isPublished');
    if (stated.published === null && !isFaulty('published'))
      faults.push({ offset: flag?.offset ?? 0, reason: NO_DATE });
    if (bodyBytes > MAX_BODY_BYTES)
      faults.push({ offset: null, reason: 'Le texte de cet article publié dépasse 2 Mo.' });
  }
  return { stated, faults };
}

/** The body of a post's file, or what keeps it from being read. */
export function readBody(
  bytes: Uint8Array,
  { bodyStart, block }: SplitFile,
): { readonly kind: 'body'; readonly body: string } | FileFault {
  const bodyBytes = bytes.subarray(bodyStart);
  const firstLine = BLOCK_LINE + newlines(block, block.length) + 1;
  const encoding = utf8Fault(bodyBytes, firstLine);
  if (encoding !== null) return encoding;
  const body = asBuffer(bodyBytes).toString('utf8');
  const conflict = conflictLine(body);
  return conflict === -1
    ? { kind: 'body', body }
    : { kind: 'fault', line: firstLine + conflict, reason: CONFLICT };
}

/** A conflict explains a file whose front matter cannot even be found. */
export function conflictOf(bytes: Uint8Array): Fault | null {
  if (bytes.length > MAX_BODY_BYTES || utf8Fault(bytes, 1) !== null) return null;
  const line = conflictLine(asBuffer(bytes).toString('utf8'));
  return line === -1 ? null : { line: line + 1, reason: CONFLICT };
}

function newlines(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
