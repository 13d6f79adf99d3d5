import { readInstant } from '../../files/front-matter-dates.ts';

/** Hours between a site's clock and UTC, known at some of its moments. */
export interface SiteClock {
  /** Learns from a moment that is stated both ways. */
  readonly learn: (local: string, utc: string) => void;
  /** The moment of a time stated both ways or one way, as ISO 8601 in UTC; null for none. */
  readonly moment: (utc: string, local: string) => string | null;
}

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
      const [at, moment] = [inUtc(local), inUtc(utc)];
      if (at === null || moment === null) return;
      known.push({ at: Date.parse(at), offset: Date.parse(at) - Date.parse(moment) });
    },
    moment(utc, local) {
      const stated = inUtc(utc);
      if (stated !== null) return stated;
      const at = Date.parse(inUtc(local) ?? '');
      const offset = offsetAt(at);
      return offset === null || Number.isNaN(at) ? readInstant(local) : new Date(at - offset).toISOString();
    },
  };
}

/** WordPress's own zeroes stand for no date. */
function inUtc(written: string): string | null {
  return readInstant(`${written.trim()}Z`);
}
