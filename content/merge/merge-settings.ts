import { editSettingsFile, parseCapacityFile, parseSiteFile } from '#content/files/settings-file.ts';
import { plainValues, readYamlMapping } from '#content/files/yaml-document.ts';
import { mergeValues } from '#content/model/difference/merge-values.ts';
import {
  changesBetween,
  isSameValue,
  type ValuePath,
  valueAt,
  withChange,
} from '#content/model/difference/value-changes.ts';
import { ContentError } from '#content/model/errors.ts';
import type { ThreeWay } from '#content/model/merge.ts';
import { CAPACITY_FILE, SITE_FILE } from '#content/model/paths.ts';
import { commentsIn } from './merge-front-matter.ts';

/** The files whose values are chosen one by one. */
export type SettingsName = 'site' | 'capacity';

/** The bytes of a settings file; the base is null when both sides began it. */
type SettingsTexts = ThreeWay<Uint8Array, Uint8Array | null>;

/** A value that both changed, each to another. */
interface DisputedSetting {
  /** Its steps from the top, joined by dots. */
  readonly key: string;
  readonly ours: unknown;
  readonly theirs: unknown;
}

interface SettingsDispute {
  readonly fields: readonly DisputedSetting[];
  /**
   * Whose file `chosen` writes into: that of the side that says more than values, by comments or other keys; null where both
   * do, or where that file takes no change of its values.
   */
  readonly carrier: 'ours' | 'theirs' | null;
  /**
   * The carrier, or the file of the side that is kept for want of one, with all that goes together by itself and, of the disputed
   * values, those named from the other side; as it is where it takes no change.
   */
  readonly chosen: (theirs: ReadonlySet<string>, kept?: 'ours' | 'theirs') => Uint8Array;
}

/** Every change of the availability is dated: of two dates the later one holds, and nobody is asked. */
const DATE = 'updatedAt';

export function settingsNameOf(path: string): SettingsName | null {
  if (path === SITE_FILE) return 'site';
  return path === CAPACITY_FILE ? 'capacity' : null;
}

/** What a settings file says; null where it cannot be read. */
export function readSettings(name: SettingsName, bytes: Uint8Array): unknown {
  const reading = name === 'site' ? parseSiteFile(bytes) : parseCapacityFile(bytes);
  return reading.kind === 'ok' ? reading.value : null;
}

/** What the author has to choose between in two versions of a settings file; null when one of them cannot be read. */
export function settingsDispute(name: SettingsName, texts: SettingsTexts): SettingsDispute | null {
  const [ours, theirs] = [readSettings(name, texts.ours), readSettings(name, texts.theirs)];
  if (ours === null || theirs === null) return null;
  const base = texts.base === null ? null : readSettings(name, texts.base);
  const values = placesOf(ours, theirs).map((path) => settingOf({ base, ours, theirs }, path));
  const fields = values.flatMap((value) => (value.kind === 'disputed' ? [value] : []));
  const written = (wanted: ReadonlySet<string>, side: 'ours' | 'theirs'): Uint8Array | null => {
    const said = side === 'ours' ? ours : theirs;
    const after = values.reduce<unknown>((chosen, value) => {
      if (value.kind === 'disputed' && !wanted.has(value.key)) return chosen;
      const taken = value.kind === 'disputed' ? value.theirs : value.merged;
      return withChange(chosen, { kind: 'set', path: value.path, value: taken });
    }, ours);
    return isSameValue(after, said) ? texts[side] : tryEdit(texts[side], said, after);
  };
  const side = carrierOf(texts, { base, ours, theirs });
  const all = new Set(fields.map(({ key }) => key));
  const takes = side !== null && [new Set<string>(), all].every((wanted) => written(wanted, side) !== null);
  const carrier = takes ? side : null;
  return {
    fields,
    carrier,
    chosen: (wanted, kept = 'ours') => written(wanted, carrier ?? kept) ?? texts[carrier ?? kept],
  };
}

function tryEdit(file: Uint8Array, before: unknown, after: unknown): Uint8Array | null {
  try {
    return editSettingsFile(file, before, after);
  } catch (error) {
    if (error instanceof ContentError) return null;
    throw error;
  }
}

function carrierOf(texts: SettingsTexts, values: ThreeWay<unknown>): SettingsDispute['carrier'] {
  const [ours, theirs] = [saidBeside(texts.ours, values.ours), saidBeside(texts.theirs, values.theirs)];
  const before = texts.base === null || values.base === null ? [] : saidBeside(texts.base, values.base);
  if (isSameValue(theirs, before) || isSameValue(theirs, ours)) return 'ours';
  return isSameValue(ours, before) ? 'theirs' : null;
}

/** The comments of a file and the keys that are none of its values. */
function saidBeside(bytes: Uint8Array, values: unknown): readonly unknown[] {
  const text = Buffer.from(bytes).toString('utf8');
  const mapping = readYamlMapping(text);
  const written = mapping.kind === 'mapping' ? plainValues(mapping.map, mapping.aliases)?.value : undefined;
  const added = changesBetween(values, written).filter(
    ({ kind, path }) => kind === 'set' && valueAt(values, path) === undefined,
  );
  return [...added.map((change) => JSON.stringify(change)), ...commentsIn(text)].sort();
}

/** The values that differ, a list being one value. */
function placesOf(ours: unknown, theirs: unknown): readonly ValuePath[] {
  const places = changesBetween(ours, theirs).map(({ path }) => {
    const end = path.findIndex((step) => typeof step === 'number');
    return end === -1 ? path : path.slice(0, end);
  });
  return [...new Map(places.map((path) => [path.join('.'), path])).values()];
}

type Setting =
  | ({ readonly kind: 'disputed'; readonly path: ValuePath } & DisputedSetting)
  | { readonly kind: 'agreed'; readonly path: ValuePath; readonly merged: unknown };

function settingOf(sides: ThreeWay<unknown>, path: ValuePath): Setting {
  const [base, ours, theirs] = [sides.base, sides.ours, sides.theirs].map((side) => valueAt(side, path));
  const key = path.join('.');
  if (key === DATE) return { kind: 'agreed', path, merged: later(ours, theirs) };
  const disputed: Setting = { kind: 'disputed', path, key, ours, theirs };
  if (sides.base === null) return disputed;
  const { value: merged, disputed: left } = mergeValues({ base, ours, theirs });
  return left.length > 0 ? disputed : { kind: 'agreed', path, merged };
}

function later(ours: unknown, theirs: unknown): unknown {
  return typeof ours === 'string' && typeof theirs === 'string' && ours > theirs ? ours : theirs;
}
