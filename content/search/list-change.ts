/** A public post, as the index is told of it; its text is asked for where it has to be read. */
export interface ListedPost {
  readonly slug: string;
  readonly revision: string;
}

/** How what readers may see has changed. */
export interface ListChange {
  /** Whether what was listed before counts no more. */
  readonly isWhole: boolean;
  /** Slugs. */
  readonly gone: readonly string[];
  /** New ones, and those of another revision. */
  readonly listed: readonly ListedPost[];
}

/** So few new posts are waited for by whoever searches; while more are read, the search says that it is prepared. */
export const WAITED_FOR = 50;

/**
 * How what readers may see differs from what the thread was told: posts that stayed are the same objects. null when it does
 * not; all of it when nothing was told before.
 */
export function listChange(
  before: readonly ListedPost[] | null,
  after: readonly ListedPost[],
): ListChange | null {
  if (before === null) return { isWhole: true, gone: [], listed: after.map(listed) };
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let atEnd = 0;
  while (atEnd < shorter - start && before.at(-1 - atEnd) === after.at(-1 - atEnd)) atEnd += 1;
  const from = new Set(before.slice(start, before.length - atEnd));
  const to = after.slice(start, after.length - atEnd);
  const slugs = new Set(to.map(({ slug }) => slug));
  const gone = [...from].map(({ slug }) => slug).filter((slug) => !slugs.has(slug));
  const added = to.filter((post) => !from.has(post)).map(listed);
  return gone.length + added.length === 0 ? null : { isWhole: false, gone, listed: added };
}

function listed({ slug, revision }: ListedPost): ListedPost {
  return { slug, revision };
}
