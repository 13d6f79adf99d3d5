import type { ReactNode } from 'react';
import { dateAsSaid } from '#content/model/paris-time.ts';

/** Dates of posts are those of Paris, wherever the server or the reader is (docs/design.md, The content repository). */
const TIME_ZONE = 'Europe/Paris';

const long = new Intl.DateTimeFormat('fr-FR', {
  timeZone: TIME_ZONE,
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});
const short = new Intl.DateTimeFormat('fr-FR', {
  timeZone: TIME_ZONE,
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});

/** « 15 novembre 2025 », « 1er novembre 2025 ». */
export function longDate(instant: string): string {
  return dateAsSaid(long.format(new Date(instant)));
}

/** « 15 nov. 2025 », for small screens (docs/product.md, Blog list): on one line. */
export function shortDate(instant: string): string {
  return dateAsSaid(short.format(new Date(instant))).replaceAll(' ', '\u00a0');
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
