import { createHash } from 'node:crypto';
import type { Commit } from '#content/git/commit-object.ts';
import { commitTrailers, statedQuestions } from '../../contract/commit-trailers.ts';
import { decoded } from '../../model/paths.ts';
import type { Clash, FileAt } from './tree-sides.ts';

/**
 * What a merge left to the author, as its commit states it: `Encrier-Question: <kind> <path> <base> <theirs>`.
 * A side is the id of its blob, with `:` and its path where that is another one; `-` where it has none.
 */
export interface StatedQuestion extends Pick<Clash, 'path' | 'base' | 'theirs'> {
  /**
   * `waiting`: both wrote in one place of a post, and what waits of it is their text. `text`: that is in history alone. `apart`: both
   * texts waited, and ours goes on.
   */
  readonly kind: Clash['kind'] | 'waiting' | 'apart';
}

/** What a merge of what waits leaves to the author: of a text, two that waited. */
export function statedOf(clash: Clash): StatedQuestion {
  return clash.kind === 'text' ? { ...clash, kind: 'apart' } : clash;
}

const KINDS: Readonly<Record<StatedQuestion['kind'], true>> = {
  waiting: true,
  apart: true,
  text: true,
  'deleted-here': true,
  'deleted-there': true,
  renamed: true,
  'same-address': true,
  file: true,
};
/** What ends a path in a trailer, or would be lost there. */
const ENCODED = /[%\s\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** The value of its trailer. */
export function questionText({ kind, path, base, theirs }: StatedQuestion): string {
  const side = (file: FileAt | null): string => {
    if (file === null) return '-';
    return file.path === path ? file.id : `${file.id}:${encoded(file.path)}`;
  };
  return [kind, encoded(path), side(base), side(theirs)].join(' ');
}

function encoded(path: string): string {
  return path.replace(ENCODED, encodeURIComponent);
}

/** The questions that a commit states; what is badly written is none. */
export function questionsOf(message: string): readonly StatedQuestion[] {
  return statedQuestions(message).flatMap((text) => {
    const [kind = '', first = '', ...sides] = text.split(' ');
    const path = decoded(first) ?? first;
    const [base, theirs] = sides.map((side) => sideOf(side, path));
    if (!isKind(kind) || path === '' || base === undefined || theirs === undefined || sides.length > 2)
      return [];
    return [{ kind, path, base, theirs }];
  });
}

function isKind(text: string): text is StatedQuestion['kind'] {
  return Object.hasOwn(KINDS, text);
}

/** Undefined where it is badly written. */
function sideOf(text: string, path: string): FileAt | null | undefined {
  if (text === '-') return null;
  const [, id, other] = /^([0-9a-f]{40})(?::(.+))?$/.exec(text) ?? [];
  return id === undefined ? undefined : { id, path: other === undefined ? path : (decoded(other) ?? other) };
}

export function idOf(question: StatedQuestion): string {
  return createHash('sha256').update(questionText(question)).digest('hex').slice(0, 16);
}

/** The questions of commits whose text is to wait, but for those that a later one of them answers. The newest first, as these are. */
export function textsToWait(
  commits: readonly Commit[],
): readonly (StatedQuestion & { readonly commit: Commit })[] {
  const answered = new Set<string>();
  const wanted: (StatedQuestion & { readonly commit: Commit })[] = [];
  for (const commit of commits) {
    for (const question of questionsOf(commit.message))
      if (question.kind === 'waiting' && !answered.has(idOf(question))) wanted.push({ ...question, commit });
    const { resolves } = commitTrailers(commit.message);
    if (resolves !== null) answered.add(resolves);
  }
  return wanted;
}
