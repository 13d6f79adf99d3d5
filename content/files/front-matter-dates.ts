import { parisMomentOf } from '../model/paris-time.ts';
import { isWithinYears } from '../model/post-dates.ts';

const SHAPE =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:(?:[Tt]|[ \t]+)(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?:[ \t]*(Z|z|[+-]\d{1,2}(?::?\d{2})?))?)?$/;

/**
 * The moment a text names, as ISO 8601 in UTC, or null when it is no date that a post may have. Without an offset it is read as the time of
 * Europe/Paris, and without a time as its midnight (docs/design.md, The content repository). A time that a change of clocks skips is moved past it; one that
 * happens twice is the first.
 */
export function readInstant(text: string): string | null {
  const match = SHAPE.exec(text.trim());
  if (match === null) return null;
  const [year, month, day, hour, minute, second] = match
    .slice(1, 7)
    .map((part: string | undefined) => Number(part ?? 0)) as Six;
  const milliseconds = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3));
  const wall = wallClock([year, month, day, hour, minute, second], milliseconds);
  const shift = match[8] === undefined ? null : offsetMilliseconds(match[8]);
  if (wall === null || (shift !== null && Number.isNaN(shift))) return null;
  const moment = shift === null ? fromParis(wall) : wall - shift;
  return isWithinYears(moment) ? new Date(moment).toISOString() : null;
}

type Six = [number, number, number, number, number, number];

/** A date and time as if it were UTC, or null when there is no such day or time. */
function wallClock([year, month, day, hour, minute, second]: Six, milliseconds: number): number | null {
  if (hour > 23 || minute > 59 || second > 59) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  return date.setUTCHours(hour, minute, second, milliseconds);
}

function offsetMilliseconds(offset: string): number {
  if (offset === 'Z' || offset === 'z') return 0;
  const [, sign, hours, minutes] = /^([+-])(\d{1,2})(?::?(\d{2}))?$/.exec(offset) ?? [];
  const total = Number(hours) * 60 + Number(minutes ?? 0);
  if (Number(hours) > 23 || Number(minutes ?? 0) > 59) return Number.NaN;
  return (sign === '-' ? -total : total) * 60_000;
}

function fromParis(wall: number): number {
  const read = parisMomentOf(wall);
  return read.kind === 'twice' ? read.first : read.moment;
}
