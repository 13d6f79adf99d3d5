import { LONG_DESCRIPTION, LONG_SOCIAL_TITLE, LONG_TITLE } from '#content/model/checks/check-texts.ts';

/** Where a counter turns amber, and where it turns red: the text is still taken, but will be cut by who shows it. */
export interface FieldLimit {
  readonly near: number;
  readonly over: number;
}

/** What search engines and networks show whole. */
export const FIELD_LIMITS = {
  title: { near: 60, over: LONG_TITLE },
  excerpt: { near: 260, over: 300 },
  socialTitle: { near: 60, over: LONG_SOCIAL_TITLE },
  socialDescription: { near: 140, over: LONG_DESCRIPTION },
} as const satisfies Readonly<Record<string, FieldLimit>>;

export type CounterLevel = 'quiet' | 'near' | 'over';

/** Characters, near enough to what people count: an accented letter or a simple emoji is one. */
export function lengthOf(text: string): number {
  return Array.from(text.normalize('NFC')).length;
}

export function counterLevel(length: number, { near, over }: FieldLimit): CounterLevel {
  if (length > over) return 'over';
  return length > near ? 'near' : 'quiet';
}
