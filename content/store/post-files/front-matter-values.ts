import { ContentError } from '../../model/errors.ts';
import { DEFAULT_CATEGORY, type FrontMatterField, type PostMetadata, postSchema } from '../../model/post.ts';
import { readInstant } from './front-matter-dates.ts';
import type { StatedFields } from './front-matter-fields.ts';

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
