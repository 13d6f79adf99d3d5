import type { NewPost, PostEdit } from '#content/contract/fields.ts';
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
  const { title, slug, content, ...optional } = sentFields(values);
  const filled = Object.entries(optional).filter(([, value]) => value !== null);
  return { title, slug, content, ...Object.fromEntries(filled) };
}

/** Every field as a save sends it. */
export function sentFields(values: FormValues) {
  return {
    title: values.title,
    slug: values.slug,
    content: values.content,
    excerpt: orNull(values.excerpt),
    category: orNull(values.category),
    tags: values.tags.length === 0 ? null : [...values.tags],
    published: orNull(values.published),
    unpublishAt: orNull(values.unpublishAt),
    readTime: orNull(values.readTime),
    isPublished: values.isPublished,
    coverImage: orNull(values.coverImage),
    coverImageAlt: orNull(values.coverImageAlt),
    ogImage: orNull(values.ogImage),
    socialTitle: orNull(values.socialTitle),
    socialDescription: orNull(values.socialDescription),
  };
}

function orNull(text: string): string | null {
  return text.trim() === '' ? null : text;
}
