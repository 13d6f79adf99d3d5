// Times, dates and years of the site are those of Europe/Paris (docs/design.md, The content repository).
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

/**
 * How far Paris is ahead of UTC at a moment, in milliseconds. Since 1996 summer time lasts from the last Sunday of March to that of
 * October, 01:00 UTC (directive 2000/84/CE); before, Intl's tables are asked, which takes a fraction of a millisecond. Nothing else
 * asks Intl on the way to a first page: what it then loads is 10 MB.
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
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/Paris',
    timeZoneName: 'longOffset',
    era: 'short',
  });
  const [, hours = '0', minutes = '0', seconds = '0'] =
    /\+(\d\d):(\d\d)(?::(\d\d))?/.exec(format.format(moment)) ?? [];
  return (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
}

/** The offset of Europe/Paris at this moment as git writes it: +0100 or +0200. */
export function parisZone(moment: Date): string {
  const minutes = Math.floor(parisOffset(moment.getTime()) / 60_000);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return `+${String(hours).padStart(2, '0')}${String(rest).padStart(2, '0')}`;
}

const MONTHS = 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(
  ' ',
);

/** A day as it is said and read: « 1er juillet 2026 ». It is not cut from its month at the end of a line. */
export function parisDate(moment: number, months = MONTHS): string {
  const clock = new Date(moment + parisOffset(moment));
  const day = clock.getUTCDate();
  return `${day === 1 ? '1er' : day}\u00a0${months[clock.getUTCMonth()] ?? ''} ${clock.getUTCFullYear()}`;
}

/** A moment as it is said: « 1er juillet 2026 à 09:00 », « à » not cut from its hour. */
export function parisMoment(moment: number): string {
  return `${parisDate(moment)} à\u00a0${parisClock(moment).slice(-5)}`;
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
