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

/** Known tags that fit what is being typed and are not chosen yet, those that begin with it first. */
export function suggestedTags(
  known: readonly string[],
  chosen: readonly string[],
  typed: string,
): readonly string[] {
  const wanted = fold(typed.trim());
  const fitting = known.filter((tag) => !hasTag(chosen, tag) && fold(tag).includes(wanted));
  const begins = fitting.filter((tag) => fold(tag).startsWith(wanted));
  return [...begins, ...fitting.filter((tag) => !begins.includes(tag))].slice(0, 6);
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
