import { sequenceDifference } from './word-difference.ts';

/** Steps from the top of a YAML file to a value: keys, and indexes of lists. */
export type ValuePath = readonly (string | number)[];

/** One change of a YAML file; those of a list come from its end to its start. */
export type ValueChange =
  /** `undefined` takes the key away. */
  | { readonly kind: 'set'; readonly path: ValuePath; readonly value: unknown }
  /** Items `index` to `index + removed` (not included) of the list at `path` give way to others. */
  | {
      readonly kind: 'items';
      readonly path: ValuePath;
      readonly index: number;
      readonly removed: number;
      readonly added: readonly unknown[];
    };

export type PlainMap = Readonly<Record<string, unknown>>;

export function isPlainMap(value: unknown): value is PlainMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The text that a scalar is written as; null for null and what is absent. */
export function scalarText(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Whether two values say the same in a YAML file: null and absent are one, and so are a flag or a number and its text. */
export function isSameValue(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b);
}

function canonical(value: unknown): string {
  return JSON.stringify(sorted(value));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isPlainMap(value)) return scalarText(value);
  const entries = Object.entries(value).filter(([, item]) => item !== undefined && item !== null);
  return entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, item]) => [key, sorted(item)]);
}

/** What differs between two values of a file, as deep down as can be. */
export function changesBetween(
  before: unknown,
  after: unknown,
  path: ValuePath = [],
): readonly ValueChange[] {
  if (isSameValue(before, after)) return [];
  if (isPlainMap(before) && isPlainMap(after)) {
    const keys = new Set([...Object.keys(after), ...Object.keys(before)]);
    return [...keys].flatMap((key) =>
      changesBetween(member(before, key), member(after, key), [...path, key]),
    );
  }
  if (Array.isArray(before) && Array.isArray(after)) return listChanges(before, after, path);
  return [{ kind: 'set', path, value: after }];
}

/** Each change is made and read back by itself: a list with more of them is written anew. */
const MAX_LIST_CHANGES = 50;
/** Past this many comparisons of items, all between two lists' shared ends is one change. */
const MAX_COMPARISONS = 250_000;

function listChanges(
  before: readonly unknown[],
  after: readonly unknown[],
  path: ValuePath,
): readonly ValueChange[] {
  const changes = isInPlace(before, after)
    ? after.flatMap((item, at) => changesBetween(before[at], item, [...path, at]))
    : itemChanges(before, after, path);
  return changes.length > MAX_LIST_CHANGES ? [{ kind: 'set', path, value: after }] : changes;
}

/** As many maps as before: one that moved must not lose the keys that Encrier does not know. */
function isInPlace(before: readonly unknown[], after: readonly unknown[]): boolean {
  return before.length === after.length && before.some(isPlainMap);
}

/** From the last to the first. */
function itemChanges(
  before: readonly unknown[],
  after: readonly unknown[],
  path: ValuePath,
): readonly ValueChange[] {
  const budget = { left: MAX_COMPARISONS };
  const replaced = sequenceDifference(before.map(canonical), after.map(canonical), budget);
  return replaced.toReversed().flatMap(({ oldStart, oldEnd, newStart, newEnd }) => {
    const kept = Math.min(oldEnd - oldStart, newEnd - newStart);
    const removed = oldEnd - oldStart - kept;
    const added = after.slice(newStart + kept, newEnd);
    const edits = after
      .slice(newStart, newStart + kept)
      .flatMap((item, at) => changesBetween(before[oldStart + at], item, [...path, oldStart + at]));
    if (removed + added.length === 0) return edits;
    return [{ kind: 'items', path, index: oldStart + kept, removed, added }, ...edits];
  });
}

/** The value with one change made. A step into what is no map or list makes a map of it. */
export function withChange(value: unknown, change: ValueChange, depth = 0): unknown {
  const step = change.path[depth];
  if (step === undefined) {
    if (change.kind === 'set') return change.value;
    const items: readonly unknown[] = Array.isArray(value) ? value : [];
    return items.toSpliced(change.index, change.removed, ...change.added);
  }
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return items.map((item, at) => (at === step ? withChange(item, change, depth + 1) : item));
  }
  const map = isPlainMap(value) ? value : {};
  return { ...map, [step]: withChange(member(map, step), change, depth + 1) };
}

/** What stands at a path; undefined when nothing does. */
export function valueAt(value: unknown, path: ValuePath): unknown {
  return path.reduce<unknown>((at, step) => {
    if (Array.isArray(at)) return typeof step === 'number' ? (at as readonly unknown[])[step] : undefined;
    return isPlainMap(at) ? member(at, step) : undefined;
  }, value);
}

/** A key of a file may be the name of something that every object has. */
function member(map: PlainMap, key: string | number): unknown {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}
