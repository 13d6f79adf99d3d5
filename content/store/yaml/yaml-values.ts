import { isMap, isScalar, isSeq } from 'yaml';
import { type AliasTargets, resolved } from './yaml-aliases.ts';
import { keyName, offsetOf } from './yaml-document.ts';

/** Aliases are followed; a text that unfolds into more values than this, or deeper, is refused (docs/design.md, Front matter). */
const MAX_VALUES = 20_000;
const MAX_DEPTH = 32;

/**
 * The values of a YAML tree as plain objects, lists and texts, every scalar as written (`maxSlots: 3` is "3") and null left out
 * as undefined, so that schemas see "absent". Null when aliases make it unfold without measure.
 */
export function plainValues(root: unknown, aliases: AliasTargets): { readonly value: unknown } | null {
  let left = MAX_VALUES;
  let deepest = 0;

  function plain(source: unknown, depth: number): unknown {
    left -= 1;
    deepest = Math.max(deepest, depth);
    if (left < 0 || deepest > MAX_DEPTH) return undefined;
    const node = resolved(source, aliases);
    if (isMap(node)) {
      return Object.fromEntries(
        node.items.map((pair) => [keyName(pair) ?? '', plain(pair.value, depth + 1)]),
      );
    }
    if (isSeq(node)) return node.items.map((item) => plain(item, depth + 1));
    return isScalar(node) && node.value !== null ? node.source : undefined;
  }

  const value = plain(root, 0);
  return left < 0 || deepest > MAX_DEPTH ? null : { value };
}

/** What stands at `path` in a YAML tree, and the offset of the nearest thing to it that is written. */
export function locate(
  root: unknown,
  path: readonly PropertyKey[],
  aliases: AliasTargets,
): { readonly offset: number; readonly isWritten: boolean } {
  let node: unknown = root;
  let offset = offsetOf(root);
  for (const step of path) {
    const container = resolved(node, aliases);
    if (isMap(container)) {
      const pair = container.items.find((candidate) => keyName(candidate) === String(step));
      if (pair === undefined) return { offset, isWritten: false };
      offset = offsetOf(pair.key);
      node = pair.value;
    } else {
      const item = isSeq(container) ? container.items[Number(step)] : undefined;
      if (item === undefined) return { offset, isWritten: false };
      offset = offsetOf(item);
      node = item;
    }
  }
  return { offset, isWritten: !isScalar(node) || node.value !== null };
}
