import { type Alias, isAlias, isCollection, isPair, isScalar, type Node } from 'yaml';

/** What each alias of a document stands for. */
export type AliasTargets = ReadonlyMap<Alias, Node>;

/** One pass in document order: the package's own `resolve` walks the whole document again for each alias. */
export function aliasTargets(root: Node): AliasTargets {
  const targets = new Map<Alias, Node>();
  const anchors = new Map<string, Node>();
  const waiting: unknown[] = [root];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (isAlias(next)) {
      const target = anchors.get(next.source);
      if (target !== undefined) targets.set(next, target);
    } else if (isPair(next)) {
      waiting.push(next.value ?? ABSENT, next.key ?? ABSENT);
    } else if (isCollection(next) || isScalar(next)) {
      if (next.anchor !== undefined) anchors.set(next.anchor, next);
      if (isCollection(next)) for (const item of next.items.toReversed()) waiting.push(item ?? ABSENT);
    }
  }
  return targets;
}

const ABSENT = 'absent';

/** The node an alias stands for, or the node itself; null when there is none. */
export function resolved(node: unknown, aliases: AliasTargets): Node | null {
  if (isAlias(node)) return aliases.get(node) ?? null;
  return isScalar(node) || isCollection(node) ? node : null;
}
