import type { ReactNode } from 'react';
import { ALL_FIELDS, type FieldLimit, fieldRow } from '#content/model/post-fields.ts';
import type { FormField, FormValues } from './form-values.ts';

interface CounterProps {
  readonly text: string;
  readonly limit: FieldLimit;
}

const WORDS: Readonly<Record<CounterLevel, string>> = {
  quiet: '',
  near: ', bientôt trop long',
  over: ', trop long',
};
const CUT = '\u00a0: Google et les réseaux le coupent';

/** How long a text is against what is shown whole: amber when near, red beyond. Its colour repeats its words. */
export function Counter({ text, limit }: CounterProps): ReactNode {
  const length = lengthOf(text);
  const level = counterLevel(length, limit);
  const isCut = level === 'over' && limit.isShownWhole !== true;
  const words = isCut ? WORDS.over + CUT : WORDS[level];
  return (
    <span className={`form-counter form-counter-${level}`}>
      {length} / {limit.over}
      <span className={level === 'over' ? undefined : 'unseen'}>{words}</span>
    </span>
  );
}

type CounterLevel = 'quiet' | 'near' | 'over';

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
