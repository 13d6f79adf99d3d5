/** A file of one side. */
export interface FileAt {
  readonly path: string;
  /** Blob id. */
  readonly id: string;
}

/** Whether both are one file, or both none. */
export function isSameFile(one: FileAt | null | undefined, other: FileAt | null | undefined): boolean {
  return one?.path === other?.path && one?.id === other?.id;
}

/** What a merge leaves to the author. Our side stays; the other one is in history. */
export interface Clash {
  readonly kind: ClashKind;
  /** Where the file is now. */
  readonly path: string;
  readonly postId: string | null;
  readonly base: FileAt | null;
  readonly ours: FileAt | null;
  readonly theirs: FileAt | null;
}

export type ClashKind =
  /** Both wrote in one place of a post. */
  | 'text'
  /** Deleted here and changed there, or the other way round: the text stays. */
  | 'deleted-here'
  | 'deleted-there'
  /** Each side gave the post another address: ours stays. */
  | 'renamed'
  /** Two posts at one address: ours stays there, theirs took the address in `path`. */
  | 'same-address'
  /** Settings or another file that both changed in one place: ours stays. */
  | 'file';
