import { isAlias, isScalar, isSeq, type Node } from 'yaml';
import { ContentError } from '../model/errors.ts';
import {
  DEFAULT_CATEGORY,
  FRONT_MATTER_FIELDS,
  type FrontMatterField,
  type PostMetadata,
  postSchema,
} from '../model/post.ts';
import { readInstant } from './front-matter-dates.ts';
import { type AliasTargets, resolved, type YamlMapping, yamlReason } from './yaml-document.ts';

/** What front matter states: null for each field that is absent, null or empty. Defaults are not filled in. */
export type StatedFields = { readonly [Field in FrontMatterField]: PostMetadata[Field] | null };

interface FieldFault {
  readonly field: FrontMatterField;
  readonly offset: number;
  readonly reason: string;
}

export interface FieldsReading {
  readonly stated: StatedFields;
  readonly faults: readonly FieldFault[];
}

const LABELS: Readonly<Record<FrontMatterField, string>> = {
  id: 'L’identifiant (id)',
  title: 'Le titre (title)',
  excerpt: 'L’extrait (excerpt)',
  category: 'La catégorie (category)',
  tags: 'Les étiquettes (tags)',
  published: 'La date de publication',
  unpublishAt: 'La date de retrait',
  isPublished: 'Le champ isPublished',
  coverImage: 'L’image de couverture (coverImage)',
  coverImageAlt: 'Le texte de l’image (coverImageAlt)',
  ogImage: 'L’image de partage (ogImage)',
  socialTitle: 'Le titre de partage (socialTitle)',
  socialDescription: 'Le texte de partage (socialDescription)',
  readTime: 'Le temps de lecture (readTime)',
};

/**
 * The fields of a post as its file states them. Text is taken as written (`title: 1.10` is "1.10"), dates become ISO 8601 in
 * UTC. What breaks a rule is a fault, and null in `stated`. Unknown keys are ignored, `slug` among them (docs/design.md, The content repository).
 */
export function readFields({ aliases, entries }: YamlMapping): FieldsReading {
  const faults: FieldFault[] = [];
  const byName = new Map(entries.map((entry) => [entry.name, entry]));

  function read<Value>(field: FrontMatterField, reader: (source: Source) => Reading<Value>): Value | null {
    const entry = byName.get(field);
    if (entry === undefined) return null;
    const value = resolved(entry.pair.value, aliases);
    const reading =
      value === null && isAlias(entry.pair.value)
        ? UNRESOLVED
        : reader({ label: LABELS[field], value, aliases });
    if (reading.kind === 'value') return reading.value;
    faults.push({ field, offset: entry.offset, reason: reading.reason });
    return null;
  }

  const stated: StatedFields = {
    id: read('id', readId),
    title: read('title', readName),
    excerpt: read('excerpt', readText),
    category: read('category', readName),
    tags: read('tags', readTags),
    published: read('published', readDate),
    unpublishAt: read('unpublishAt', readDate),
    isPublished: read('isPublished', readFlag),
    coverImage: read('coverImage', readText),
    coverImageAlt: read('coverImageAlt', readText),
    ogImage: read('ogImage', readText),
    socialTitle: read('socialTitle', readText),
    socialDescription: read('socialDescription', readText),
    readTime: read('readTime', readText),
  };
  return { stated, faults };
}

/** Whether a key of front matter is one of a post's fields. */
export function isFrontMatterField(name: string | null): name is FrontMatterField {
  return FRONT_MATTER_FIELDS.some((field) => field === name);
}

interface Source {
  readonly label: string;
  readonly value: Node | null;
  readonly aliases: AliasTargets;
}

type Reading<Value> =
  | { readonly kind: 'value'; readonly value: Value | null }
  | { readonly kind: 'fault'; readonly reason: string };

const UNRESOLVED = { kind: 'fault', reason: yamlReason('BAD_ALIAS') } as const;
const ABSENT = { kind: 'value', value: null } as const;

/** A scalar's text as written, '' for null. Null when the node is a list or a mapping. */
function scalarText(node: Node | null): string | null {
  if (node === null) return '';
  if (!isScalar(node)) return null;
  return node.value === null ? '' : (node.source ?? '');
}

function readText({ label, value }: Source): Reading<string> {
  const text = scalarText(value);
  if (text === null) return { kind: 'fault', reason: `${label} doit être un texte, pas une liste.` };
  return text === '' ? ABSENT : { kind: 'value', value: text };
}

function readName(source: Source): Reading<string> {
  const reading = readText(source);
  if (reading.kind === 'fault' || reading.value === null) return reading;
  const name = withoutBlockEnd(source.value, reading.value);
  return name.trim() === '' ? ABSENT : { kind: 'value', value: name };
}

/** The line end of a block (`|`, `>`) is its form; between quotes every blank was meant. */
function withoutBlockEnd(node: Node | null, text: string): string {
  const isBlock = isScalar(node) && (node.type === 'BLOCK_FOLDED' || node.type === 'BLOCK_LITERAL');
  return isBlock ? text.trim() : text;
}

