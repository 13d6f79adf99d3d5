import { isAlias, isMap, isPair, isScalar, isSeq, type Node } from 'yaml';
import type { YamlMapping } from '../yaml/yaml-document.ts';

/**
 * What a mapping says beside one of its keys, as a text to compare: keys in order, values, tags, and what their aliases
 * stand for. Where and how it is written does not count.
 */
export function meaningBeside({ entries, aliases }: YamlMapping, left: string): string {
  const parts: string[] = [];
  const targets = new Set<Node>();

  function say(node: unknown): void {
    if (isAlias(node)) {
      const target = aliases.get(node);
      parts.push(`*${node.source}`);
      if (target !== undefined) targets.add(target);
    } else if (isScalar(node)) {
      parts.push(node.value === null ? 'null' : JSON.stringify(node.source ?? ''), node.tag ?? '');
    } else if (isPair(node)) {
      say(node.key);
      say(node.value);
    } else if (isMap(node) || isSeq(node)) {
      parts.push(isMap(node) ? '{' : '[', node.tag ?? '');
      for (const item of node.items) say(item);
      parts.push('end');
    }
  }

  for (const { name, pair } of entries) if (name !== left) say(pair);
  for (const target of targets) say(target);
  return parts.join(' ');
}
