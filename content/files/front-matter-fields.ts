import { isAlias, isScalar, isSeq, type Node } from 'yaml';
import { isSameValue } from '#content/model/difference/value-changes.ts';
import { calledField } from '../model/field-names.ts';
import { type PostMetadata, postSchema } from '../model/post.ts';
import {
  FRONT_MATTER_FIELDS,
  type FrontMatterField,
  fieldRow,
  mapFields,
  valueUnsaid,
} from '../model/post-fields.ts';
import { wellFormed } from '../model/well-formed.ts';
import { refuse } from './file-text.ts';
import { readInstant } from './front-matter-dates.ts';
import { type AliasTargets, resolved, type YamlMapping, yamlReason } from './yaml-document.ts';

/** A field's value in the form in which values are compared: null for what is absent, null or empty. */
export type FieldValue = string | boolean | readonly string[] | null;

/** Whether a key of front matter is one of a post's fields. */
export function isFrontMatterField(name: string | null): name is FrontMatterField {
  return FRONT_MATTER_FIELDS.some((field) => field === name);
}

/** What front matter states: null for each field that is absent, null or empty. Defaults are not filled in. */
export type StatedFields = { readonly [Field in FrontMatterField]: PostMetadata[Field] | null };

/** The fields with what `valueOf` says of each. */
export function statedFields(valueOf: (field: FrontMatterField) => FieldValue): StatedFields {
  // Each kind of field is read as a value of its type.
  return mapFields(FRONT_MATTER_FIELDS, valueOf) as StatedFields;
}

interface FieldFault {
  readonly field: FrontMatterField;
  readonly offset: number;
  readonly reason: string;
}

export interface FieldsReading {
  readonly stated: StatedFields;
  readonly faults: readonly FieldFault[];
}

/**
 * The fields of a post as its file states them. Text is taken as written (`title: 1.10` is "1.10"), dates become ISO 8601 in
 * UTC. What breaks a rule is a fault, and null in `stated`. Unknown keys are ignored, `slug` among them (docs/design.md, The content repository).
 */
export function readFields({ aliases, entries }: YamlMapping): FieldsReading {
  const faults: FieldFault[] = [];
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  const stated = statedFields((field) => {
    const entry = byName.get(field);
    if (entry === undefined) return null;
    const node = resolved(entry.pair.value, aliases);
    const isUnresolved = node === null && isAlias(entry.pair.value);
    const reading = isUnresolved ? fault(yamlReason('BAD_ALIAS')) : readNode(field, node, aliases);
    if (reading.kind === 'value') return reading.value;
    faults.push({ field, offset: entry.offset, reason: reading.reason });
    return null;
  });
  return { stated, faults };
}

type Reading =
  | { readonly kind: 'value'; readonly value: FieldValue }
  | { readonly kind: 'fault'; readonly reason: string };

function value(of: FieldValue): Reading {
  return { kind: 'value', value: of };
}

function fault(reason: string): Reading {
  return { kind: 'fault', reason };
}

function readNode(field: FrontMatterField, node: Node | null, aliases: AliasTargets): Reading {
  const { kind } = fieldRow(field);
  const label = labelOf(field);
  const text = scalarText(node);
  if (text !== null) return readText(field, kind === 'name' ? withoutBlockEnd(node, text) : text);
  if (kind !== 'tags') return fault(`${label} doit être un texte, pas une liste.`);
  if (!isSeq(node)) return fault(`${label} doivent être une liste de textes.`);
  const texts = node.items.map((item) => {
    const inner = resolved(item, aliases);
    const written = scalarText(inner);
    return written === null ? null : withoutBlockEnd(inner, written);
  });
  if (!texts.every((item) => item !== null))
    return fault(`${label} doivent être une liste de textes simples.`);
  return value(names(texts));
}

/** How a sentence about a field of a file begins: « Le titre (title) ». */
function labelOf(field: FrontMatterField): string {
  const { subject, inFile } = fieldRow(field);
  return inFile ?? `${subject} (${field})`;
}

/** A scalar's text as written, but for escapes of what is no character, '' for null. Null when the node is a list or a mapping. */
function scalarText(node: Node | null): string | null {
  if (node === null) return '';
  if (!isScalar(node)) return null;
  return node.value === null ? '' : wellFormed(node.source ?? '');
}

/** The line end of a block (`|`, `>`) is its form; between quotes every blank was meant. */
function withoutBlockEnd(node: Node | null, text: string): string {
  const isBlock = isScalar(node) && (node.type === 'BLOCK_FOLDED' || node.type === 'BLOCK_LITERAL');
  return isBlock ? text.trim() : text;
}

/** What a text says in a field. */
function readText(field: FrontMatterField, text: string): Reading {
  const { kind } = fieldRow(field);
  if (kind === 'text' || kind === 'computed') return value(text === '' ? null : text);
  // Of the others blanks alone say nothing.
  const word = text.trim();
  if (word === '') return value(null);
  const label = labelOf(field);
  switch (kind) {
    case 'tags':
      return value(names(text.split(',').map((name) => name.trim())));
    case 'id':
      if (postSchema.shape.id.safeParse(word).success) return value(word.toLowerCase());
      return fault(
        `${label} «\u00a0${shown(word)}\u00a0» n’est pas un UUID\u00a0; retirez la ligne pour en recevoir un.`,
      );
    case 'moment': {
      const instant = readInstant(word);
      return instant === null
        ? fault(`${label} «\u00a0${shown(word)}\u00a0» n’est pas une date.`)
        : value(instant);
    }
    case 'flag':
      if (/^(?:true|false)$/i.test(word)) return value(word.toLowerCase() === 'true');
      return fault(`${label} vaut «\u00a0${shown(word)}\u00a0»\u00a0; écrivez true ou false.`);
    case 'name':
    case 'slug':
    case 'body':
      return value(text);
  }
}

function names(texts: readonly string[]): readonly string[] {
  return texts.filter((text) => text.trim() !== '');
}

function shown(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** What a save wants of each field: absent is unchanged, null removes it. */
export type FieldEdits = { readonly [Field in FrontMatterField]?: PostMetadata[Field] | null };

/**
 * The form in which `wanted` will be read back: dates in UTC, '' and null the same, no empty tags. Refuses
 * with `invalid` what no file can state: an empty title, a date that is none, half a character.
 */
export function normalizedValue(field: FrontMatterField, wanted: FieldValue): FieldValue {
  const normal = normalized(field, wanted);
  if (field === 'title' && normal === null) refuse('Le titre ne peut pas être vide.');
  if (/\p{Surrogate}/u.test(typeof normal === 'object' ? (normal ?? []).join(' ') : String(normal)))
    refuse(`${calledField(field)} contient la moitié d’un caractère.`);
  return normal;
}

function normalized(field: FrontMatterField, wanted: FieldValue): FieldValue {
  if (wanted === null || typeof wanted === 'boolean') return wanted;
  if (typeof wanted !== 'string') return names(wanted);
  const reading = readText(field, wanted);
  return reading.kind === 'fault' ? refuse(reading.reason) : reading.value;
}

/** Whether a file that states `stated` says `wanted` already, by itself or by a default. */
export function isAlreadySaid(field: FrontMatterField, stated: StatedFields, wanted: FieldValue): boolean {
  return (
    isSameValue(stated[field], wanted) || (stated[field] === null && isSameValue(valueUnsaid(field), wanted))
  );
}
