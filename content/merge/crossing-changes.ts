import { similarity, wordsIn } from '#content/model/difference/pairs-alike.ts';
import { numberOf } from './paragraphs.ts';
import type { Region } from './regions.ts';
import type { Span, Token, Versions } from './tokens.ts';

/** A text that shares so many of its words with one that is gone is that one, edited. */
const SAME_TEXT = 0.6;
const MAX_COMPARISONS = 10_000;

interface Compared {
  readonly versions: Versions;
  readonly regions: readonly Region[];
  /** Which regions are disputed already, wholly or in part. */
  readonly asked: readonly boolean[];
  /** What a token says, piece by piece. */
  readonly piecesOf: (token: Token) => readonly string[];
}

/** How many times more a region has a text than it had, by side. */
interface Growth {
  ours: number;
  theirs: number;
}

type Side = keyof Growth;

/** One text, or the numbers of one list, and the regions where a side changed how often it occurs. */
type Places = Map<number, Growth>;

/** A text that a side took from one place and put at another. */
interface Move {
  readonly side: Side;
  readonly places: Places;
}

/**
 * Regions, by index, that hold what one side moved or counted anew while the other changed it too, each at another place.
 * Taken place by place, a text that both moved would be there twice, and one that was moved and deleted would come back. Also
 * those that hold the other end of a move of which one end is disputed: whichever side is chosen, nothing is there twice.
 */
export function crossingRegions(compared: Compared): ReadonlySet<number> {
  const groups = [...placesOfPieces(compared).filter(({ size }) => size > 1), ...placesOfNumbers(compared)];
  const moves = groups.flatMap(movesOf);
  const crossing = groups.filter(isCrossing).flatMap((places) => [...places.keys()]);
  const asked = [...compared.asked.keys()].filter((at) => compared.asked[at]);
  const disputed = [...crossing, ...strandedRegions(compared, moves)];
  return new Set([...disputed, ...otherEnds([...disputed, ...asked], moves)]);
}

/** Both sides changed it, not alike, and one of them put it somewhere. */
function isCrossing(places: Places): boolean {
  const growths = [...places.values()];
  return (
    growths.some(({ ours }) => ours !== 0) &&
    growths.some(({ theirs }) => theirs !== 0) &&
    growths.some(({ ours, theirs }) => ours !== theirs) &&
    growths.some(({ ours, theirs }) => ours > 0 || theirs > 0)
  );
}

function movesOf(places: Places): readonly Move[] {
  const growths = [...places.values()];
  const sides = (['ours', 'theirs'] as const).filter(
    (side) => growths.some((growth) => growth[side] < 0) && growths.some((growth) => growth[side] > 0),
  );
  return sides.map((side) => ({ side, places }));
}

/** All places of every move that one of these regions has a part in, and of those that share a place with it. */
function otherEnds(regions: readonly number[], moves: readonly Move[]): readonly number[] {
  const waiting = new Map<number, Places[]>();
  for (const { places } of moves)
    for (const at of places.keys()) {
      const here = waiting.get(at) ?? [];
      here.push(places);
      waiting.set(at, here);
    }
  const reached = new Set(regions);
  const ends: number[] = [];
  const done = new Set<Places>();
  for (const at of reached)
    for (const places of waiting.get(at) ?? []) {
      if (done.has(places)) continue;
      done.add(places);
      for (const end of places.keys()) {
        reached.add(end);
        ends.push(end);
      }
    }
  return ends;
}

/**
 * What one side added inside of a stretch that the other took away, after a text that the other moved, to a list of which
 * the other left nothing there, or beside what the other took away from between two lists; and what it was added to.
 */
function strandedRegions({ versions, regions }: Compared, moves: readonly Move[]): readonly number[] {
  const regionOf = new Map<number, number>();
  regions.forEach(({ base }, at) => {
    for (let place = base.start; place < base.end; place += 1) regionOf.set(place, at);
  });
  const left = { ours: placesLeft(moves, 'ours'), theirs: placesLeft(moves, 'theirs') };
  return regions.flatMap((region, at): readonly number[] => {
    const { kind, base } = region;
    if (base.start < base.end || (kind !== 'ours' && kind !== 'theirs')) return [];
    const other = kind === 'ours' ? 'theirs' : 'ours';
    const neighbour = (place: number): Neighbour => {
      const found = regionOf.get(place) ?? -1;
      const isGone = versions.base[place] !== undefined && isEmpty(regions[found]?.[other]);
      const isItem = versions.base[place]?.kind === 'item';
      return { at: found, isItem, isGone, isMoved: isGone && left[other].has(found) };
    };
    const [above, below] = [neighbour(base.start - 1), neighbour(base.start)];
    const added = tokensIn(versions[kind], region[kind]);
    const joins =
      (added.some(isItem) && !isKept(above) && meetsList(neighbour, base.start, 1)) ||
      (added.some(isItem) && !isKept(below) && meetsList(neighbour, base.start - 1, -1));
    if (!joins && !isStranded(added, above, below)) return [];
    return [at, ...[above, below].filter(({ isGone }) => isGone).map((gone) => gone.at)];
  });
}

function isKept({ isItem, isGone }: Neighbour): boolean {
  return isItem && !isGone;
}

