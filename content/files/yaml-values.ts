import { isAlias, isMap, isScalar, isSeq, type Node, type Pair } from 'yaml';
import type { ValuePath } from './value-changes.ts';
import { type AliasTargets, keyName, offsetOf, resolved, type YamlMapping } from './yaml-document.ts';

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

/**
 * What a mapping says beside what stands at a path, as a text to compare: keys in order, values, tags, and what their aliases
 * stand for. Where and how it is written does not count. A path to nothing leaves nothing out.
 */
export function meaningBeside(
  { entries, aliases }: Pick<YamlMapping, 'entries' | 'aliases'>,
  path: ValuePath,
): string {
  const parts: string[] = [];
  const targets = new Set<Node>();

  function say(node: unknown, left: ValuePath): void {
    if (isAlias(node)) {
      const target = aliases.get(node);
      parts.push(`*${node.source}`);
      if (target !== undefined) targets.add(target);
    } else if (isScalar(node)) {
      parts.push(node.value === null ? 'null' : JSON.stringify(node.source ?? ''), node.tag ?? '');
    } else if (isMap(node)) {
      parts.push('{', node.tag ?? '');
      sayPairs(node.items, left);
      parts.push('end');
    } else if (isSeq(node)) {
      parts.push('[', node.tag ?? '');
      for (const [at, item] of node.items.entries()) sayUnlessLeft(item, at, left);
      parts.push('end');
    } else parts.push('null', '');
  }

  function sayPairs(pairs: readonly Pair[], left: ValuePath): void {
    for (const pair of pairs) {
      const name = keyName(pair);
      if (left.length === 1 && name === left[0]) continue;
      say(pair.key, []);
      sayUnlessLeft(pair.value, name, left);
    }
  }

  function sayUnlessLeft(node: unknown, step: string | number | null, left: ValuePath): void {
    const [first, ...rest] = left;
    if (first === undefined || first !== step) say(node, []);
    else if (rest.length > 0) say(node, rest);
  }

  sayPairs(
    entries.map(({ pair }) => pair),
    path,
  );
  for (const target of targets) say(target, []);
  return parts.join(' ');
}
