import { isLink } from '#content/git/tree.ts';
import type { EntryDifference } from '#content/git/tree-differences.ts';
import type { FileChange } from '../../model/change-set.ts';
import type { ReadBlob } from './merge-post-moves.ts';

/** What each side changed since the base, bytes or mode, by path. */
export interface Entries {
  readonly ours: ReadonlyMap<string, EntryDifference>;
  readonly theirs: ReadonlyMap<string, EntryDifference>;
}

/**
 * The changes that make our tree the merged one, with the modes of files (executable or not): of the side that changed it;
 * of ours when both did. A file whose mode alone they changed is written again as it is here.
 */
export async function withModes(
  changes: readonly FileChange[],
  entries: Entries,
  read: ReadBlob,
): Promise<readonly FileChange[]> {
  const written = changes.map((change): FileChange => {
    const mode = change.bytes === null ? null : (change.mode ?? mergedMode(change.path, entries));
    return mode === null ? change : { ...change, mode };
  });
  const paths = new Set(changes.map(({ path }) => path));
  const others = [...entries.theirs.values()].filter(({ path }) => !paths.has(path));
  const changed = await Promise.all(others.map((difference) => modeAlone(difference, entries, read)));
  return [...written, ...changed.flatMap((change) => change ?? [])];
}

/** Null where the file keeps the mode that it has in our tree. */
function mergedMode(path: string, { ours, theirs }: Entries): string | null {
  const [mine, other] = [ours.get(path), theirs.get(path)];
  if (mine !== undefined && mine.is !== null && mine.is.mode !== mine.was?.mode) return null;
  return other?.is?.mode ?? mine?.was?.mode ?? null;
}

async function modeAlone(
  { path, was, is }: EntryDifference,
  entries: Entries,
  read: ReadBlob,
): Promise<FileChange | null> {
  const mine = entries.ours.get(path);
  if (was === null || is === null || was.mode === is.mode || isLink(was) || isLink(is)) return null;
  const here = mine === undefined ? was : mine.is;
  if (here === null || here.mode !== was.mode) return null;
  return { path, bytes: await read(here.id), mode: is.mode };
}
