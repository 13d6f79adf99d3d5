import * as z from 'zod';
import type { NewPost, PostEdit, WholePost } from '#content/contract/fields.ts';
import { postAddress } from '#content/model/paths.ts';
import {
  ALL_FIELDS,
  fieldRow,
  mapFields,
  POST_FIELDS,
  type PostField,
  type ValueOf,
  valueUnsaid,
} from '#content/model/post-fields.ts';
import { type OfKind, postWords } from '#content/model/post-words.ts';
import { readTime } from '#content/model/read-time.ts';

export type FormField = Exclude<PostField, 'id'>;
export const FORM_FIELDS = ALL_FIELDS.filter((field) => field !== 'id');

/** A post as its form holds it: what is absent is an empty text, so that every control is controlled. */
export type FormValues = {
  readonly [Field in FormField]: ValueOf<Field> extends boolean
    ? boolean
    : ValueOf<Field> extends readonly string[]
      ? readonly string[]
      : string;
} & {
  /** Whether it is a page: what it is from its beginning, and is not typed. */
  readonly isPage: boolean;
};

/**
 * A form nobody wrote in: texts are empty, and without a category the site's default holds (docs/product.md, Fields of an
 * article).
 */
export const EMPTY_VALUES = {
  ...mapFields(FORM_FIELDS, (field) => {
    const { kind } = POST_FIELDS[field];
    return kind === 'flag' ? false : kind === 'tags' ? [] : '';
  }),
  isPage: false,
} as FormValues; // as the kinds of fields say
export const EMPTY_PAGE: FormValues = { ...EMPTY_VALUES, isPage: true };

function schemaOf(field: FormField): z.ZodType {
  const { kind } = POST_FIELDS[field];
  return kind === 'flag' ? z.boolean() : kind === 'tags' ? z.array(z.string()) : z.string();
}

const formValuesSchema = z.looseObject({
  ...(mapFields(FORM_FIELDS, schemaOf) as {
    readonly [Field in FormField]: z.ZodType<FormValues[Field], FormValues[Field]>;
  }),
  isPage: z.boolean(),
});

/**
 * The values of a kept text, whichever version of the form it was typed in: a field that the form did not have then is
 * empty, one that this form does not have stays.
 */
export const keptValuesSchema = z.preprocess(
  (kept) => (typeof kept === 'object' && kept !== null ? { ...EMPTY_VALUES, ...kept } : kept),
  formValuesSchema,
);

/** What the form shows of a post. A read time that says what the text's length says counts as computed. */
export function valuesOf(post: Omit<WholePost, 'id' | 'revision'>): FormValues {
  const fields = mapFields(FORM_FIELDS, (field) => post[field] ?? '');
  const shown = { ...fields, isPage: post.isPage === true } as FormValues; // Each field's own value.
  return post.readTime === readTime(post.content) ? { ...shown, readTime: '' } : shown;
}

/** The article that readers would be shown of a form: what was left empty is what a post has that says nothing of it. */
export function shownPost(values: FormValues) {
  const post = mapFields(FORM_FIELDS, (field) =>
    values[field] === '' ? valueUnsaid(field) : values[field],
  ) as {
    readonly [Field in FormField]: ValueOf<Field>; // Each field's own value.
  };
  return { ...post, isPage: values.isPage || undefined };
}

/** Where the post of a form is, or will be, on the site. */
export function addressOf({ slug, isPage }: Pick<FormValues, 'slug' | 'isPage'>): string {
  return postAddress({ slug, isPage: isPage || undefined });
}

/** Whether a field says the same in both. */
export function isSameField(field: FormField, a: FormValues, b: FormValues): boolean {
  const [one, other] = [a[field], b[field]];
  if (typeof one !== 'object' || typeof other !== 'object') return one === other;
  return one.length === other.length && one.every((tag, at) => tag === other[at]);
}

/** Whether both hold the same texts. */
export function isSame(a: FormValues, b: FormValues): boolean {
  return FORM_FIELDS.every((field) => isSameField(field, a, b));
}

/** The name of each field (docs/product.md, Article form). */
export const FIELD_LABELS = mapFields(FORM_FIELDS, (field) => POST_FIELDS[field].label);

/** The label of a field named by the service, of a page or an article; an unknown one is shown as it is. */
export function fieldLabel(name: string, post: OfKind = {}): string {
  if (name === 'isPublished') return `Publier ${postWords(post).theInTitles}`;
  const field = FORM_FIELDS.find((known) => known === name);
  return field === undefined ? name : FIELD_LABELS[field];
}

/** What a save says of a post: `revision`, `fromSlug`, `isMinor` and `readerNote` are the caller's to add. */
type SentFields = Omit<PostEdit, 'revision' | 'fromSlug' | 'isMinor' | 'readerNote'>;

/** The fields whose values differ, in the order of the form. */
export function changedNames(saved: FormValues, values: FormValues): readonly FormField[] {
  return FORM_FIELDS.filter((field) => !isSameField(field, saved, values));
}

/** Only what changed, as a save sends it: an emptied optional text is null, which removes it (docs/design.md, Writing). */
export function changedFields(saved: FormValues, values: FormValues): SentFields {
  const sent = sentFields(values);
  return changedNames(saved, values).reduce<SentFields>(
    (fields, name) => ({ ...fields, [name]: sent[name] }),
    {},
  );
}

/** A post to create: what was left empty is left to the service. */
export function newPost(values: FormValues): NewPost {
  const { title, slug, content, menu, ...optional } = sentFields(values);
  const filled = Object.entries(optional).filter(([, value]) => value !== null);
  const ofPage = values.isPage ? { isPage: true, menu } : {};
  return { title, slug, content, ...Object.fromEntries(filled), ...ofPage };
}

/** Every field as a save sends it: null for an optional one that is empty. */
export function sentFields(values: FormValues) {
  const sent = mapFields(FORM_FIELDS, (field) => {
    const value = values[field];
    if (typeof value === 'object') return value.length === 0 ? null : [...value];
    return typeof value === 'boolean' || fieldRow(field).isNeeded === true ? value : orNull(value);
  });
  // Each field's own value.
  return sent as { readonly [Field in FormField]: Exclude<NewPost[Field], undefined> };
}

function orNull(text: string): string | null {
  return text.trim() === '' ? null : text;
}
