import { ALL_FIELDS, type FieldLimit, fieldRow } from '#content/model/post-fields.ts';
import type { FormField, FormValues } from './form-values.ts';

export type CounterLevel = 'quiet' | 'near' | 'over';

/** Characters, near enough to what people count: an accented letter or a simple emoji is one. */
export function lengthOf(text: string): number {
  return Array.from(text.normalize('NFC')).length;
}

export function counterLevel(length: number, { near, over }: FieldLimit): CounterLevel {
  if (length > over) return 'over';
  return length > near ? 'near' : 'quiet';
}

/** What a text is held against: one that stands in for a field left empty, against what that one is. */
export function limitOf(field: FormField, values: FormValues): FieldLimit | undefined {
  const empty = ALL_FIELDS.find(
    (other) => other !== 'id' && fieldRow(other).form?.standIn === field && values[other] === '',
  );
  return fieldRow(empty ?? field).limit;
}
