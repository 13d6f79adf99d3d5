import { type BodyPart, pickChanged, type ThreeWay } from '#content/model/merge.ts';
import { type Span, spanText, type Token, type Versions } from './tokens.ts';

/** One stretch of a merge: its parts, and where it stands in each version; nowhere is an empty span. */
export interface Entry extends ThreeWay<Span> {
  /** Null: each version keeps its own, for a person to choose from. */
  readonly parts: readonly BodyPart[] | null;
}

/** What to put between two tokens that no version has side by side; `before` is what the second had before it. */
export type Join = (first: Token, second: Token, before: string) => string;

type Side = 'base' | 'ours' | 'theirs';
const SIDES: readonly Side[] = ['theirs', 'ours', 'base'];

/**
 * The entries as one text in parts. Between two entries stands what the versions that have them side by side put there.
 * What follows the last one is left to the caller.
 */
export function joinEntries(versions: Versions, entries: readonly Entry[], join: Join): readonly BodyPart[] {
  const shown = entries.filter((entry) => entry.parts === null || entry.parts.length > 0);
  return shown.flatMap((entry, at): readonly BodyPart[] => {
    const next = shown[at + 1] ?? null;
    if (entry.parts === null) return [disputed(versions, { entry, next }, join)];
    if (next === null) return entry.parts;
    return [...entry.parts, { kind: 'agreed', text: between(versions, { entry, next }, join) }];
  });
}

interface Neighbours {
  readonly entry: Entry;
  readonly next: Entry | null;
}

function disputed(versions: Versions, { entry, next }: Neighbours, join: Join): BodyPart {
  const version = (side: Side): string => {
    const span = entry[side];
    if (isEmpty(span)) return '';
    const text = spanText(versions[side], span);
    if (next === null) return text;
    const own = ownGap(versions, side, { entry, next }) ?? joined(versions, { entry, next, side }, join);
    return text + wideEnough(own, gapsOf(versions, { entry, next }));
  };
  return { kind: 'disputed', base: version('base'), theirs: version('theirs'), yours: version('ours') };
}

function between(versions: Versions, { entry, next }: Neighbours, join: Join): string {
  const [theirs, ours, base] = SIDES.map((side) => ownGap(versions, side, { entry, next }));
  const side = SIDES.find((candidate) => !isEmpty(entry[candidate])) ?? 'base';
  const picked =
    typeof base === 'string' && typeof ours === 'string' && typeof theirs === 'string'
      ? (pickChanged(base, ours, theirs)?.value ?? theirs)
      : (theirs ?? ours ?? base ?? joined(versions, { entry, next, side }, join));
  return next?.parts === null ? wideEnough(picked, gapsOf(versions, { entry, next })) : picked;
}

const BLANK_LINE = /\n[ \t]*\r?\n/;

/** Nobody knows yet which versions will stand together: a blank line that one of them needs is between all. */
function wideEnough(gap: string, gaps: readonly string[]): string {
  return BLANK_LINE.test(gap) ? gap : (gaps.find((other) => BLANK_LINE.test(other)) ?? gap);
}

function gapsOf(versions: Versions, neighbours: Neighbours): readonly string[] {
  return SIDES.flatMap((side) => ownGap(versions, side, neighbours) ?? []);
}

/** What one version puts between two entries, when they are neighbours there. */
function ownGap(versions: Versions, side: Side, { entry, next }: Neighbours): string | null {
  const span = entry[side];
  if (next === null || isEmpty(span) || isEmpty(next[side]) || span.end !== next[side].start) return null;
  return versions[side][span.end - 1]?.after ?? null;
}

interface Strangers extends Neighbours {
  readonly side: Side;
}

function joined(versions: Versions, { entry, next, side }: Strangers, join: Join): string {
  const first = versions[side][entry[side].end - 1];
  const other = SIDES.find((candidate) => next !== null && !isEmpty(next[candidate]));
  if (first === undefined || other === undefined || next === null) return '';
  const start = next[other].start;
  const second = versions[other][start];
  return second === undefined ? '' : join(first, second, versions[other][start - 1]?.after ?? '');
}

function isEmpty({ start, end }: Span): boolean {
  return start === end;
}
