import type { ReactNode } from 'react';
import { longDate, shortDate } from './dates.ts';

/** Both forms of the date, of which the style sheet shows one: the short month is for small screens. */
export function PublishedDate({ instant }: { readonly instant: string | null }): ReactNode {
  if (instant === null) return null;
  return (
    <time dateTime={instant}>
      <span className="date-long">{longDate(instant)}</span>
      <span className="date-short">{shortDate(instant)}</span>
    </time>
  );
}
