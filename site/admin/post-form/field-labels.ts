import { mapFields, POST_FIELDS } from '#content/model/post-fields.ts';
import { type OfKind, postWords } from '#content/model/post-words.ts';
import { FORM_FIELDS } from './form-values.ts';

/** The name of each field (docs/product.md, Article form). */
export const FIELD_LABELS = mapFields(FORM_FIELDS, (field) => POST_FIELDS[field].label);

/** The label of a field named by the service, of a page or an article; an unknown one is shown as it is. */
export function fieldLabel(name: string, post: OfKind = {}): string {
  if (name === 'isPublished') return `Publier ${postWords(post).theInTitles}`;
  const field = FORM_FIELDS.find((known) => known === name);
  return field === undefined ? name : FIELD_LABELS[field];
}
