import { readParisClock } from '#content/model/paris-time.ts';

/** Hours between a site's clock and UTC, known at some of its moments. */
export interface SiteClock {
  /** Learns from a moment that is stated both ways. */
  readonly learn: (local: string, utc: string) => void;
  /** The moment of a time stated both ways or one way, as ISO 8601 in UTC; null for none. */
  readonly moment: (utc: string, local: string) => string | null;
}

/** WordPress's own zeroes stand for no date. */
const WRITTEN = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2})(?::(\d{2}))?/;

/** A clock that knows nothing yet: until it learns better, it is in Paris. */
export function createSiteClock(): SiteClock {
  const known: { readonly at: number; readonly offset: number }[] = [];

  /** As it was at the nearest of those moments. */
  function offsetAt(local: number): number | null {
    let [nearest] = known;
    for (const one of known)
      if (nearest === undefined || Math.abs(one.at - local) < Math.abs(nearest.at - local)) nearest = one;
    return nearest?.offset ?? null;
  }

  return {
    learn(local, utc) {
      const [at, moment] = [read(local), read(utc)];
      if (at === null || moment === null) return;
      known.push({ at, offset: at - moment });
    },
    moment(utc, local) {
      const stated = read(utc);
      if (stated !== null) return new Date(stated).toISOString();
      const at = read(local);
      if (at === null) return null;
      const offset = offsetAt(at);
      return new Date(offset === null ? inParis(at) : at - offset).toISOString();
    },
  };
}

function read(written: string): number | null {
  const [, year, month, day, hour, minute, second] = WRITTEN.exec(written.trim()) ?? [];
  if (year === undefined || year === '0000' || month === '00' || day === '00') return null;
  const moment = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second ?? '00'}Z`);
  return Number.isNaN(moment) ? null : moment;
}

function inParis(local: number): number {
  const iso = new Date(local).toISOString();
  const found = readParisClock(iso.slice(0, 16));
  if (found === null) return local;
  return (found.kind === 'twice' ? found.first : found.moment) + (local % 60_000);
}
