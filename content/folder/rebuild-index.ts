import type { ObjectStore } from '#content/git/objects/objects.ts';
import { entryDifferences } from '#content/git/tree-differences.ts';
import type { DiskContents } from './disk-content.ts';
import { type IndexEntry, NO_STAMP } from './index-entry.ts';
import { isRegularMode, treeFile } from './tree-file.ts';

interface RebuildOptions {
  readonly objects: Pick<ObjectStore, 'readTree' | 'readCommit'>;
  readonly contents: DiskContents;
  /** The commit that the files are at; null for none. */
  readonly commit: string | null;
  /** Files that the commit has and the folder is not meant to have. */
  readonly refused: readonly string[];
}

/**
 * The entries of an index that got lost, from the commit the files were brought to: those whose file holds what the
 * commit says get its stamp. What somebody had staged in it is lost with it; the files are not.
 */
export async function rebuildEntries(options: RebuildOptions): Promise<readonly IndexEntry[]> {
  const { objects, contents, commit, refused } = options;
  if (commit === null) return [];
  const { tree } = await objects.readCommit(commit);
  const entries: IndexEntry[] = [];
  for await (const { path, is: entry } of entryDifferences(objects, { before: null, after: tree })) {
    if (entry === null) continue;
    const is = treeFile(entry);
    const disk = await contents.at(path, { entry: null, writtenNs: 0n });
    const isSame = disk.kind === 'file' && disk.id === is.id;
    entries.push({
      ...{ path, id: is.id, mode: is.mode, stage: 0, stamp: isSame ? disk.stamp : NO_STAMP },
      isSkipped: refused.includes(path) || (!isRegularMode(is.mode) && disk.kind === 'absent'),
      ...{ isAssumedUnchanged: false, isIntended: false },
    });
  }
  return entries;
}
