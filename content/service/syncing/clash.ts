import { createHash } from 'node:crypto';

/** What only the author can decide. Our side stays served; the other one is in the repository and waits. */
export type ClashKind =
  /** Both wrote in one place of a post; theirs is kept as its pending version when there is room for it. */
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

/** A file of one side. */
export interface FileAt {
  readonly path: string;
  /** Blob id. */
  readonly id: string;
}

export interface Clash {
  /** The same for the same question. */
  readonly id: string;
  readonly kind: ClashKind;
  /** Where the file is now. */
  readonly path: string;
  readonly postId: string | null;
  /** Of the post, else the path. */
  readonly title: string;
  readonly base: FileAt | null;
  readonly ours: FileAt | null;
  readonly theirs: FileAt | null;
}

/** States a clash, and names it. */
export function clashOf(clash: Omit<Clash, 'id'>): Clash {
  const { kind, path, ours, theirs } = clash;
  const text = JSON.stringify([kind, path, ours?.id ?? null, theirs?.id ?? null]);
  return { id: createHash('sha256').update(text).digest('hex').slice(0, 16), ...clash };
}
