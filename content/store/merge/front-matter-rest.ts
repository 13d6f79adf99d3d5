import { isFrontMatterField } from '../../files/front-matter-fields.ts';
import { readYamlMapping, type YamlMapping } from '../../files/yaml-document.ts';
import { linesOf } from '../../files/yaml-places.ts';
import { meaningBeside } from '../../files/yaml-values.ts';
import { pickChanged } from '../../model/merge.ts';
import type { Blocks } from './merge-front-matter.ts';

/**
 * Which side's front matter holds everything beside our fields (other keys, comments, blank lines) when it cannot be taken
 * apart: the side that changed it, theirs when none did or both alike; null when both did.
 */
export function sideOfRest({ base, ours, theirs }: Blocks): 'ours' | 'theirs' | null {
  const picked = pickChanged(restOf(base), restOf(ours), restOf(theirs));
  if (picked === null) return null;
  return picked.value === restOf(theirs) ? 'theirs' : 'ours';
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

/** Keys that are no field of a post, and what each says. */
function unknownIn(mapping: YamlMapping): string {
  const unknown = mapping.entries.filter(({ name }) => !isFrontMatterField(name));
  return JSON.stringify(
    unknown.map((entry) => [entry.name, meaningBeside({ ...mapping, entries: [entry] }, [])]),
  );
}
