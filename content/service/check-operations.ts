import type { Handlers } from '../contract/operation.ts';
import type { ContentOperations } from '../contract/operations.ts';
import { checkPost } from '../model/checks/check-post.ts';
import type { CheckedPost, SiteFacts } from '../model/checks/finding.ts';
import { ContentError } from '../model/errors.ts';
import { isPublic, type Snapshot } from '../model/snapshot.ts';
import { authorView } from './waiting/author-view.ts';
import type { PendingVersions } from './waiting/pending.ts';
import type { CallContext, Workspace } from './workspace.ts';

interface CheckOptions {
  /** The site's own, without a final slash: https://exemple.fr */
  readonly origin: string;
}

type CheckHandlers = Pick<Handlers<ContentOperations, CallContext>, 'checkPost'>;

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

interface CheckedContent {
  readonly workspace: Pick<Workspace, 'current' | 'body' | 'read' | 'clock'>;
  readonly pending: Pick<PendingVersions, 'waiting'>;
}

/**
 * Answers what is worth mending of a post as its author has it now: the fields that are given, on those of the post
 * with this id when there is one. ContentError 'not-found' when no post has it. Saves nothing.
 */
export function createCheckOperations(
  { workspace, pending }: CheckedContent,
  { origin }: CheckOptions,
): CheckHandlers {
  return {
    async checkPost({ id, ...given }) {
      const { snapshot } = await authorView({ workspace, pending }, await workspace.current());
      const saved = id === undefined ? NEW_POST : await savedPost(workspace, snapshot, id);
      const findings = checkPost(
        edited(saved, given),
        siteFacts(snapshot, { origin, now: workspace.clock() }),
      );
      return [...findings];
    },
  };
}

async function savedPost(
  workspace: Pick<Workspace, 'body'>,
  snapshot: Snapshot,
  id: string,
): Promise<CheckedPost> {
  const post = snapshot.posts.find((candidate) => candidate.id === id);
  if (post === undefined) throw new ContentError('not-found', { what: 'Cet article' });
  return { ...post, content: await workspace.body(post) };
}

type Given = { readonly [Field in keyof CheckedPost]?: CheckedPost[Field] | null | undefined };

/** An absent field is unchanged, null removes it (docs/design.md, Writing). */
function edited(saved: CheckedPost, given: Given): CheckedPost {
  const optional = (
    field: 'coverImage' | 'coverImageAlt' | 'ogImage' | 'socialTitle' | 'socialDescription',
  ) => (given[field] === undefined ? saved[field] : given[field]);
  const text = (field: 'title' | 'slug' | 'excerpt' | 'content') =>
    given[field] === undefined ? saved[field] : (given[field] ?? '');
  return {
    title: text('title'),
    slug: text('slug'),
    excerpt: text('excerpt'),
    content: text('content'),
    coverImage: optional('coverImage'),
    coverImageAlt: optional('coverImageAlt'),
    ogImage: optional('ogImage'),
    socialTitle: optional('socialTitle'),
    socialDescription: optional('socialDescription'),
  };
}

function siteFacts(
  { posts, redirects, images }: Snapshot,
  { origin, now }: { readonly origin: string; readonly now: number },
): SiteFacts {
  const articles = posts.map((post) => [post.slug, isPublic(post, now) ? 'public' : 'hidden'] as const);
  return { origin, articles: new Map(articles), redirects, images };
}
