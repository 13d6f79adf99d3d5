/** So few new posts are waited for by whoever searches; while more are read, the search says that it is prepared. */
export const WAITED_FOR = 50;

/** A public post, as the index is told of it; its text is asked for where it has to be read. */
export interface ListedPost {
  readonly slug: string;
  /** Another one for all that it may be found by. */
  readonly revision: string;
}

/** How what readers may see has changed. */
export interface ListChange {
  /** Whether what was listed before counts no more. */
  readonly isWhole: boolean;
  /** Slugs; one of them may be listed anew. */
  readonly gone: readonly string[];
  /** New ones, and those of another revision. */
  readonly listed: readonly ListedPost[];
}
