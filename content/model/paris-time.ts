/** Times and years of the site are those of this zone (DESIGN.md, The content repository). */
export const TIME_ZONE = 'Europe/Paris';

const yearFormat = new Intl.DateTimeFormat('en', { timeZone: TIME_ZONE, year: 'numeric' });

/** The year in Paris at a moment, in milliseconds since 1970. */
export function parisYear(moment: number): number {
  return Number(yearFormat.format(moment));
}

const HOUR = 3_600_000;

/** When the next year begins in Paris, in milliseconds since 1970. Paris is at UTC+1 at each turn of the year. */
export function nextParisYear(moment: number): number {
  return Date.UTC(parisYear(moment) + 1, 0, 1) - HOUR;
}

const offsetFormat = new Intl.DateTimeFormat('en', { timeZone: TIME_ZONE, timeZoneName: 'longOffset' });

/** The offset of Europe/Paris at this moment as git writes it: +0100 or +0200. */
export function parisZone(moment: Date): string {
  const [, sign, hours, minutes] = /GMT([+-])([0-9]{2}):([0-9]{2})/.exec(offsetFormat.format(moment)) ?? [];
  return sign === undefined || hours === undefined || minutes === undefined
    ? '+0100'
    : sign + hours + minutes;
}
