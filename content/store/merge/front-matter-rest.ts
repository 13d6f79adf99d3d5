import { pickChanged } from '../../model/merge.ts';
import { isFrontMatterField } from '../front-matter-fields.ts';
import { meaningBeside } from '../front-matter-meaning.ts';
import { linesOf } from '../front-matter-places.ts';
import { readYamlMapping, type YamlMapping } from '../yaml-document.ts';

interface Blocks {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

export type RestMerge =
  /** The side whose front matter is to be edited: it holds everything beside our fields. */
  | { readonly kind: 'carrier'; readonly side: 'ours' | 'theirs' }
  /** Both changed keys that Encrier does not know: their names. */
  | { readonly kind: 'disputed'; readonly keys: readonly string[] };

/**
 * Which side's front matter a merge is written into. What Encrier does not know of it (other keys, comments, blank lines)
 * is never taken apart: it comes whole from the side that changed it, from theirs when none did or both alike. When both
 * changed it in different ways, it comes from the side that changed other keys, from theirs when that is none; two sides
 * that both changed other keys are disputed.
 */
export function mergeRest({ base, ours, theirs }: Blocks): RestMerge {
  const picked = pickChanged(restOf(base), restOf(ours), restOf(theirs));
  if (picked !== null) return { kind: 'carrier', side: picked.value === restOf(theirs) ? 'theirs' : 'ours' };
  const keys = [base, ours, theirs].map(unknownKeys);
  const [inBase, inOurs, inTheirs] = keys;
  const names = new Set(keys.flatMap((map) => [...map.keys()]));
  const changed = [...names].filter((name) => inOurs?.get(name) !== inTheirs?.get(name));
  const changedBy = (side: ReadonlyMap<string, string> | undefined): boolean =>
    changed.some((name) => side?.get(name) !== inBase?.get(name));
  if (changedBy(inOurs) && changedBy(inTheirs)) return { kind: 'disputed', keys: changed };
  return { kind: 'carrier', side: changedBy(inOurs) ? 'ours' : 'theirs' };
}

/** A front matter without the lines of a post's fields. */
function restOf(block: string): string {
  const mapping = readYamlMapping(block);
  if (mapping.kind !== 'mapping') return block;
  if (mapping.map.flow === true) return unknownIn(mapping);
  let rest = '';
  let at = 0;
  for (const entry of mapping.entries) {
    if (!isFrontMatterField(entry.name)) continue;
    const { start, end } = linesOf(block, entry);
    if (start > at) rest += block.slice(at, start);
    at = Math.max(at, end);
  }
  return (rest + block.slice(at)).replaceAll('\r\n', '\n');
}

function unknownIn(mapping: YamlMapping): string {
  return JSON.stringify([...meaningsOf(mapping)]);
}

/** Keys that are no field of a post, and what each says. */
function unknownKeys(block: string): ReadonlyMap<string, string> {
  const mapping = readYamlMapping(block);
  return mapping.kind === 'mapping' ? meaningsOf(mapping) : new Map();
}

function meaningsOf(mapping: YamlMapping): ReadonlyMap<string, string> {
  return new Map(
    mapping.entries
      .filter(({ name }) => !isFrontMatterField(name))
      .map((entry) => [entry.name ?? '?', meaningBeside({ ...mapping, entries: [entry] }, '')]),
  );
}
