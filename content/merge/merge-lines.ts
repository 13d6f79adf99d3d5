import { diff3Merge, diffComm } from 'node-diff3';
import { withoutSharedEnds } from '#content/model/difference/word-difference.ts';
import type { ThreeWay } from '#content/model/merge.ts';
import { mergedLineEnd, mergedMark, withLineEnd, withMark } from './line-ends.ts';

/** `rules`: lines that each say something about the name they begin with, as those of .gitattributes. */
export type LinesOf = 'text' | 'rules';

/** Whether each line of this file is a rule of its own. */
export function areRules(path: string): boolean {
  return /(?:^|\/)\.git(?:attributes|ignore)$/.test(path);
}

/**
 * The three-way merge of a text file by lines, without a base where both sides added it; null when both sides changed one place,
 * their changes lie among each other over far too many lines, or a side is no UTF-8 text. Rules
 * that both added at one place both stay, theirs first, unless they are about one name. Line ends and the mark at the start
 * are as in the side that changed them. The result never holds conflict markers.
 */
export function mergeLines(sides: ThreeWay<Uint8Array, Uint8Array | null>, kind: LinesOf): Uint8Array | null {
  const [ours, theirs] = [textOf(sides.ours), textOf(sides.theirs)];
  const base = sides.base === null ? '' : textOf(sides.base);
  if (base === null || ours === null || theirs === null) return null;
  const lineEnd = mergedLineEnd(base, ours, theirs);
  const linesOf = (text: string): string[] =>
    withMark(lineEnd === null ? text : withLineEnd(text, '\n'), '').split('\n');
  const lists = { ours: linesOf(ours), theirs: linesOf(theirs) };
  const merged =
    sides.base === null ? addedByBoth(lists, kind) : changedByBoth({ ...lists, base: linesOf(base) }, kind);
  if (merged === null) return null;
  const text = withMark(merged.join('\n'), mergedMark(base, ours, theirs));
  return Buffer.from(lineEnd === null ? text : withLineEnd(text, lineEnd));
}

function textOf(bytes: Uint8Array): string | null {
  const text = Buffer.from(bytes).toString('utf8');
  return Buffer.from(text).equals(bytes) && !text.includes('\0') ? text : null;
}

type Lines = readonly string[];

interface Lists {
  readonly ours: string[];
  readonly theirs: string[];
}

/**
 * Lines between the first that differs and the last, past which two sides are not compared line by line: that takes time with
 * their square.
 */
const MAX_LINES = 5000;

function changedByBoth({ base, ours, theirs }: Lists & { base: string[] }, kind: LinesOf): Lines | null {
  const changes = [ours, theirs].map((side) => withoutSharedEnds(base, side));
  const start = Math.min(...changes.map(({ oldStart }) => oldStart));
  const end = Math.min(...changes.map(({ oldEnd }) => base.length - oldEnd));
  const inner = (lines: string[]): string[] => lines.slice(start, lines.length - end);
  const [was, mine, other] = [inner(base), inner(ours), inner(theirs)];
  if (Math.max(was.length, mine.length, other.length) > MAX_LINES)
    return changedApart(base, ours, theirs) ?? changedApart(base, theirs, ours);
  const regions = diff3Merge(mine, was, other, { excludeFalseConflicts: true });
  const merged = allOrNone(
    regions.map(({ ok, conflict }) => {
      if (conflict === undefined) return ok ?? [];
      return conflict.o.length > 0 ? null : together(conflict.a, conflict.b, kind);
    }),
  );
  return merged === null ? null : [...base.slice(0, start), ...merged, ...base.slice(base.length - end)];
}

/** Where all that one side changed is above all that the other one did; null elsewhere. */
function changedApart(base: string[], above: string[], below: string[]): Lines | null {
  const { oldEnd, newEnd } = withoutSharedEnds(base, above);
  const { oldStart, newStart } = withoutSharedEnds(base, below);
  if (oldEnd >= oldStart) return null;
  return [...above.slice(0, newEnd), ...base.slice(oldEnd, oldStart), ...below.slice(newStart)];
}

/** Without a base: what both have once, and what one has where the other has nothing. */
function addedByBoth({ ours, theirs }: Lists, kind: LinesOf): Lines | null {
  if (Math.max(ours.length, theirs.length) > MAX_LINES) return null;
  const stretches = diffComm(ours, theirs).map((stretch) => {
    if ('common' in stretch) return stretch.common;
    return together(stretch.buffer1, stretch.buffer2, kind);
  });
  return allOrNone(stretches);
}

function allOrNone(stretches: readonly (Lines | null)[]): Lines | null {
  return stretches.includes(null) ? null : stretches.flatMap((lines) => lines ?? []);
}

/** What both put at one place. */
function together(ours: Lines, theirs: Lines, kind: LinesOf): Lines | null {
  if (ours.length === 0 || theirs.length === 0) return [...theirs, ...ours];
  if (kind === 'text') return null;
  const names = new Set(theirs.map(nameOf));
  return ours.some((line) => line.trim() !== '' && names.has(nameOf(line))) ? null : [...theirs, ...ours];
}

function nameOf(rule: string): string {
  return rule.trim().replace(/^!/, '').split(/\s/)[0] ?? '';
}
