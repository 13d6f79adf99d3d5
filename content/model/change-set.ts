/** One file to write (its bytes) or to remove (`null`), by its path in the repository. */
export interface FileChange {
  readonly path: string;
  readonly bytes: Uint8Array | null;
  /** Of its entry in the tree, as git writes it. Without one a file keeps its mode, and a new one is plain. */
  readonly mode?: string;
}

export interface Person {
  readonly name: string;
  readonly email: string;
}

/** Files to write and remove that become exactly one commit, and the sentence that says so. */
export interface ChangeSet {
  readonly changes: readonly FileChange[];
  /** The whole commit message: a French sentence, then trailers (docs/design.md, The content repository). */
  readonly message: string;
  readonly author: Person;
}
