import * as z from 'zod';
import type { WholePost } from '#content/contract/fields.ts';
import { readTime } from '#content/model/read-time.ts';

/** A post as its form holds it: what is absent is an empty text, so that every control is controlled. */
const formValuesSchema = z.object({
  title: z.string(),
  slug: z.string(),
  /** Markdown. */
  content: z.string(),
  excerpt: z.string(),
  category: z.string(),
  tags: z.array(z.string()).readonly(),
  /** ISO 8601; '' when the author chose none. */
  published: z.string(),
  unpublishAt: z.string(),
  /** '' when it is computed from the text. */
  readTime: z.string(),
  isPublished: z.boolean(),
  coverImage: z.string(),
  coverImageAlt: z.string(),
  ogImage: z.string(),
  socialTitle: z.string(),
  socialDescription: z.string(),
});
export type FormValues = Readonly<z.output<typeof formValuesSchema>>;
export type FormField = keyof FormValues;

export const FORM_FIELDS = formValuesSchema.keyof().options;

/** A form nobody wrote in; without a category the site's default holds (docs/product.md, Fields of an article). */
export const EMPTY_VALUES: FormValues = {
  title: '',
  slug: '',
  content: '',
  excerpt: '',
  category: '',
  tags: [],
  published: '',
  unpublishAt: '',
  readTime: '',
  isPublished: false,
  coverImage: '',
  coverImageAlt: '',
  ogImage: '',
  socialTitle: '',
  socialDescription: '',
};

/**
 * The values of a kept text, whichever version of the form it was typed in: a field that the form did not have then is
 * empty, one that this form does not have stays.
 */
export const keptValuesSchema = z.preprocess(
  (kept) => (typeof kept === 'object' && kept !== null ? { ...EMPTY_VALUES, ...kept } : kept),
  formValuesSchema.loose(),
);

/** What the form shows of a post. A read time that says what the text's length says counts as computed. */
export function valuesOf(post: Omit<WholePost, 'id' | 'revision'>): FormValues {
  return {
    title: post.title,
    slug: post.slug,
    content: post.content,
    excerpt: post.excerpt,
    category: post.category,
    tags: post.tags,
    published: post.published ?? '',
    unpublishAt: post.unpublishAt ?? '',
    readTime: post.readTime === readTime(post.content) ? '' : post.readTime,
    isPublished: post.isPublished,
    coverImage: post.coverImage ?? '',
    coverImageAlt: post.coverImageAlt ?? '',
    ogImage: post.ogImage ?? '',
    socialTitle: post.socialTitle ?? '',
    socialDescription: post.socialDescription ?? '',
  };
}

/** Whether a field says the same in both. */
export function isSameField(field: FormField, a: FormValues, b: FormValues): boolean {
  if (field !== 'tags') return a[field] === b[field];
  return a.tags.length === b.tags.length && a.tags.every((tag, at) => tag === b.tags[at]);
}

/** Whether both hold the same texts. */
export function isSame(a: FormValues, b: FormValues): boolean {
  return FORM_FIELDS.every((field) => isSameField(field, a, b));
}
