import { isScalar } from 'yaml';
import { FRONT_MATTER_FIELDS, type FrontMatterField } from '../../model/post.ts';
import { rewriteBlock } from '../yaml/yaml-block-edit.ts';
import { readYamlMapping, type YamlEntry, type YamlMapping } from '../yaml/yaml-document.ts';
import { type ScalarPlace, type ScalarStyle, writeScalar, writeWord } from '../yaml/yaml-scalar.ts';
import { type FieldsReading, readFields } from './front-matter-fields.ts';
import { editList, replaceByList, writeList } from './front-matter-lists.ts';
import { meaningBeside } from './front-matter-meaning.ts';
import { afterColon, contentEnd, indentOf, linesOf, styleOf, valueSpan } from './front-matter-places.ts';
import {
  type FieldEdits,
  type FieldValue,
  isAlreadySaid,
  isSameValue,
  normalizedValue,
  refuse,
} from './front-matter-values.ts';

/**
 * The text of a front matter with some of its fields changed, and not one character besides. Each change is read
 * back: the field must say what is wanted and every other key what it said. Otherwise refuses with `invalid`.
 */
export function editFrontMatter(block: string, edits: FieldEdits, lineEnd: string): string {
  const changes = FRONT_MATTER_FIELDS.flatMap((field) => {
    const edit = edits[field];
    return edit === undefined ? [] : [{ field, wanted: normalizedValue(field, edit) }];
  });
  return changes.reduce((state, { field, wanted }) => {
    const text = editField({ text: state.text, field, wanted, lineEnd }, state);
    return text === state.text ? state : read(text);
  }, read(block)).text;
}

/** A front matter that can be edited, read. */
interface Readable {
  readonly text: string;
  readonly mapping: YamlMapping;
  readonly fields: FieldsReading;
}

function read(text: string): Readable {
  const mapping = readYamlMapping(text);
  if (mapping.kind !== 'mapping')
    return refuse('L’en-tête de ce fichier ne se lit pas : corrigez-le d’abord.');
  return { text, mapping, fields: readFields(mapping) };
}

/** One field as a line of a new front matter. */
export function writeField(field: FrontMatterField, value: Exclude<FieldValue, null>): string {
  return `${field}: ${writeValue(field, value, { style: 'plain', place: 'line' })}`;
}

interface FieldEdit {
  readonly text: string;
  readonly field: FrontMatterField;
  readonly wanted: FieldValue;
  readonly lineEnd: string;
}

function editField(edit: FieldEdit, { mapping, fields }: Readable): string {
  const { text, field, wanted } = edit;
  const isBroken = fields.faults.some((fault) => fault.field === field);
  if (!isBroken && isAlreadySaid(field, fields.stated, wanted)) return text;
  const unchanged = meaningBeside(mapping, field);
  for (const candidate of candidates(edit, mapping)) {
    if (candidate !== null && says(candidate, edit, unchanged)) return candidate;
  }
  return refuse(
    `Le champ « ${field} » de ce fichier est écrit d’une façon qui ne peut pas être changée sans risque.`,
  );
}

function says(candidate: string, { field, wanted }: FieldEdit, unchanged: string): boolean {
  const after = readYamlMapping(candidate);
  if (after.kind !== 'mapping') return false;
  const { stated, faults }: FieldsReading = readFields(after);
  if (faults.some((fault) => fault.field === field) || !isSameValue(stated[field], wanted)) return false;
  return meaningBeside(after, field) === unchanged;
}

/** Ways to make the change, the least intrusive first. */
function* candidates(edit: FieldEdit, mapping: YamlMapping): Generator<string | null> {
  const entry = mapping.entries.find(({ name }) => name === edit.field);
  const { text, field, wanted, lineEnd } = edit;
  if (wanted === null) {
    if (entry === undefined || mapping.map.flow === true) return;
    const { start, end } = linesOf(text, entry);
    yield text.slice(0, start) + text.slice(end);
    // Blank lines that stay would belong to the text above when that is written with `|+`.
    yield text.slice(0, start) + text.slice(end).replace(/^(?:[ \t]*\r?\n)+/, '');
  } else if (entry === undefined) {
    yield withNewField({ text, mapping, field, value: wanted, lineEnd });
  } else if (typeof wanted === 'object') {
    const change = { text, entry, aliases: mapping.aliases, wanted, lineEnd };
    yield editList(change);
    yield replaceByList(change);
  } else {
    yield* newScalars({
      text,
      entry,
      field,
      value: wanted,
      lineEnd,
      place: mapping.map.flow === true ? 'brackets' : 'line',
    });
  }
}