/** A value that is one word: blanks around it say nothing. */
function readWord(source: Source): Reading<string> {
  const reading = readText(source);
  if (reading.kind === 'fault' || reading.value === null) return reading;
  const word = reading.value.trim();
  return word === '' ? ABSENT : { kind: 'value', value: word };
}

function readId(source: Source): Reading<string> {
  const reading = readWord(source);
  if (reading.kind === 'fault' || reading.value === null) return reading;
  if (postSchema.shape.id.safeParse(reading.value).success)
    return { kind: 'value', value: reading.value.toLowerCase() };
  return {
    kind: 'fault',
    reason: `${source.label} « ${shown(reading.value)} » n’est pas un UUID ; retirez la ligne pour en recevoir un.`,
  };
}

function readDate(source: Source): Reading<string> {
  const reading = readWord(source);
  if (reading.kind === 'fault' || reading.value === null) return reading;
  const instant = readInstant(reading.value);
  if (instant !== null) return { kind: 'value', value: instant };
  return { kind: 'fault', reason: `${source.label} « ${shown(reading.value)} » n’est pas une date.` };
}

function readFlag(source: Source): Reading<boolean> {
  const reading = readWord(source);
  if (reading.kind === 'fault') return reading;
  if (reading.value === null) return ABSENT;
  const text = reading.value.toLowerCase();
  if (text === 'true' || text === 'false') return { kind: 'value', value: text === 'true' };
  return {
    kind: 'fault',
    reason: `${source.label} vaut « ${shown(reading.value)} » ; écrivez true ou false.`,
  };
}

function readTags({ label, value, aliases }: Source): Reading<string[]> {
  if (!isSeq(value)) {
    const text = scalarText(value);
    if (text === null) return { kind: 'fault', reason: `${label} doivent être une liste de textes.` };
    return text === '' ? ABSENT : { kind: 'value', value: names(text.split(',').map((name) => name.trim())) };
  }
  const texts = value.items.map((item) => {
    const node = resolved(item, aliases);
    const text = scalarText(node);
    return text === null ? null : withoutBlockEnd(node, text);
  });
  if (!texts.every((text) => text !== null))
    return { kind: 'fault', reason: `${label} doivent être une liste de textes simples.` };
  return { kind: 'value', value: names(texts) };
}

function names(texts: readonly string[]): string[] {
  return texts.filter((text) => text.trim() !== '');
}

function shown(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** What a save wants of each field: absent is unchanged, null removes it. */
export type FieldEdits = { readonly [Field in FrontMatterField]?: PostMetadata[Field] | null };

/** A field's value in the form in which a file's own values are compared with it. */
export type FieldValue = string | boolean | readonly string[] | null;

const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * The form in which `value` will be read back: dates in UTC, '' and null the same, no empty tags. Refuses
 * with `invalid` what no file can state: an empty title, a date that is none, half a character.
 */
export function normalizedValue(field: FrontMatterField, value: FieldValue): FieldValue {
  const normal = normalized(field, value);
  if (field === 'title' && normal === null) refuse('Le titre ne peut pas être vide.');
  if (LONE_SURROGATE.test(typeof normal === 'object' ? (normal ?? []).join(' ') : String(normal)))
    refuse(`Le champ « ${field} » contient la moitié d’un caractère.`);
  return normal;
}

function normalized(field: FrontMatterField, value: FieldValue): FieldValue {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value !== 'string') return value.filter((text) => text.trim() !== '');
  switch (field) {
    case 'title':
    case 'category':
      return value.trim() === '' ? null : value;
    case 'id':
      return value === '' ? null : checkedId(value);
    case 'published':
    case 'unpublishAt':
      return value === '' ? null : checkedInstant(value);
    default:
      return value === '' ? null : value;
  }
}

function checkedId(value: string): string {
  if (!postSchema.shape.id.safeParse(value).success) refuse('L’identifiant n’est pas un UUID.');
  return value.toLowerCase();
}

function checkedInstant(value: string): string {
  return readInstant(value) ?? refuse(`« ${value.slice(0, 60)} » n’est pas une date.`);
}

/** What a post has when its file says nothing, as far as that is always the same. */
const DEFAULTS: { readonly [Field in FrontMatterField]?: FieldValue } = {
  category: DEFAULT_CATEGORY,
  tags: [],
  isPublished: false,
};

/** Whether a file that states `stated` says `wanted` already, by itself or by a default. */
export function isAlreadySaid(field: FrontMatterField, stated: StatedFields, wanted: FieldValue): boolean {
  if (isSameValue(stated[field], wanted)) return true;
  return stated[field] === null && isSameValue(DEFAULTS[field] ?? null, wanted);
}

/** Whether two values of a field are the same; tags are compared in order. */
export function isSameValue(a: FieldValue, b: FieldValue): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((text, at) => text === b[at]);
  return a === b;
}

/** Stops an edit: nothing is written. */
export function refuse(reason: string, cause?: unknown): never {
  throw new ContentError('invalid', { path: '', reason }, { cause });
}
