import type { ObjectStore } from '#content/git/objects/objects.ts';
import { treeDifferences } from '#content/git/tree-differences.ts';
import { isPostPath, slugOfPath } from '../../model/paths.ts';

/** The addresses of posts in a tree: slug → path. Reads folders, and no file. */
export async function readAddresses(
  objects: Pick<ObjectStore, 'readTree'>,
  tree: string,
): Promise<Map<string, string>> {
  const addresses = new Map<string, string>();
  for await (const { path } of treeDifferences(objects, { before: null, after: tree })) {
    if (isPostPath(path)) addresses.set(slugOfPath(path), path);
  }
  return addresses;
}

/** The path itself, or the first beside it whose address nobody has: `…-2.md`, `…-3.md`, and so on. */
export function freePath(path: string, isTaken: (slug: string) => boolean): string {
  const start = path.slice(0, -'.md'.length);
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? path : `${start}-${number}.md`;
    if (!isTaken(slugOfPath(candidate))) return candidate;
  }
}
