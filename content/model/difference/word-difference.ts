import { type Budget, sequenceDifference } from './sequence-difference.ts';

/** A run of words that both texts have, that only the newer one has, or only the older one. */
export interface WordRun {
  readonly kind: 'kept' | 'added' | 'removed';
  readonly text: string;
}

/** Comparisons one call may make, unless its caller shares a budget. */
const COMPARISONS = 2_000_000;

/** Words, their apostrophe with them (« l’ », « eau »); blanks; each other sign by itself. */
const WORDS = /[\p{L}\p{M}\p{N}]+[’']?|\s+|[^\p{L}\p{M}\p{N}\s]/gu;

/**
 * Two texts in one, in runs: those kept and removed are `before`, those kept and added `after`, character for character.
 * Of a replaced passage what was removed comes first.
 */
export function wordRuns(
  before: string,
  after: string,
  budget: Budget = { left: COMPARISONS },
): readonly WordRun[] {
  const [old, young] = [before.match(WORDS) ?? [], after.match(WORDS) ?? []];
  const runs: WordRun[] = [];
  let at = 0;
  for (const { oldStart, oldEnd, newStart, newEnd } of sequenceDifference(old, young, budget)) {
    add(runs, 'kept', old.slice(at, oldStart));
    add(runs, 'removed', old.slice(oldStart, oldEnd));
    add(runs, 'added', young.slice(newStart, newEnd));
    at = oldEnd;
  }
  add(runs, 'kept', old.slice(at));
  return joined(runs);
}

function add(runs: WordRun[], kind: WordRun['kind'], words: readonly string[]): void {
  if (words.length > 0) runs.push({ kind, text: words.join('') });
}

/** A blank between two changes belongs to both: one mark reads better than two. */
function joined(runs: readonly WordRun[]): readonly WordRun[] {
  const result: WordRun[] = [];
  let [removed, added] = ['', ''];
  const end = (): void => {
    add(result, 'removed', removed === '' ? [] : [removed]);
    add(result, 'added', added === '' ? [] : [added]);
    [removed, added] = ['', ''];
  };
  for (const [at, { kind, text }] of runs.entries()) {
    if (kind === 'removed') removed += text;
    else if (kind === 'added') added += text;
    else if (removed !== '' && added !== '' && isBlankBeforeReplacement(runs, at)) {
      removed += text;
      added += text;
    } else {
      end();
      result.push({ kind, text });
    }
  }
  end();
  return result;
}

function isBlankBeforeReplacement(runs: readonly WordRun[], at: number): boolean {
  return runs[at]?.text.trim() === '' && runs[at + 1]?.kind === 'removed' && runs[at + 2]?.kind === 'added';
}
