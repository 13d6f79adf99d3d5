import type { FieldPath } from './site-fields.ts';

interface Sides {
  /** What the author started from. */
  readonly base: unknown;
  readonly mine: unknown;
  /** What was saved meanwhile. */
  readonly theirs: unknown;
}

export interface Rebased {
  /** Theirs with what the author changed; where both changed one value, the author's. */
  readonly value: unknown;
  /** Values both changed, each to another, by the path of the field: theirs. */
  readonly disputed: ReadonlyMap<string, unknown>;
}

/** Puts the author's unsaved changes on what was saved meanwhile; a list that grew or shrank on one side is one value. */
export function rebaseSettings(sides: Sides, path: FieldPath = []): Rebased {
  const { base, mine, theirs } = sides;
  if (isSame(mine, base)) return { value: theirs, disputed: new Map() };
  if (isSame(theirs, base) || isSame(mine, theirs)) return { value: mine, disputed: new Map() };
  if ([base, mine, theirs].every(Array.isArray)) return rebaseList(sides, path);
  if (isMap(base) && isMap(mine) && isMap(theirs)) return rebaseMap({ base, mine, theirs }, path);
  return { value: mine, disputed: new Map([[path.join('.'), theirs]]) };
}

function rebaseList({ base, mine, theirs }: Sides, path: FieldPath): Rebased {
  const [before, ours, others] = [listOf(base), listOf(mine), listOf(theirs)];
  if (before.length !== ours.length || before.length !== others.length)
    return { value: mine, disputed: new Map([[path.join('.'), theirs]]) };
  const items = before.map((item, index) =>
    rebaseSettings({ base: item, mine: ours[index], theirs: others[index] }, [...path, index]),
  );
  return { value: items.map(({ value }) => value), disputed: joined(items) };
}

type TextMap = Readonly<Record<string, unknown>>;

function rebaseMap(sides: Record<keyof Sides, TextMap>, path: FieldPath): Rebased {
  const { base, mine, theirs } = sides;
  const keys = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])];
  const entries = keys.map((key) => ({
    key,
    ...rebaseSettings({ base: base[key], mine: mine[key], theirs: theirs[key] }, [...path, key]),
  }));
  return {
    value: Object.fromEntries(entries.map(({ key, value }) => [key, value])),
    disputed: joined(entries),
  };
}

function joined(parts: readonly Pick<Rebased, 'disputed'>[]): ReadonlyMap<string, unknown> {
  return new Map(parts.flatMap(({ disputed }) => [...disputed]));
}

function isMap(value: unknown): value is TextMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Settings are trees of texts, lists and maps, whose keys keep the order of their schema. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
