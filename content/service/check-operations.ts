import type { Handlers } from '../contract/operation.ts';
import type { ContentOperations } from '../contract/operations.ts';
import { checkPost } from '../model/checks/check-post.ts';
import { CHECKED_FIELDS, type CheckedPost } from '../model/checks/finding.ts';
import { ContentError } from '../model/errors.ts';
import { mapFields, valueUnsaid } from '../model/post-fields.ts';
import { isPublic } from '../model/snapshot.ts';
import { authorView } from './waiting/author-view.ts';
import type { PendingContext } from './waiting/pending-keeping.ts';
import type { CallContext } from './workspace.ts';

/** A post nobody wrote anything of. */
const NEW_POST = mapFields(CHECKED_FIELDS, valueUnsaid) as CheckedPost; // Each field's own value.

/**
 * Answers what is worth mending of a post as its author has it now: the fields that are given, on those of the post
 * with this id when there is one. ContentError 'not-found' when no post has it. Saves nothing.
 */
export function createCheckOperations({
  workspace,
  pending,
  origin,
}: PendingContext & { readonly origin: string }): Pick<
  Handlers<ContentOperations, CallContext>,
  'checkPost'
> {
  return {
    async checkPost({ id, ...given }) {
      const { snapshot } = await authorView({ workspace, pending }, await workspace.current());
      const { posts, redirects, images } = snapshot;
      const post = posts.find((candidate) => candidate.id === id);
      if (post === undefined && id !== undefined)
        throw new ContentError('not-found', { what: 'Cet article' });
      const saved = post === undefined ? NEW_POST : { ...post, content: await workspace.body(post) };
      const now = workspace.clock();
      const articles = posts.map((one) => [one.slug, isPublic(one, now) ? 'public' : 'hidden'] as const);
      return [...checkPost(edited(saved, given), { origin, articles: new Map(articles), redirects, images })];
    },
  };
}

type Given = { readonly [Field in keyof CheckedPost]?: CheckedPost[Field] | null | undefined };

/** An absent field is unchanged, null removes it (docs/design.md, Writing). */
function edited(saved: CheckedPost, given: Given): CheckedPost {
  const changed = CHECKED_FIELDS.filter((field) => given[field] !== undefined);
  // Each field is given a value of its own.
  return { ...saved, ...mapFields(changed, (field) => given[field] ?? NEW_POST[field]) } as CheckedPost;
}
