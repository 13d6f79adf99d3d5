/** One file to write (its bytes) or to remove (`null`), by its path in the repository. */
export interface FileChange {
  readonly path: string;
  readonly bytes: Uint8Array | null;
  /** Of its entry in the tree, as git writes it. Without one a file keeps its mode, and a new one is plain. */
  readonly mode?: string;
  /** Where the file is that it takes the place of: a new one has the mode of that, unless it states one. */
  readonly from?: string;
}

/** A file whose bytes the repository has already, by the id of its blob: they are neither read nor written again. */
interface StoredFile {
  readonly path: string;
  readonly blob: string;
  readonly mode?: string;
  readonly from?: string;
}

/** What is done to one path of a tree. */
export type TreeChange = FileChange | StoredFile;

/** Whether it takes the file away. */
export function isRemoval(change: TreeChange): boolean {
  return !('blob' in change) && change.bytes === null;
}

/** What puts a file in the place of one that was elsewhere, or nowhere: `to` is null where it only goes away. */
export function movedFile<Change extends TreeChange>(
  from: { readonly path: string } | null,
  to: Change | null,
): readonly (Change | FileChange)[] {
  if (from === null || from.path === to?.path) return to === null ? [] : [to];
  const put = to === null ? [] : [{ ...to, from: from.path }];
  return [...put, { path: from.path, bytes: null }];
}

export interface Person {
  readonly name: string;
  readonly email: string;
}

/** Files to write and remove that become exactly one commit, and the sentence that says so. */
export interface ChangeSet {
  readonly changes: readonly TreeChange[];
  /** The whole commit message: a French sentence, then trailers (docs/design.md, The content repository). */
  readonly message: string;
  readonly author: Person;
}
