import { wordRuns } from '#content/model/difference/word-difference.ts';

/** A run of words that the other text has too, or not. */
export interface Run {
  readonly isNew: boolean;
  readonly text: string;
}

/** `after` in runs, marked where it differs from `before`; joined they are `after`. */
export function wordDifference(before: string, after: string): readonly Run[] {
  const runs = wordRuns(before, after).filter(({ kind }) => kind !== 'removed');
  return together(runs.map(({ kind, text }) => ({ isNew: kind === 'added', text })));
}

/** Where words were only removed, nothing is marked. */
function together(runs: readonly Run[]): readonly Run[] {
  const joined: Run[] = [];
  for (const { isNew, text } of runs) {
    const last = joined.at(-1);
    if (last?.isNew === isNew) joined[joined.length - 1] = { isNew, text: last.text + text };
    else joined.push({ isNew, text });
  }
  return joined;
}
