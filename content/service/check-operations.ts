import type { Handlers } from '../contract/operation.ts';
import type { ContentOperations } from '../contract/operations.ts';
import { checkPost } from '../model/checks/check-post.ts';
import type { CheckedPost } from '../model/checks/finding.ts';
import { ContentError } from '../model/errors.ts';
import { isPublic } from '../model/snapshot.ts';
import { authorView } from './waiting/author-view.ts';
import type { PendingContext } from './waiting/pending-keeping.ts';
import type { CallContext } from './workspace.ts';

const NEW_POST: CheckedPost = {
  title: '',
  slug: '',
  excerpt: '',
  content: '',
  coverImage: null,
  coverImageAlt: null,
  ogImage: null,
  socialTitle: null,
  socialDescription: null,
};

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
  function after<Field extends keyof CheckedPost>(field: Field): CheckedPost[Field] {
    const value: CheckedPost[Field] | null | undefined = given[field];
    return value === undefined ? saved[field] : (value ?? NEW_POST[field]);
  }
  return {
    title: after('title'),
    slug: after('slug'),
    excerpt: after('excerpt'),
    content: after('content'),
    coverImage: after('coverImage'),
    coverImageAlt: after('coverImageAlt'),
    ogImage: after('ogImage'),
    socialTitle: after('socialTitle'),
    socialDescription: after('socialDescription'),
  };
}
