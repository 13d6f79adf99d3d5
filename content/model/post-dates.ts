import { parisYear } from './paris-time.ts';

/** The years a date of a post may have, on a Paris clock: those of four digits, as its folder has. */
export const FIRST_YEAR = 1000;
export const LAST_YEAR = 9999;

export interface PostDates {
  /** ISO 8601; null or '' for none. */
  readonly published: string | null;
  readonly unpublishAt: string | null;
}

export interface DateFault {
  readonly field: keyof PostDates;
  /** A French sentence. */
  readonly reason: string;
}

const FAR = `Choisissez une date entre les années ${FIRST_YEAR} et ${LAST_YEAR}.`;
const BACKWARDS = 'Le retrait vient avant la publication.';

/** Whether a date, in milliseconds since 1970, is of a year that a post may have. */
export function isWithinYears(moment: number): boolean {
  const utc = new Date(moment).getUTCFullYear();
  // The tables of time zones are asked where they can matter only: they take a hundred times longer.
  if (utc > FIRST_YEAR && utc < LAST_YEAR) return true;
  return utc >= FIRST_YEAR - 1 && utc <= LAST_YEAR && isFourDigits(parisYear(moment));
}

function isFourDigits(year: number): boolean {
  return year >= FIRST_YEAR && year <= LAST_YEAR;
}

/** What is wrong with the dates a caller wants, the first in their order; null when nothing is. */
export function dateFault({ published, unpublishAt }: PostDates): DateFault | null {
  const [from, until] = [momentOf(published), momentOf(unpublishAt)];
  if (from !== null && !isWithinYears(from)) return { field: 'published', reason: FAR };
  if (until !== null && !isWithinYears(until)) return { field: 'unpublishAt', reason: FAR };
  if (from !== null && until !== null && until <= from) return { field: 'unpublishAt', reason: BACKWARDS };
  return null;
}

/** Whether both name the same moments. */
export function areSameDates(one: PostDates, other: PostDates): boolean {
  return (
    momentOf(one.published) === momentOf(other.published) &&
    momentOf(one.unpublishAt) === momentOf(other.unpublishAt)
  );
}

/** Whether a date, in milliseconds since 1970, is that of the moment a text was kept or published: dates that somebody chose are whole minutes, of other programs whole seconds. */
export function isOfAClock(moment: number | null): moment is number {
  return moment !== null && moment % 1000 !== 0;
}

/**
 * Of the dates that two sides gave a post without one, that from which readers have it: the earlier. Null where the later one was chosen:
 * readers may have it already, and its author meant them not to.
 */
export function firstOf(one: string, other: string): string | null {
  const [first = one, last = other] = [one, other].sort((a, b) => Date.parse(a) - Date.parse(b));
  return isOfAClock(Date.parse(last)) ? first : null;
}

function momentOf(instant: string | null): number | null {
  return instant === null || instant === '' ? null : Date.parse(instant);
}
