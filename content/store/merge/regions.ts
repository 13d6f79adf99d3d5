import { changesBetween } from './changes.ts';
import type { Change, Token } from './tokens.ts';

/** Tokens `start` to `end` (not included) of one version. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The same stretch in three versions, and who changed it. */
export interface Region {
  readonly kind: 'kept' | 'ours' | 'theirs' | 'both';
  readonly base: Span;
  readonly ours: Span;
  readonly theirs: Span;
}

/** The tokens of one text in three versions. */
export interface Versions {
  readonly base: readonly Token[];
  readonly ours: readonly Token[];
  readonly theirs: readonly Token[];
}

/**
 * Three versions side by side, in order. Changes meet in one region only when they touch one token of the base, or insert
 * at one place: neighbours stay apart.
 */
export function alignedRegions({ base, ours, theirs }: Versions): readonly Region[] {
  const regions: Region[] = [];
  let at = { base: 0, ours: 0, theirs: 0 };
  const [mine, other] = [changesBetween(base, ours), changesBetween(base, theirs)];
  for (const meeting of meetings(cutAround(mine, other), cutAround(other, mine))) {
    for (; at.base < meeting.base.start; at = advanced(at)) regions.push(keptAt(at));
    const length = meeting.base.end - meeting.base.start;
    const end = {
      base: meeting.base.end,
      ours: at.ours + length + growth(meeting.ours),
      theirs: at.theirs + length + growth(meeting.theirs),
    };
    regions.push({ kind: kindOf(meeting), ...spans(at, end) });
    at = end;
  }
  for (; at.base < base.length; at = advanced(at)) regions.push(keptAt(at));
  return regions;
}

interface Place {
  readonly base: number;
  readonly ours: number;
  readonly theirs: number;
}

function advanced({ base, ours, theirs }: Place): Place {
  return { base: base + 1, ours: ours + 1, theirs: theirs + 1 };
}

function spans(from: Place, to: Place): Omit<Region, 'kind'> {
  return {
    base: { start: from.base, end: to.base },
    ours: { start: from.ours, end: to.ours },
    theirs: { start: from.theirs, end: to.theirs },
  };
}

function keptAt(place: Place): Region {
  return { kind: 'kept', ...spans(place, advanced(place)) };
}

/** Changes of both sides that concern the same tokens of the base. */
interface Meeting {
  readonly base: Span;
  readonly ours: readonly Change[];
  readonly theirs: readonly Change[];
}

function kindOf({ ours, theirs }: Meeting): Region['kind'] {
  if (ours.length > 0 && theirs.length > 0) return 'both';
  return ours.length > 0 ? 'ours' : 'theirs';
}

function growth(changes: readonly Change[]): number {
  return changes.reduce(
    (sum, change) => sum + (change.sideEnd - change.sideStart) - (change.baseEnd - change.baseStart),
    0,
  );
}

/** A deleted stretch in pieces, where the other side edited some of it: only that is for a person to judge. */
function cutAround(changes: readonly Change[], others: readonly Change[]): readonly Change[] {
  const edits = others.filter(isEdit);
  const insertions = others.filter((change) => !isEdit(change) && change.sideStart < change.sideEnd);
  return changes.flatMap((change) => {
    const { baseStart, baseEnd, sideStart, sideEnd } = change;
    const isInside = (other: Change): boolean => other.baseStart < baseEnd && other.baseEnd > baseStart;
    if (sideStart < sideEnd || baseEnd - baseStart === 1 || insertions.some(isInside)) return [change];
    const places = edits.filter(isInside).flatMap((edit) => [edit.baseStart, edit.baseEnd]);
    const cuts = [...new Set([baseStart, ...places, baseEnd])];
    return cuts
      .slice(1)
      .map((end, at) => ({ baseStart: cuts[at] ?? baseStart, baseEnd: end, sideStart, sideEnd }));
  });
}

/** One token became another. */
function isEdit({ baseStart, baseEnd, sideStart, sideEnd }: Change): boolean {
  return baseEnd - baseStart === 1 && sideEnd - sideStart === 1;
}

function meetings(ours: readonly Change[], theirs: readonly Change[]): readonly Meeting[] {
  const all = [
    ...ours.map((change) => ({ side: 'ours' as const, change })),
    ...theirs.map((change) => ({ side: 'theirs' as const, change })),
  ].sort(({ change: a }, { change: b }) => a.baseStart - b.baseStart || a.baseEnd - b.baseEnd);
  const found: { base: Span; ours: Change[]; theirs: Change[] }[] = [];
  for (const { side, change } of all) {
    const last = found.at(-1);
    if (last === undefined || !meets(last.base, change)) {
      const base = { start: change.baseStart, end: change.baseEnd };
      found.push({ base, ours: [], theirs: [], [side]: [change] });
    } else {
      last[side].push(change);
      last.base = { start: last.base.start, end: Math.max(last.base.end, change.baseEnd) };
    }
  }
  return found;
}

/** `change` begins where `base` does, or after it. */
function meets(base: Span, change: Change): boolean {
  const isSameInsertion = base.end === change.baseStart && base.start === change.baseEnd;
  return change.baseStart < base.end || isSameInsertion;
}
