import type { ThreeWay } from '../merge.ts';
import {
  changesBetween,
  isSameValue,
  type ValueChange,
  type ValuePath,
  valueAt,
  withChange,
} from './value-changes.ts';

interface MergedValues {
  /** Theirs with what we changed, but for what is disputed. */
  readonly value: unknown;
  /** Where both changed one value, each to another. */
  readonly disputed: readonly ValuePath[];
}

/**
 * What both made of one tree of values, value by value. A list that grew or shrank on one side, or in which one moved a value from
 * item to item, is one value.
 */
export function mergeValues({ base, ours, theirs }: ThreeWay<unknown>): MergedValues {
  const others = changesBetween(base, theirs).map((change) => placeOf(change, base, theirs));
  const disputed: ValuePath[] = [];
  let value = theirs;
  for (const change of changesBetween(base, ours)) {
    const own = placeOf(change, base, ours);
    const met = others
      .filter((other) => startsWith(other, own) || startsWith(own, other))
      .map((other) => (other.length < own.length ? other : own));
    if (met.length === 0) value = withChange(value, change);
    // Where they meet both may say the same.
    disputed.push(...met.filter((place) => !isSameValue(valueAt(ours, place), valueAt(theirs, place))));
  }
  return { value, disputed };
}

/** What a change of one side is of: the list, where it gives an item what another one had and lost, as when the two change places. */
function placeOf({ path, ...change }: ValueChange, base: unknown, side: unknown): ValuePath {
  const end = path.findIndex((step) => typeof step === 'number');
  // An empty text, a flag or no value is what many items have.
  const isTelling = change.kind === 'set' && typeof change.value === 'string' && change.value !== '';
  if (end === -1 || !isTelling) return path;
  const list = path.slice(0, end);
  const items = valueAt(base, list);
  const isMoved =
    Array.isArray(items) &&
    items.some((_, at) => {
      const other = path.with(end, at);
      const hadIt = isSameValue(valueAt(base, other), change.value);
      return hadIt && !isSameValue(valueAt(side, other), change.value);
    });
  return isMoved ? list : path;
}

/** Whether theirs has all that we changed. */
export function holdsChanges(sides: ThreeWay<unknown>): boolean {
  const { value, disputed } = mergeValues(sides);
  return disputed.length === 0 && isSameValue(value, sides.theirs);
}

function startsWith(path: ValuePath, start: ValuePath): boolean {
  return start.every((step, at) => path[at] === step);
}
