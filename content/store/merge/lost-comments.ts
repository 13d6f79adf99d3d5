import { commentsIn, splitEntries } from './front-matter-entries.ts';
import type { Blocks } from './merge-front-matter.ts';

interface LostComment {
  /** The key it was about; null at the end. */
  readonly name: string | null;
  readonly comment: string;
}

/**
 * A merged front matter with the comments that a side wrote and the merge lost (both wrote one after a value, or the key they
 * were about is gone): each above its key, or at the end. Null when they cannot be put anywhere.
 */
export function withLostComments(block: string, { base, ours, theirs }: Blocks): string | null {
  const known = new Set(commentsIn(base));
  let text = block;
  for (const side of [theirs, ours]) {
    const present = new Set(commentsIn(text));
    const isLost = (comment: string): boolean => !known.has(comment) && !present.has(comment);
    if (!commentsIn(side).some(isLost)) continue;
    const completed = withComments(
      text,
      placed(side).filter(({ comment }) => isLost(comment)),
    );
    const found = new Set(completed === null ? [] : commentsIn(completed));
    if (completed === null || commentsIn(side).some((comment) => isLost(comment) && !found.has(comment)))
      return null;
    text = completed;
  }
  return text;
}

function placed(block: string): readonly LostComment[] {
  const split = splitEntries(block);
  if (split === null) return [];
  const places = split.entries.map(({ name, lead, lines }) => ({ name, text: lead + lines }));
  return [...places, { name: null, text: split.tail }].flatMap(({ name, text }) =>
    commentsIn(text).map((comment) => ({ name, comment })),
  );
}

function withComments(block: string, comments: readonly LostComment[]): string | null {
  const split = splitEntries(block);
  if (split === null) return null;
  const names = new Set<string | null>(split.entries.map(({ name }) => name));
  const above = (name: string | null): string =>
    comments
      .filter((lost) => (names.has(lost.name) ? lost.name : null) === name)
      .map(({ comment }) => `${comment}\n`)
      .join('');
  const written = split.entries.map(({ name, lead, lines }) => lead + above(name) + lines);
  return written.join('') + split.tail + above(null);
}
