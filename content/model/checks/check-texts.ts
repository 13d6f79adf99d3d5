import { beginningOf } from './beginning.ts';
import type { CheckedPost, Finding } from './finding.ts';

/** Longest title that search engines show whole, in characters. */
export const LONG_TITLE = 70;
/** The same for cards of social networks. */
export const LONG_SOCIAL_TITLE = 70;
/** Longest description that search engines and networks show whole, in characters. */
export const LONG_DESCRIPTION = 160;

/** What is missing or too long in the title, the excerpt and the texts for networks. */
export function checkTexts(post: CheckedPost): readonly Finding[] {
  const description = isBlank(post.socialDescription) ? 'excerpt' : 'socialDescription';
  return [
    ...excerptMissing(post),
    ...tooLong(post, { field: 'title', kind: 'long-title', limit: LONG_TITLE, what: 'Le titre' }),
    ...tooLong(post, {
      field: 'socialTitle',
      kind: 'long-social-title',
      limit: LONG_SOCIAL_TITLE,
      what: 'Le titre pour les réseaux',
    }),
    ...tooLong(post, {
      field: description,
      kind: 'long-social-description',
      limit: LONG_DESCRIPTION,
      what: description === 'excerpt' ? 'L’extrait' : 'La description pour les réseaux',
    }),
  ];
}

function excerptMissing({ excerpt, content }: CheckedPost): readonly Finding[] {
  if (!isBlank(excerpt)) return [];
  const text = beginningOf(content, LONG_DESCRIPTION);
  return [
    {
      kind: 'missing-excerpt',
      severity: 'warning',
      message: 'L’extrait manque : c’est lui que montrent la liste des articles, Google et les réseaux.',
      field: 'excerpt',
      range: null,
      replacement: text === '' ? null : { label: 'Reprendre le début du texte', text },
    },
  ];
}

interface Limit {
  readonly field: 'title' | 'excerpt' | 'socialTitle' | 'socialDescription';
  readonly kind: 'long-title' | 'long-social-title' | 'long-social-description';
  readonly limit: number;
  readonly what: string;
}

function tooLong(post: CheckedPost, { field, kind, limit, what }: Limit): readonly Finding[] {
  const length = Array.from((post[field] ?? '').trim()).length;
  if (length <= limit) return [];
  return [
    {
      kind,
      severity: 'warning',
      message: `${what} compte ${length} caractères : au-delà de ${limit}, Google et les réseaux le coupent.`,
      field,
      range: null,
      replacement: null,
    },
  ];
}

function isBlank(text: string | null): boolean {
  return text === null || text.trim() === '';
}
