import type { FieldLimit } from '#content/model/post-fields.ts';

export type CounterLevel = 'quiet' | 'near' | 'over';

/** Characters, near enough to what people count: an accented letter or a simple emoji is one. */
export function lengthOf(text: string): number {
  return Array.from(text.normalize('NFC')).length;
}

export function counterLevel(length: number, { near, over }: FieldLimit): CounterLevel {
  if (length > over) return 'over';
  return length > near ? 'near' : 'quiet';
}