interface NewField {
  readonly text: string;
  readonly mapping: YamlMapping;
  readonly field: FrontMatterField;
  readonly value: Exclude<FieldValue, null>;
  readonly lineEnd: string;
}

/** After the nearest field that comes before it in FRONT_MATTER_FIELDS, else before the nearest that comes after. */
function withNewField({ text, mapping, field, value, lineEnd }: NewField): string | null {
  const rank = FRONT_MATTER_FIELDS.indexOf(field);
  const find = (name: FrontMatterField): YamlEntry | undefined =>
    mapping.entries.find((entry) => entry.name === name);
  const previous = FRONT_MATTER_FIELDS.slice(0, rank)
    .map(find)
    .findLast((entry) => entry !== undefined);
  const next = FRONT_MATTER_FIELDS.slice(rank + 1)
    .map(find)
    .find((entry) => entry !== undefined);
  const neighbour = previous ?? next ?? mapping.entries.at(-1);
  if (neighbour === undefined) return null;
  if (mapping.map.flow === true) {
    const at = contentEnd(text, neighbour);
    return `${text.slice(0, at)}, ${field}: ${writeValue(field, value, { style: 'plain', place: 'brackets' })}${text.slice(at)}`;
  }
  const lines = linesOf(text, neighbour);
  const at =
    previous === undefined && next !== undefined
      ? aboveComments(text, lines.start, indentOf(text, neighbour))
      : lines.end;
  return `${text.slice(0, at)}${indentOf(text, neighbour)}${writeField(field, value)}${lineEnd}${text.slice(at)}`;
}

/** The comments right above a field are about that field; a deeper line only looks like one. */
function aboveComments(text: string, lineStart: number, indent: string): number {
  let start = lineStart;
  while (start > 0) {
    const previous = text.lastIndexOf('\n', start - 2) + 1;
    if (!text.startsWith(`${indent}#`, previous)) break;
    start = previous;
  }
  return start;
}

interface NewScalar {
  readonly text: string;
  readonly entry: YamlEntry;
  readonly field: FrontMatterField;
  readonly value: string | boolean;
  readonly lineEnd: string;
  readonly place: ScalarPlace;
}

function* newScalars({ text, entry, field, value, lineEnd, place }: NewScalar): Generator<string | null> {
  const span = valueSpan(text, entry);
  const style = styleOf(entry.pair.value);
  if (span !== null) {
    if (style === 'literal' || style === 'folded')
      yield rewriteBlock({
        text,
        span,
        value: String(value),
        style,
        lineEnd,
        indent: `${indentOf(text, entry)}  `,
      });
    yield text.slice(0, span.start) + writeValue(field, value, { style, place }) + text.slice(span.end);
  }
  const colon = afterColon(entry);
  if (colon === null) return;
  // An empty value has no place of its own; a list in lines has many.
  const end = span === null && isScalar(entry.pair.value) ? colon : contentEnd(text, entry);
  yield `${text.slice(0, colon)} ${writeValue(field, value, { style: 'plain', place })}${text.slice(end)}`;
}

interface Manner {
  readonly style: ScalarStyle;
  readonly place: ScalarPlace;
}

function writeValue(
  field: FrontMatterField,
  value: Exclude<FieldValue, null>,
  { style, place }: Manner,
): string {
  if (typeof value === 'boolean') return writeWord(String(value), style);
  if (typeof value !== 'string') return writeList(value);
  const isWord = field === 'id' || field === 'published' || field === 'unpublishAt';
  return isWord ? writeWord(value, style) : writeScalar(value, style, place);
}
