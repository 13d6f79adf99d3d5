import { isMap, isPair, isSeq, Pair, type YAMLMap, type YAMLSeq } from 'yaml';
import { leafEnd } from '../post-files/front-matter-places.ts';
import { keyName, offsetOf, type YamlEntry } from '../yaml/yaml-document.ts';
import type { SettingPath } from './settings-edit-changes.ts';

/** Where a value of a settings file is written. Aliases are not followed: what they stand for is written elsewhere. */
export type SettingPlace =
  | { readonly kind: 'pair'; readonly parent: YAMLMap; readonly pair: Pair; readonly inBrackets: boolean }
  | { readonly kind: 'item'; readonly parent: YAMLSeq; readonly index: number; readonly inBrackets: boolean };

/** The place of the value at a path; null when there is none, or when an alias is on the way. */
export function placeOf(root: YAMLMap, path: SettingPath): SettingPlace | null {
  let node: unknown = root;
  let inBrackets = false;
  let place: SettingPlace | null = null;
  for (const step of path) {
    if (isMap(node)) {
      inBrackets ||= node.flow === true;
      const pair = node.items.find((candidate) => keyName(candidate) === String(step));
      if (pair === undefined) return null;
      place = { kind: 'pair', parent: node, pair, inBrackets };
      node = pair.value;
    } else if (isSeq(node) && typeof step === 'number') {
      inBrackets ||= node.flow === true;
      if (step >= node.items.length) return null;
      place = { kind: 'item', parent: node, index: step, inBrackets };
      node = node.items[step];
    } else return null;
  }
  return place;
}

/** The map or list at a path, and whether it stands between brackets; null when there is none. */
export function collectionAt(
  root: YAMLMap,
  path: SettingPath,
): { readonly node: YAMLMap | YAMLSeq; readonly inBrackets: boolean } | null {
  if (path.length === 0) return { node: root, inBrackets: root.flow === true };
  const place = placeOf(root, path);
  const node = place === null ? null : valueAt(place);
  if (place === null || !(isMap(node) || isSeq(node))) return null;
  return { node, inBrackets: place.inBrackets || node.flow === true };
}

/** The node of a place. */
export function valueAt(place: SettingPlace): unknown {
  return place.kind === 'pair' ? place.pair.value : place.parent.items[place.index];
}

/** A place as an entry of a mapping, as the helpers of front matter take it. An item of a list has no key. */
export function entryAt(place: SettingPlace): YamlEntry {
  if (place.kind === 'pair') {
    return { name: keyName(place.pair), pair: place.pair, offset: offsetOf(place.pair.key) };
  }
  const item = valueAt(place);
  return { name: null, pair: new Pair(null, item), offset: offsetOf(item) };
}

/** After the last character of a pair or an item; behind the `:` when the last thing in it is a key without a value. */
export function endOf(text: string, item: unknown): number | null {
  const end = isPair(item) ? (leafEnd(text, item.value) ?? leafEnd(text, item.key)) : leafEnd(text, item);
  return end !== null && text[end] === ':' ? end + 1 : end;
}

/** The blanks that put something under the character at `offset`. */
export function indentAt(text: string, offset: number): string {
  return ' '.repeat(offset - (text.lastIndexOf('\n', offset - 1) + 1));
}
