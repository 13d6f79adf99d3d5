import type { PostState } from '#content/contract/posts-operations.ts';
import type { FormValues } from './form-values.ts';

/** What readers would see of the form's text at `now`, once it is saved (DESIGN.md, scheduled posts). */
export function phaseOf(
  values: Pick<FormValues, 'isPublished' | 'published' | 'unpublishAt'>,
  now: number,
): PostState {
  if (!values.isPublished) return 'draft';
  if (values.unpublishAt !== '' && Date.parse(values.unpublishAt) <= now) return 'withdrawn';
  return values.published !== '' && Date.parse(values.published) > now ? 'scheduled' : 'published';
}
