/** Times and years of the site are those of this zone (docs/design.md, The content repository). */
const TIME_ZONE = 'Europe/Paris';

const HOUR = 3_600_000;

/** The year in Paris at a moment, in milliseconds since 1970. Paris is at UTC+1 at each turn of the year. */
export function parisYear(moment: number): number {
  return new Date(moment + HOUR).getUTCFullYear();
}

/** When the next year begins in Paris, in milliseconds since 1970. */
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

const momentFormat = new Intl.DateTimeFormat('fr-FR', {
  timeZone: TIME_ZONE,
  dateStyle: 'long',
  timeStyle: 'short',
});

/** A moment as it is said: « 1er juillet 2026 à 09:00 ». Intl does not know that the first day of a month is « 1er ». */
export function parisMoment(moment: number): string {
  return momentFormat.format(moment).replace(/^1 /, '1er ');
}

const clockFormat = new Intl.DateTimeFormat('sv-SE', {
  timeZone: TIME_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** What a clock in Paris shows at this moment, as a `datetime-local` control writes it: 2026-11-20T09:00. */
export function parisClock(moment: number): string {
  return clockFormat.format(moment).replace(' ', 'T');
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
  if (Number.isNaN(written)) return null;
  const [first, second] = [written - 2 * HOUR, written - HOUR].filter(
    (moment) => parisClock(moment) === text,
  );
  if (first === undefined) return { kind: 'skipped', moment: written - HOUR };
  return second === undefined ? { kind: 'once', moment: first } : { kind: 'twice', first, second };
}
