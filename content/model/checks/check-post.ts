import { checkHeadings } from './check-headings.ts';
import { checkImages } from './check-images.ts';
import { checkLinks } from './check-links.ts';
import { checkTexts } from './check-texts.ts';
import type { CheckedPost, Finding, SiteFacts } from './finding.ts';

/** Findings of one kind past this many are not listed: the first ones say enough. */
const MAX_OF_A_KIND = 50;

/**
 * What is worth mending of a post before publication: errors first, then by place in the text. Nothing is refused for it.
 * Replacements that overlap are of no two findings, so that all may be accepted.
 */
export function checkPost(post: CheckedPost, site: SiteFacts): readonly Finding[] {
  if (post.content.trim() === '') return [EMPTY, ...checkTexts(post), ...checkImages(post, site)];
  const findings = [
    ...checkTexts(post),
    ...checkImages(post, site),
    ...checkLinks(post, site),
    ...checkHeadings(post.content),
  ];
  const counts = new Map<string, number>();
  const few = findings.filter(({ kind }) => {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count <= MAX_OF_A_KIND;
  });
  return few.sort((a, b) => rank(a) - rank(b) || (a.range?.from ?? -1) - (b.range?.from ?? -1));
}

function rank({ severity }: Finding): number {
  return severity === 'error' ? 0 : 1;
}

const EMPTY: Finding = {
  kind: 'empty-text',
  severity: 'error',
  message: 'Le texte est vide : il n’y a rien à lire.',
  field: 'content',
  range: null,
  replacement: null,
};
