import {
  changesBetween,
  isSameValue,
  type ValueChange,
  type ValuePath,
  valueAt,
  withChange,
} from '#content/files/value-changes.ts';

interface Sides {
  readonly base: unknown;
  readonly ours: unknown;
  readonly theirs: unknown;
}

/**
 * Theirs with what we changed, value by value; null when both changed one value, each to another. A list that grew or shrank
 * on one side is one value.
 */
export function mergeSettings({ base, ours, theirs }: Sides): unknown {
  const mine = changesBetween(base, ours);
  const others = changesBetween(base, theirs);
  let merged = theirs;
  for (const change of mine) {
    const met = others.filter(({ path }) => startsWith(path, change.path) || startsWith(change.path, path));
    if (met.length === 0) merged = withChange(merged, change);
    else if (!isAgreed({ base, ours, theirs }, change, met)) return null;
  }
  return merged;
}

/** Whether both sides say the same wherever they meet. */
function isAgreed({ ours, theirs }: Sides, change: ValueChange, met: readonly ValueChange[]): boolean {
  return met.every(({ path }) => {
    const shared = path.length < change.path.length ? path : change.path;
    return isSameValue(valueAt(ours, shared), valueAt(theirs, shared));
  });
}

function startsWith(path: ValuePath, start: ValuePath): boolean {
  return start.every((step, at) => path[at] === step);
}
