import { POST_FIELDS } from '#content/model/post-fields.ts';
import type { FormField, FormValues } from '../post-form/form-values.ts';

const DATE = new Intl.DateTimeFormat('fr-FR', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Europe/Paris',
});

/** A value as a person reads it. */
export function readableValue(field: FormField, values: FormValues): string {
  const value = values[field];
  if (typeof value === 'boolean') return value ? 'Publié' : 'Brouillon';
  if (typeof value !== 'string') return value.join(', ');
  return POST_FIELDS[field].kind === 'moment' && value !== '' ? DATE.format(new Date(value)) : value;
}
