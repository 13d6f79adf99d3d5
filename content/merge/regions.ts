import type { ThreeWay } from '#content/model/merge.ts';
import { type Link, linksBetween } from './links.ts';
import type { Span, Token, Versions } from './tokens.ts';

/** The same stretch in three versions, and who changed it. */
export interface Region extends ThreeWay<Span> {
  readonly kind: 'kept' | 'ours' | 'theirs' | 'both';
}

/**
 * Three versions side by side, in order: each token of the base by itself, or with those that a side joined to it, and between
 * two of them what was added there. What a side added where it took something away is before that.
 */
export function alignedRegions(versions: Versions): readonly Region[] {
  const { base } = versions;
  const ours = followed(base, versions.ours);
  const theirs = followed(base, versions.theirs);
  const regions: Region[] = [];
  let at = { base: 0, ours: 0, theirs: 0 };
  const goTo = (place: typeof at): void => {
    const region = {
      base: { start: at.base, end: place.base },
      ours: { start: at.ours, end: place.ours },
      theirs: { start: at.theirs, end: place.theirs },
    };
    at = place;
    if (Object.values(region).some(({ start, end }) => start < end))
      regions.push({ kind: kindOf(versions, region), ...region });
  };
  while (at.base < base.length) {
    goTo({ base: at.base, ours: ours.startAt(at.base), theirs: theirs.startAt(at.base) });
    const start = at.base;
    let end = start + 1;
    for (let place = start; place < end; place += 1)
      end = Math.max(end, ours.linkAt(place)?.base.end ?? 0, theirs.linkAt(place)?.base.end ?? 0);
    goTo({ base: end, ours: ours.endOf({ start, end }), theirs: theirs.endOf({ start, end }) });
  }
  goTo({ base: base.length, ours: versions.ours.length, theirs: versions.theirs.length });
  return regions;
}

/** Where the tokens of the base are in a side. */
interface Followed {
  readonly linkAt: (place: number) => Link | undefined;
  /** Where the first token from `place` on that is still there begins. */
  readonly startAt: (place: number) => number;
  /** Where what became of a stretch ends. */
  readonly endOf: (stretch: Span) => number;
}

function followed(base: readonly Token[], side: readonly Token[]): Followed {
  const links = new Map<number, Link>();
  for (const link of linksBetween(base, side))
    for (let place = link.base.start; place < link.base.end; place += 1) links.set(place, link);
  const starts = new Array<number>(base.length + 1).fill(side.length);
  for (let place = base.length - 1; place >= 0; place -= 1)
    starts[place] = links.get(place)?.side.start ?? starts[place + 1] ?? side.length;
  const startAt = (place: number): number => starts[place] ?? side.length;
  const endOf = ({ start, end }: Span): number => {
    let last = end - 1;
    while (last > start && !links.has(last)) last -= 1;
    return links.get(last)?.side.end ?? startAt(start);
  };
  return { linkAt: (place) => links.get(place), startAt, endOf };
}

function kindOf(versions: Versions, { base, ours, theirs }: ThreeWay<Span>): Region['kind'] {
  const keys = (tokens: readonly Token[], { start, end }: Span): string =>
    JSON.stringify(tokens.slice(start, end).map(({ key }) => key));
  const before = keys(versions.base, base);
  const isOurs = keys(versions.ours, ours) !== before;
  const isTheirs = keys(versions.theirs, theirs) !== before;
  if (isOurs && isTheirs) return 'both';
  return isOurs ? 'ours' : isTheirs ? 'theirs' : 'kept';
}
