import { type ExportTree, readText } from '../export-tree.ts';
import { isFields, readData, readJsonRows, textAt } from '../front-matter.ts';
import { type Moved, movedBy } from '../sites/moved.ts';

const MOST_BYTES = 1_000_000;

/** What `redirects.json` or `redirects.yaml` beside an export says; patterns that stand for many addresses lead nowhere here. */
export async function readLeft({ files }: ExportTree): Promise<Moved> {
  const pairs: (readonly [from: string, to: string])[] = [];
  for (const [path, file] of files) {
    if (!/(?:^|\/)redirects[^/]*\.(?:json|ya?ml)$/i.test(path) || file.bytes > MOST_BYTES) continue;
    for (const [pattern, to] of pairsIn(path, (await readText(file)) ?? ''))
      pairs.push([addressOf(pattern) ?? '', to]);
  }
  return movedBy(pairs);
}

/** A list of objects in JSON, in YAML a table of what leads where for each status. */
function pairsIn(path: string, text: string): readonly (readonly [from: string, to: string])[] {
  if (path.toLowerCase().endsWith('.json'))
    return readJsonRows(text).map((row) => [textAt(row, 'from') ?? '', textAt(row, 'to') ?? '']);
  return Object.values(readData(path, text) ?? {}).flatMap((table) =>
    table !== undefined && isFields(table)
      ? Object.entries(table).map(([from, to]) => [from, typeof to === 'string' ? to : ''] as const)
      : [],
  );
}

/** The one address that a pattern stands for: `^\\/vieux\\/?$` is `/vieux/`; null for one of several. */
function addressOf(pattern: string): string | null {
  const plain = pattern
    .replace(/^\^|\$$/g, '')
    .replaceAll('\\/', '/')
    .replace(/\/\?$/, '/')
    .replace(/\\([.-])/g, '$1');
  return /^\/[^\\*+?()[\]{}|^$]*$/.test(plain) ? plain : null;
}
