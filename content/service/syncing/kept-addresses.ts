import type { ObjectStore } from '#content/git/objects/objects.ts';
import { fileIdIn } from '#content/git/tree-differences.ts';
import { bytesAfter } from '#content/git/write-commit.ts';
import { editRedirects, parseRedirectsFile } from '../../files/redirects-file.ts';
import type { TreeChange } from '../../model/change-set.ts';
import { addressOfPath, REDIRECTS_FILE } from '../../model/paths.ts';
import { GONE } from '../../model/redirects.ts';
import type { Clash } from './tree-sides.ts';

type Objects = Pick<ObjectStore, 'readTree' | 'read'>;

interface MergedSides {
  /** Trees. */
  readonly ours: string;
  readonly theirs: string;
  /** What makes ours the merged one. */
  readonly changes: readonly TreeChange[];
  readonly clashes: readonly Clash[];
}

/** A post that one side has, and that does not stand as the redirects of both sides have it. */
interface KeptPost {
  readonly side: 'ours' | 'theirs';
  /** Its address on that side, and where it stands now. */
  readonly was: string;
  readonly is: string;
}

/**
 * The changes of a merge, where what leads to a post on the side that has it goes on doing so: the other side deleted it, so that the
 * addresses it had are gone there, or has another one at its address, and it stands beside that.
 */
export async function withAddressesKept(
  objects: Objects,
  { ours, theirs, changes, clashes }: MergedSides,
): Promise<readonly TreeChange[]> {
  const kept = clashes.flatMap(keptPost);
  if (kept.length === 0) return changes;
  const change = changes.find(({ path }) => path === REDIRECTS_FILE);
  const files = { ours: await redirectsOf(objects, ours), theirs: await redirectsOf(objects, theirs) };
  const current = change === undefined ? files.ours : await bytesAfter(objects, change);
  const said = { ours: linesOf(files.ours), theirs: linesOf(files.theirs) };
  const bytes = editRedirects(current, (edits) => {
    for (const { side, was, is } of kept) {
      const other = said[side === 'ours' ? 'theirs' : 'ours'];
      for (const [from, to] of said[side]) {
        const led = edits.ledTo(from);
        if (to === was && (led === GONE || (led === was && other.get(from) !== was)))
          edits.lead(from, is, 'none');
      }
      if (edits.ledTo(is) === GONE && said[side].get(is) !== GONE) edits.taken(is);
    }
  });
  if (bytes === null || bytes === current) return changes;
  return [...changes.filter((one) => one !== change), { path: REDIRECTS_FILE, bytes }];
}

function keptPost({ kind, path, ours, theirs }: Clash): readonly KeptPost[] {
  const side = kind === 'deleted-there' ? 'ours' : 'theirs';
  const file = side === 'ours' ? ours : theirs;
  const isKept = kind === 'deleted-there' || kind === 'deleted-here' || kind === 'same-address';
  if (!isKept || file === null) return [];
  return [{ side, was: addressOfPath(file.path), is: addressOfPath(path) }];
}

async function redirectsOf(objects: Objects, tree: string): Promise<Uint8Array | null> {
  const id = await fileIdIn(objects, tree, REDIRECTS_FILE);
  return id === null ? null : (await objects.read(id)).bytes;
}

function linesOf(bytes: Uint8Array | null): ReadonlyMap<string, string> {
  return (bytes === null ? null : parseRedirectsFile(bytes).redirects) ?? new Map();
}
