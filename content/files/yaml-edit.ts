import {
  isSameValue,
  type PlainMap,
  type ValueChange,
  type ValuePath,
  valueAt,
  withChange,
} from './value-changes.ts';
import { candidates, type EditManner } from './yaml-candidates.ts';
import { readYamlMapping, type YamlMapping } from './yaml-document.ts';
import { meaningBeside, plainValues } from './yaml-values.ts';

/** A YAML text whose top is a mapping, read. */
export interface YamlFile {
  readonly text: string;
  readonly mapping: YamlMapping;
}

export type YamlEdit =
  | ({ readonly kind: 'edited' } & YamlFile)
  /** The value at this path cannot be changed alone, nor can any value around it. */
  | { readonly kind: 'refused'; readonly path: ValuePath };

export interface EditOptions extends EditManner {
  /** What else must be true of the text when all is changed. */
  readonly accepts?: (mapping: YamlMapping) => boolean;
}

/**
 * A YAML text with values changed, one after the other, and no character besides: comments, order, quotes, line ends, anchors and keys
 * that nobody asked about stay. Each change is spliced into the text and the result is read again: the value must be what is
 * wanted, and all beside it must say what it said. Where that cannot be shown, the value around it is written anew, then
 * the one around that; never the whole text.
 */
export function editYaml(file: YamlFile, changes: readonly ValueChange[], options: EditOptions): YamlEdit {
  let edited = file;
  for (const [at, change] of changes.entries()) {
    const accepts = at === changes.length - 1 ? options.accepts : undefined;
    const next = withOneChange(edited, change, { ...options, accepts: accepts ?? (() => true) });
    if (next === null) return { kind: 'refused', path: change.path };
    edited = next;
  }
  return { kind: 'edited', ...edited };
}

function withOneChange(file: YamlFile, change: ValueChange, options: Required<EditOptions>): YamlFile | null {
  const top = String(change.path[0]);
  const wanted = withChange(valuesOf(file.mapping, top) ?? {}, change);
  const says = (mapping: YamlMapping, path: ValuePath): boolean => {
    const said = valuesOf(mapping, top);
    return (
      said !== null && isSameValue(valueAt(said, path), valueAt(wanted, path)) && options.accepts(mapping)
    );
  };
  if (says(file.mapping, change.path)) return file;
  for (const { text, path } of candidates(
    { text: file.text, root: file.mapping.map, aliases: file.mapping.aliases, manner: options },
    change,
    wanted,
  )) {
    const mapping = readYamlMapping(text);
    if (mapping.kind !== 'mapping' || !says(mapping, path)) continue;
    if (meaningBeside(mapping, path) === meaningBeside(file.mapping, path)) return { text, mapping };
  }
  return null;
}

/** What a key of the top says, under its name; null when its aliases unfold without measure. */
function valuesOf({ entries, aliases }: YamlMapping, name: string): PlainMap | null {
  const entry = entries.find((candidate) => candidate.name === name);
  const values = entry === undefined ? { value: undefined } : plainValues(entry.pair.value, aliases);
  return values === null ? null : Object.fromEntries([[name, values.value]]);
}
