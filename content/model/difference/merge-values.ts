import type { ThreeWay } from '../merge.ts';
import { changesBetween, isSameValue, type ValuePath, valueAt, withChange } from './value-changes.ts';

interface MergedValues {
  /** Theirs with what we changed, but for what is disputed. */
  readonly value: unknown;
  /** Where both changed one value, each to another. */
  readonly disputed: readonly ValuePath[];
}

/** What both made of one tree of values, value by value. A list that grew or shrank on one side is one value. */
export function mergeValues({ base, ours, theirs }: ThreeWay<unknown>): MergedValues {
  const others = changesBetween(base, theirs);
  const disputed: ValuePath[] = [];
  let value = theirs;
  for (const change of changesBetween(base, ours)) {
    const met = others
      .filter(({ path }) => startsWith(path, change.path) || startsWith(change.path, path))
      .map(({ path }) => (path.length < change.path.length ? path : change.path));
    if (met.length === 0) value = withChange(value, change);
    // Where they meet both may say the same.
    disputed.push(...met.filter((place) => !isSameValue(valueAt(ours, place), valueAt(theirs, place))));
  }
  return { value, disputed };
}

/** Whether theirs has all that we changed. */
export function holdsChanges(sides: ThreeWay<unknown>): boolean {
  const { value, disputed } = mergeValues(sides);
  return disputed.length === 0 && isSameValue(value, sides.theirs);
}

function startsWith(path: ValuePath, start: ValuePath): boolean {
  return start.every((step, at) => path[at] === step);
}
