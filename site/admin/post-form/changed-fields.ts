import type { NewPost, PostEdit } from '#content/contract/fields.ts';
import { fieldRow, mapFields } from '#content/model/post-fields.ts';
import { FORM_FIELDS, type FormField, type FormValues, isSameField } from './form-values.ts';

/** What a save says of a post: `revision`, `isMinor` and `readerNote` are the caller's to add. */
export type SentFields = Omit<PostEdit, 'revision' | 'isMinor' | 'readerNote'>;

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
