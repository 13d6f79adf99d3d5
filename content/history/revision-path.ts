import type { ObjectStore } from '#content/git/objects/objects.ts';
import { slugOfPath } from '#content/model/paths.ts';
import { fileVersions } from './file-versions.ts';

interface RevisionSearch {
  readonly gitDir: string;
  readonly objects: Pick<ObjectStore, 'readCommit' | 'readTree' | 'has'>;
  /** Looked for in this commit and its ancestors. */
  readonly from: string;
  /** A blob id. */
  readonly revision: string;
  /** Of several paths, one with this slug counts. */
  readonly likely: string;
}

/** Where a revision of a post was in history, or null. One walk of all history: for rare occasions. */
export async function pathOfRevision(search: RevisionSearch): Promise<string | null> {
  const { gitDir, objects, from, revision, likely } = search;
  const versions = await fileVersions({
    ...{ gitDir, objects, from, until: null },
    isWanted: ({ blobId }) => blobId === revision,
  });
  const paths = versions.map(({ path }) => path);
  return paths.find((path) => slugOfPath(path) === likely) ?? paths[0] ?? null;
}
