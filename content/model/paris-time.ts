/** Times and years of the site are those of this zone (docs/design.md, The content repository). */
const TIME_ZONE = 'Europe/Paris';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The year in Paris at a moment, in milliseconds since 1970. Paris is at UTC+1 at each turn of the year. */
export function parisYear(moment: number): number {
  return new Date(moment + HOUR).getUTCFullYear();
}

/** When the next year begins in Paris, in milliseconds since 1970. */
export function nextParisYear(moment: number): number {
  return Date.UTC(parisYear(moment) + 1, 0, 1) - HOUR;
}

const offsetFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: TIME_ZONE,
  timeZoneName: 'longOffset',
  era: 'short',
});

/**
 * How far Paris is ahead of UTC at a moment, in milliseconds. Since 1996 summer time lasts from the last Sunday of March to that of
 * October, 01:00 UTC (directive 2000/84/CE); before, the system's tables are asked, which takes a hundred times longer.
 */
function parisOffset(moment: number): number {
  const year = new Date(moment).getUTCFullYear();
  if (year < 1996) return tabulatedOffset(moment);
  return moment >= lastSunday(year, 2) && moment < lastSunday(year, 9) ? 2 * HOUR : HOUR;
}

/** 01:00 UTC on the last Sunday of a month that has 31 days. */
function lastSunday(year: number, month: number): number {
  const last = Date.UTC(year, month, 31, 1);
  return last - new Date(last).getUTCDay() * DAY;
}

/** Paris was never behind UTC. */
function tabulatedOffset(moment: number): number {
  const [, hours = '0', minutes = '0', seconds = '0'] =
    /\+(\d\d):(\d\d)(?::(\d\d))?/.exec(offsetFormat.format(moment)) ?? [];
  return (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
}

/** The offset of Europe/Paris at this moment as git writes it: +0100 or +0200. */
export function parisZone(moment: Date): string {
  const minutes = Math.floor(parisOffset(moment.getTime()) / 60_000);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return `+${String(hours).padStart(2, '0')}${String(rest).padStart(2, '0')}`;
}

const momentFormat = new Intl.DateTimeFormat('fr-FR', {
  timeZone: TIME_ZONE,
  dateStyle: 'long',
  timeStyle: 'short',
});

/** A moment as it is said: « 1er juillet 2026 à 09:00 ». */
export function parisMoment(moment: number): string {
  return dateAsSaid(momentFormat.format(moment));
}

/**
 * A date that Intl wrote, as it is said and read: the first day of a month is « 1er », and neither a day is cut from its month
 * at the end of a line, nor « à » from its hour.
 */
export function dateAsSaid(date: string): string {
  return date.replace(/^1 /, '1er ').replace(' ', '\u00a0').replace(' à ', ' à\u00a0');
}

/** What a clock in Paris shows at this moment, as a `datetime-local` control writes it: 2026-11-20T09:00. */
export function parisClock(moment: number): string {
  return new Date(moment + parisOffset(moment)).toISOString().slice(0, 16);
}

/**
 * What a time written as on a clock in Paris means. In the night when clocks go back an hour it comes twice, in the
 * night when they go forward an hour it does not come at all: `moment` is then the same time counted on, an hour later.
 */
export type ParisMoment =
  | { readonly kind: 'once'; readonly moment: number }
  | { readonly kind: 'twice'; readonly first: number; readonly second: number }
  | { readonly kind: 'skipped'; readonly moment: number };

/** The moment of a `datetime-local` text read in Paris, wherever the browser is; null when it is none. */
export function readParisClock(text: string): ParisMoment | null {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}$/.test(text)) return null;
  const written = Date.parse(`${text}Z`);
  return Number.isNaN(written) ? null : parisMomentOf(written);
}

/** The same of a time that is given as if Paris were at UTC, in milliseconds since 1970. */
export function parisMomentOf(written: number): ParisMoment {
  const [before, after] = [parisOffset(written - DAY), parisOffset(written + DAY)];
  const moments = new Set([written - Math.max(before, after), written - Math.min(before, after)]);
  const [first, second] = [...moments].filter((moment) => moment + parisOffset(moment) === written);
  if (first === undefined) return { kind: 'skipped', moment: written - before };
  return second === undefined ? { kind: 'once', moment: first } : { kind: 'twice', first, second };
}
