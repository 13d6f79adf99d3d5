import type { Handlers } from '../contract/operation.ts';
import type { ContentOperations } from '../contract/operations.ts';
import { ContentError } from '../model/errors.ts';
import { isArticleAddress, POSTS_ADDRESS, postAddress, postNamedBy } from '../model/paths.ts';
import type { SnapshotPost } from '../model/post.ts';
import { indexOf } from '../model/post-index.ts';
import { isSlug } from '../model/slug.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { changedPost } from './address-edits.ts';
import type { PostsContext } from './content-context.ts';
import { type AuthorView, authorView, currentView } from './waiting/author-view.ts';
import { keepEdited } from './waiting/pending-keeping.ts';
import type { CallContext } from './workspace.ts';

/**
 * Leads every link from one article's address to another's, as one commit that changes nothing else in the files, and
 * answers which posts changed. Where publishing is apart from saving, articles that readers have and texts that wait are
 * changed as pending versions. An address is `/blog/<slug>`, `/<slug>` of a page, or the slug of an article. Refuses (`invalid`) an address that is none, one
 * that no article has to lead to, and posts whose file cannot be read.
 */
export function createLinkOperations(
  context: Pick<PostsContext, 'workspace' | 'publishing' | 'references'>,
): Pick<Handlers<ContentOperations, CallContext>, 'mendLinks'> {
  const { workspace, publishing, references } = context;

  /** The posts with links to an address that have to wait once these are mended, by id: those of `linking`, or texts that wait. */
  async function waitingOnes(
    linking: readonly SnapshotPost[],
    { drafts, versions }: AuthorView,
    from: string,
  ): Promise<ReadonlySet<string>> {
    const texts = await references.postsLinkingTo({ posts: [...versions.values()] }, from);
    const waiting =
      publishing === 'by-saving' ? texts.filter(({ id }) => drafts.has(id)) : [...linking, ...texts];
    return new Set(waiting.map(({ id }) => id));
  }

  return {
    async mendLinks(input, { author }) {
      const [from, to] = [addressOf(input.from, 'from'), addressOf(input.to, 'to')];
      if (from === to) {
        refuseUnknown(await workspace.current(), to);
        return { posts: [], waiting: 0 };
      }
      const edit = references.edit(from, to);
      const done = await workspace.change(author, async (snapshot) => {
        refuseUnknown(snapshot, to);
        const view = await authorView(context.workspace, snapshot);
        const linking = await references.postsLinkingTo(view.snapshot, from);
        const waiting = await waitingOnes(linking, view, from);
        const posts = linking.filter(({ id }) => !waiting.has(id));
        const changes = await Promise.all(
          posts.map((post) => changedPost(workspace, { snapshot, post, edit })),
        );
        return {
          changes,
          action: { kind: 'mend-links', from: written(from), to: written(to) },
          value: { waiting, posts: posts.map(({ id, title }) => ({ id, title })) },
        };
      });
      const kept = await keepEdited(context.workspace, { ids: done.waiting, edit, author });
      const { pending } = await currentView(context.workspace);
      return {
        posts: [...done.posts, ...kept],
        waiting: kept.filter(({ id }) => pending.has(id)).length,
      };
    },
  };
}

function addressOf(address: string, field: 'from' | 'to'): string {
  const named = address.startsWith('/') ? postNamedBy(address) : { slug: address };
  if (named !== null && isSlug(named.slug)) return postAddress(named);
  throw new ContentError('invalid', { path: '', field, reason: 'Ce n’est pas l’adresse d’un article.' });
}

/** As commits say it: an article by its slug alone. */
function written(address: string): string {
  return isArticleAddress(address) ? address.slice(POSTS_ADDRESS.length) : address;
}

function refuseUnknown({ posts }: Snapshot, address: string): void {
  const post = indexOf(posts).bySlug.get(address.slice(address.lastIndexOf('/') + 1));
  if (post !== undefined && postAddress(post) === address) return;
  throw new ContentError('invalid', {
    path: '',
    field: 'to',
    reason: `Aucun article n’a l’adresse «\u00a0${written(address)}\u00a0».`,
  });
}
