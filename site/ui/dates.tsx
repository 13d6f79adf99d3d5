import type { ReactNode } from 'react';
import { parisDate } from '#content/model/paris-time.ts';

const SHORT_MONTHS = 'janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.'.split(' ');

/** « 15 novembre 2025 », « 1er novembre 2025 ». */
export function longDate(instant: string): string {
  return parisDate(Date.parse(instant));
}

/** « 15 nov. 2025 », for small screens (docs/product.md, Blog list): on one line. */
export function shortDate(instant: string): string {
  return parisDate(Date.parse(instant), SHORT_MONTHS).replace(' ', '\u00a0');
}

/** A date where there is room for its long form, on small screens too. */
export function LongDate({ instant }: { readonly instant: string }): ReactNode {
  return <time dateTime={instant}>{longDate(instant)}</time>;
}

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
