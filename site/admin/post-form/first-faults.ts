import { quoted } from '#content/model/french-spaces.ts';
import { dateFault } from '#content/model/post-dates.ts';
import { postWords } from '#content/model/post-words.ts';
import { isSlug, slugFromTitle } from '#content/model/slug.ts';
import type { FormField, FormValues } from './form-values.ts';

export interface FieldFault {
  readonly field: FormField;
  readonly text: string;
}

/** The slug the form fills in when the title is left: only while there is none (docs/product.md, Article form). */
export function filledSlug({ title, slug }: Pick<FormValues, 'title' | 'slug'>): string {
  return slug.trim() === '' ? slugFromTitle(title) : slug;
}

/** What keeps the form from being sent at all, the first in its order; null when nothing does. */
export function firstFault(values: FormValues): FieldFault | null {
  const { title, slug, published, unpublishAt } = values;
  const { to } = postWords(values);
  if (title.trim() === '') return { field: 'title', text: `Donnez un titre ${to}.` };
  if (slug.trim() === '')
    return {
      field: 'slug',
      text: `Donnez une adresse ${to}\u00a0: elle figure dans ses liens.`,
    };
  if (!isSlug(slug)) return { field: 'slug', text: slugAdvice(slug) };
  const fault = dateFault({ published, unpublishAt });
  return fault === null ? null : { field: fault.field, text: fault.reason };
}

function slugAdvice(slug: string): string {
  const proposed = slugFromTitle(slug);
  const rule = 'Des lettres sans accent, des chiffres et des tirets seulement';
  return proposed === '' || proposed === slug ? `${rule}.` : `${rule}, par exemple ${quoted(proposed)}.`;
}
