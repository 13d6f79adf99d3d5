import type { ReactNode } from 'react';
import type { FieldLimit } from '#content/model/post-fields.ts';
import { type CounterLevel, counterLevel, lengthOf } from './field-limits.ts';

interface CounterProps {
  readonly text: string;
  readonly limit: FieldLimit;
}

const WORDS: Readonly<Record<CounterLevel, string>> = {
  quiet: '',
  near: ', bientôt trop long',
  over: ', trop long',
};
const CUT = ' : Google et les réseaux le coupent';

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
