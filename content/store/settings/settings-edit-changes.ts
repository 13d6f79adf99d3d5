import { changedItems } from '../post-files/front-matter-list-changes.ts';

/** Steps from the top of a settings file to a value. */
export type SettingPath = readonly (string | number)[];

/** One change of a settings file; those of a list come from its end to its start. */
export type SettingChange =
  /** `undefined` takes the key away. */
  | { readonly kind: 'set'; readonly path: SettingPath; readonly value: unknown }
  /** Items `index` to `index + removed` (not included) of the list at `path` give way to others. */
  | {
      readonly kind: 'items';
      readonly path: SettingPath;
      readonly index: number;
      readonly removed: number;
      readonly added: readonly unknown[];
    };

export type PlainMap = Readonly<Record<string, unknown>>;

export function isPlainMap(value: unknown): value is PlainMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Null and absent are one thing in a settings file. */
export function isSameSetting(a: unknown, b: unknown): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isPlainMap(value)) return value ?? null;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined && item !== null);
  return entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, item]) => [key, sorted(item)]);
}

/** What differs between two values of a settings file, as deep down as can be. */
export function settingChanges(
  before: unknown,
  after: unknown,
  path: SettingPath = [],
): readonly SettingChange[] {
  if (isSameSetting(before, after)) return [];
  if (isPlainMap(before) && isPlainMap(after)) {
    const keys = new Set([...Object.keys(after), ...Object.keys(before)]);
    return [...keys].flatMap((key) => settingChanges(before[key], after[key], [...path, key]));
  }
  if (Array.isArray(before) && Array.isArray(after)) return listChanges(before, after, path);
  return [{ kind: 'set', path, value: after }];
}

function listChanges(
  before: readonly unknown[],
  after: readonly unknown[],
  path: SettingPath,
): readonly SettingChange[] {
  const keysOf = (items: readonly unknown[]): readonly string[] =>
    items.map((item) => JSON.stringify(sorted(item)));
  if (before.length === after.length)
    return after.flatMap((item, at) => settingChanges(before[at], item, [...path, at]));
  let shift = 0;
  const changes = changedItems(keysOf(before), keysOf(after)).map((change) => {
    const index = change.from + shift;
    shift += change.texts.length - (change.until - change.from);
    return { ...change, wanted: after.slice(index, index + change.texts.length) };
  });
  return changes.toReversed().flatMap(({ from, until, wanted }) => {
    const kept = Math.min(until - from, wanted.length);
    const items: SettingChange = {
      kind: 'items',
      path,
      index: from + kept,
      removed: until - from - kept,
      added: wanted.slice(kept),
    };
    const edits = wanted
      .slice(0, kept)
      .flatMap((item, at) => settingChanges(before[from + at], item, [...path, from + at]));
    return items.removed + items.added.length === 0 ? edits : [items, ...edits];
  });
}

/** The value with one change made. A step into what is no map or list makes a map of it. */
export function withChange(value: unknown, change: SettingChange, depth = 0): unknown {
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
  return { ...map, [step]: withChange(map[step], change, depth + 1) };
}

/** What stands at a path; undefined when nothing does. */
export function settingAt(value: unknown, path: SettingPath): unknown {
  return path.reduce<unknown>((at, step) => {
    if (Array.isArray(at)) return typeof step === 'number' ? (at as readonly unknown[])[step] : undefined;
    return isPlainMap(at) ? at[step] : undefined;
  }, value);
}
