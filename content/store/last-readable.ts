import type { Capacity } from '../model/capacity.ts';
import type { Site } from '../model/site.ts';
import type { SnapshotPost } from '../model/snapshot.ts';
import type { Held } from './assemble-snapshot.ts';
import { type FileVersion, fileVersions } from './file-versions.ts';
import type { ObjectStore } from './objects.ts';
import { createFileParser } from './parse-file.ts';
import type { ContentFile } from './snapshot-files.ts';

interface Search {
  readonly gitDir: string;
  readonly objects: ObjectStore;
  readonly commit: string;
  /** Files to look for a readable version of. */
  readonly unknown: readonly ContentFile[];
  /** Readable files that share a slug or an id with another: who was there first, and what were they before? */
  readonly rivals: readonly ContentFile[];
  /** Commits reachable from this one are left out; null for all of history. */
  readonly until: string | null;
}

export interface FoundInHistory {
  readonly found: Held;
  /** Rivals' paths, the lower number the longer there. */
  readonly seniority: ReadonlyMap<string, number>;
}

/** One walk of history for all files that need an older version, or an arbiter (DESIGN.md, The content repository). */
export async function searchHistory(search: Search): Promise<FoundInHistory> {
  const files = [...search.unknown, ...search.rivals];
  const paths = [...new Set(files.map(({ path }) => path))];
  const versions = await fileVersions({ ...search, from: search.commit, paths });
  const present = new Map(files.map((file) => [file.path, file]));
  const posts = new Map<string, SnapshotPost | null>();
  let site: { blobId: string; value: Site } | null = null;
  let capacity: { blobId: string; value: Capacity } | null = null;
  const parse = createFileParser(search.objects);
  for (const { path, blobId, mode } of versions) {
    const now = present.get(path);
    if (now === undefined || blobId === now.blobId || posts.get(path)) continue;
    const file = await parse({ path, mode, blobId, before: null });
    if (file?.kind === 'site' && file.parsed !== null) site ??= { blobId, value: file.parsed };
    if (file?.kind === 'capacity' && file.parsed !== null) capacity ??= { blobId, value: file.parsed };
    if (file?.kind === 'post' && file.parsed !== null && stands(file.parsed, now))
      posts.set(path, file.parsed);
  }
  for (const { kind, path } of files) if (kind === 'post' && !posts.has(path)) posts.set(path, null);
  return { found: { posts, site, capacity }, seniority: seniorityOf(versions) };
}

/** Whether an older version can stand in for a file: a rival's must have had another id. */
function stands(older: SnapshotPost, now: ContentFile): boolean {
  return now.kind === 'post' && (now.parsed === null || now.parsed.id !== older.id);
}

/** The more commits ago a file was last added, the longer it has been there. */
function seniorityOf(versions: readonly FileVersion[]): ReadonlyMap<string, number> {
  const seniority = new Map<string, number>();
  for (const { path, isAddition, age } of versions) {
    if (isAddition && !seniority.has(path)) seniority.set(path, -age);
  }
  return seniority;
}
