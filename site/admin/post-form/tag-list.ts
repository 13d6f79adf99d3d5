import { MAX_TAGS } from '#content/contract/fields.ts';

/** The tags with those of a typed text (« a, b »): without a leading #, each once whatever its capitals. */
export function withTags(tags: readonly string[], typed: string): readonly string[] {
  const added = typed
    .split(/[,\n]/)
    .map((tag) =>
      tag
        .trim()
        .replace(/^#+\s*/, '')
        .replace(/\s+/g, ' '),
    )
    .filter((tag) => tag !== '');
  return added.reduce((list, tag) => (hasTag(list, tag) ? list : [...list, tag]), tags).slice(0, MAX_TAGS);
}

/** A tag of other posts, and of how many. */
export interface KnownTag {
  readonly name: string;
  readonly count: number;
}

/** Known tags that fit what is being typed and are not chosen yet, those that begin with it first, then the most used. */
export function suggestedTags(
  known: readonly KnownTag[],
  chosen: readonly string[],
  typed: string,
): readonly string[] {
  const wanted = fold(typed.trim());
  const begins = ({ name }: KnownTag): number => Number(fold(name).startsWith(wanted));
  return known
    .filter(({ name }) => !hasTag(chosen, name) && fold(name).includes(wanted))
    .toSorted((a, b) => begins(b) - begins(a) || b.count - a.count)
    .slice(0, 6)
    .map(({ name }) => name);
}

function hasTag(tags: readonly string[], tag: string): boolean {
  return tags.some((other) => other.toLowerCase() === tag.toLowerCase());
}

function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}
