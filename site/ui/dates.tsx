import type { ReactNode } from 'react';

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
  return withFirst(long.format(new Date(instant)));
}

/** « 15 nov. 2025 », for small screens (docs/product.md, Blog list). */
export function shortDate(instant: string): string {
  return withFirst(short.format(new Date(instant)));
}

/** A French date as it is read: its first day is « 1er », which Intl does not say. */
function withFirst(date: string): string {
  return date.replace(/^1 /, '1er ');
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
