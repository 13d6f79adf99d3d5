import { readInstant } from '../../files/front-matter-dates.ts';
import { capitalized } from '../../model/post-words.ts';

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);
const FRENCH_MONTHS =
  'janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre'.split(' ');

/** `1er février 2019` as programs read it. */
function inEnglish(written: string): string {
  const [, before = '', day = '', name = '', after = ''] =
    /^\s*(\p{L}+,?\s+)?(\d{1,2})(?:er)?\s+(\p{L}{3,9})\.?(\s.*)$/isu.exec(written.normalize('NFC')) ?? [];
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const month = MONTHS[FRENCH_MONTHS.findIndex((one) => one.startsWith(plain))];
  if (name === '' || month === undefined) return written;
  const isDay = /^\s*(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)/i.test(before);
  return `${isDay ? '' : before}${day} ${month}${after}`;
}

/** Other orders than ISO's, and what programs leave out. What may be read in two ways, `01/05/2019`, is read in none. */
const WAYS: readonly (readonly [RegExp, string])[] = [
  [/(?<=\d)(?:st|nd|rd|th)\b/, ''],
  [/^(\d{4})[./](\d{1,2})[./](\d{1,2})(?!\d)/, '$1-$2-$3'],
  [/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'],
  [/^(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/, '$3-$2-$1'],
  [/^(1[3-9]|2\d|3[01])[/-](\d{1,2})[/-](\d{4})(?!\d)/, '$3-$2-$1'],
  [/^(\d{1,2})[/-](1[3-9]|2\d|3[01])[/-](\d{4})(?!\d)/, '$3-$1-$2'],
  [/(T\d\d:\d\d)(?=Z|[+-]|$)/, '$1:00'],
  [/[ \t]+(?:UTC|GMT)$/, ' Z'],
];

/** A date as its author wrote it, in the order that `readInstant` reads. */
function inOrder(written: string): string | null {
  const text = inEnglish(written).trim();
  if (/^\d{9,13}$/.test(text)) return new Date(Number(text) * (text.length > 10 ? 1 : 1000)).toISOString();
  const ordered = WAYS.reduce((said, way) => said.replace(...way), text);
  if (readInstant(ordered) !== null) return ordered;
  if (!/^(?=.*[A-Za-z]{2})(?=.*\d{4})[A-Za-z0-9][A-Za-z0-9 ,:.+()-]{5,60}$/.test(ordered)) return null;
  const hasZone = /(?:GMT|UTC|Z|[+-]\d{2}:?\d{2})(?: *\([^)]*\))?$/.test(ordered);
  const parsed = Date.parse(hasZone ? ordered : `${ordered} UTC`);
  if (Number.isNaN(parsed)) return null;
  const iso = new Date(parsed).toISOString();
  return hasZone ? iso : iso.slice(0, -1);
}

/** Shows what time it is in a zone: to make one takes longer than to read a hundred dates. */
export type Clock = Pick<Intl.DateTimeFormat, 'format'>;

/** That of `America/Montreal`; null for none, and for a zone that there is not. */
export function clockOf(timeZone: string | null): Clock | null {
  if (timeZone === null) return null;
  try {
    return new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  } catch {
    return null;
  }
}

/**
 * A moment as ISO 8601 in UTC, also as programs in English write it, and people in French, and as seconds since 1970: `Jul 08 2022`,
 * `Thu, 01 Dec 2022 10:00:00 GMT`, `13/05/2019`. Without a zone it is by the clock that is given, or in Paris.
 */
export function momentOf(written: string, clock: Clock | null = null): string | null {
  const ordered = inOrder(written) ?? '';
  return (clock === null ? null : momentBy(clock, ordered)) ?? readInstant(ordered);
}

/** The moment at which a clock shows a time; null for a time that states its own zone. */
function momentBy(clock: Clock, written: string): string | null {
  const wall = Date.parse(readInstant(`${written}Z`) ?? readInstant(`${written}T00:00Z`) ?? '');
  const ahead = (at: number): number => Date.parse(`${clock.format(at)}Z`) - at;
  try {
    return new Date(wall - ahead(wall - ahead(wall))).toISOString();
  } catch {
    return null;
  }
}

/**
 * The day that a date states as it is written, `2019-05-01 08:30 +0200`, by the names that patterns of addresses have for its parts:
 * generators make addresses of it before any zone. Where none is stated, the first day of all, as Hugo has it.
 */
export function dayOf(written: string) {
  const match = /(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?/.exec(
    inOrder(written) ?? written,
  );
  const [year = '0001', month = '1', day = '1', hour = '0', minute = '00', second = '00'] =
    match?.slice(1).map((part: string | undefined) => part) ?? [];
  const days = Date.UTC(Number(year), Number(month) - 1, Number(day)) - Date.UTC(Number(year), 0, 1);
  const monthname = MONTHS[Number(month) - 1] ?? '';
  const yearday = String(Math.round(days / 86_400_000) + 1).padStart(3, '0');
  return {
    year,
    month: month.padStart(2, '0'),
    day: day.padStart(2, '0'),
    hour: hour.padStart(2, '0'),
    minute,
    second,
    monthname,
    yearday,
    y_day: yearday,
    i_month: String(Number(month)),
    i_day: String(Number(day)),
    short_year: year.slice(2),
    short_month: capitalized(monthname.slice(0, 3)),
    long_month: capitalized(monthname),
  };
}