/** Whether what kept a place apart from a list was taken away, so that items added there would be some of that list. */
function meetsList(neighbour: (place: number) => Neighbour, from: number, step: 1 | -1): boolean {
  let isApart = false;
  let place = from;
  for (; neighbour(place).isGone; place += step) isApart ||= !neighbour(place).isItem;
  return isApart && neighbour(place).isItem;
}

/** What stands beside something added, and what the other side did to it. */
interface Neighbour {
  readonly at: number;
  readonly isItem: boolean;
  readonly isGone: boolean;
  readonly isMoved: boolean;
}

function isStranded(added: readonly Token[], above: Neighbour, below: Neighbour): boolean {
  if (above.isGone && below.isGone) return true;
  const items = [above, below].filter(({ isItem }) => isItem && added.some(({ kind }) => kind === 'item'));
  return items.length > 0 ? items.every(({ isGone }) => isGone) : above.isMoved;
}

/** Regions from which a side moved something away. */
function placesLeft(moves: readonly Move[], by: Side): ReadonlySet<number> {
  const own = moves.filter(({ side }) => side === by);
  return new Set(
    own.flatMap(({ places }) => [...places.keys()].filter((at) => (places.get(at)?.[by] ?? 0) < 0)),
  );
}

function isEmpty(span: Span | undefined): boolean {
  return span === undefined || span.start === span.end;
}

function placesOfPieces({ versions, regions, piecesOf }: Compared): readonly Places[] {
  const groups = new Map<string, Places>();
  const count = (at: number, tokens: readonly Token[], by: Growth): void => {
    for (const piece of tokens.flatMap(piecesOf)) {
      const places = groups.get(piece) ?? new Map<number, Growth>();
      const growth = places.get(at) ?? { ours: 0, theirs: 0 };
      places.set(at, { ours: growth.ours + by.ours, theirs: growth.theirs + by.theirs });
      groups.set(piece, places);
    }
  };
  regions.forEach((region, at) => {
    if (region.kind === 'kept') return;
    count(at, tokensIn(versions.base, region.base), { ours: -1, theirs: -1 });
    count(at, tokensIn(versions.ours, region.ours), { ours: 1, theirs: 0 });
    count(at, tokensIn(versions.theirs, region.theirs), { ours: 0, theirs: 1 });
  });
  joinEdited(groups);
  for (const places of groups.values())
    for (const [at, { ours, theirs }] of places) if (ours === 0 && theirs === 0) places.delete(at);
  return [...groups.values()];
}

/** What a side put somewhere and nobody has where it stood may be that text edited: its places are those of that text too. */
function joinEdited(groups: ReadonlyMap<string, Places>): void {
  const totals = [...groups].map(([piece, places]) => ({ piece, places, ...totalOf(places) }));
  const gone = totals.filter(({ ours, theirs }) => ours < 0 && theirs < 0);
  const added = totals.filter(({ ours, theirs }) => ours > 0 !== theirs > 0 && Math.min(ours, theirs) === 0);
  if (gone.length * added.length > MAX_COMPARISONS) return;
  const words = new Map([...gone, ...added].map(({ piece }) => [piece, wordsIn(piece)]));
  const none: ReadonlySet<string> = new Set();
  for (const before of gone)
    for (const after of added) {
      if (similarity(words.get(before.piece) ?? none, words.get(after.piece) ?? none) < SAME_TEXT) continue;
      for (const [at, { ours, theirs }] of after.places) {
        const growth = before.places.get(at) ?? { ours: 0, theirs: 0 };
        before.places.set(at, { ours: growth.ours + ours, theirs: growth.theirs + theirs });
      }
    }
}

function totalOf(places: Places): Growth {
  const growths = [...places.values()];
  const sum = (side: Side): number => growths.reduce((total, growth) => total + growth[side], 0);
  return { ours: sum('ours'), theirs: sum('theirs') };
}

/** For each list, where a side changed the numbers of its items: two who count on from one number give it twice. */
function placesOfNumbers({ versions, regions }: Compared): readonly Places[] {
  const lists: Places[] = [];
  let isList = false;
  regions.forEach((region, at) => {
    const [base, ours, theirs] = [
      tokensIn(versions.base, region.base),
      tokensIn(versions.ours, region.ours),
      tokensIn(versions.theirs, region.theirs),
    ];
    const isInList = [...base, ...ours, ...theirs].some(isItem);
    if (isInList && !isList) lists.push(new Map());
    isList = isInList && [base, ours, theirs].every((tokens) => tokens.slice(-1).every(isItem));
    const isAlike = JSON.stringify(ours) === JSON.stringify(theirs);
    const growth = {
      ours: numbersOf(ours) === numbersOf(base) ? 0 : 1,
      theirs: numbersOf(theirs) === numbersOf(base) ? 0 : isAlike ? 1 : 2,
    };
    if (isInList && growth.ours + growth.theirs > 0) lists.at(-1)?.set(at, growth);
  });
  return lists;
}

function isItem({ kind }: Token): boolean {
  return kind === 'item';
}

function numbersOf(tokens: readonly Token[]): string {
  return tokens.flatMap((token) => numberOf(token) ?? []).join();
}

function tokensIn(tokens: readonly Token[], { start, end }: Span): readonly Token[] {
  return tokens.slice(start, end);
}
