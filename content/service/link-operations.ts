import type { Handlers } from '../contract/operation.ts';
import type { ContentOperations } from '../contract/operations.ts';
import { ContentError } from '../model/errors.ts';
import { mendLinks } from '../model/internal-links.ts';
import { isPostAddress } from '../model/redirects.ts';
import { isSlug } from '../model/slug.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { changedPost } from './image-edits.ts';
import type { LinkIndex } from './link-index.ts';
import { makeOneCommit } from './one-commit.ts';
import type { CallContext, Workspace } from './workspace.ts';

interface LinkOptions {
  /** The site's own, without a final slash: https://exemple.fr */
  readonly origin: string;
  readonly links: LinkIndex;
}

type LinkHandlers = Pick<Handlers<ContentOperations, CallContext>, 'mendLinks'>;

/**
 * Leads every link from one article's address to another's, as one commit that changes nothing else in the files, and
 * answers which posts changed. An address is a slug or `/blog/<slug>`. Refuses (`invalid`) an address that is none, one
 * that no article has to lead to, and posts whose file cannot be read.
 */
export function createLinkOperations(workspace: Workspace, { origin, links }: LinkOptions): LinkHandlers {
  return {
    async mendLinks(input, { author }) {
      const [from, to] = [slugOf(input.from, 'from'), slugOf(input.to, 'to')];
      return makeOneCommit(workspace, author, async (snapshot) => {
        refuseUnknown(snapshot, to);
        const posts = from === to ? [] : await links.postsLinkingTo(snapshot, from);
        const edit = {
          field: (address: string) => address,
          text: (markdown: string) => mendLinks(markdown, { from, to, origin }),
        };
        const changes = await Promise.all(
          posts.map((post) => changedPost(workspace, { snapshot, post, edit })),
        );
        return {
          changes,
          action: { kind: 'mend-links', from, to },
          value: { posts: posts.map(({ id, title }) => ({ id, title })) },
        };
      });
    },
  };
}

function slugOf(address: string, field: 'from' | 'to'): string {
  const slug = isPostAddress(address) ? address.slice('/blog/'.length) : address;
  if (isSlug(slug)) return slug;
  throw new ContentError('invalid', { path: '', field, reason: 'Ce n’est pas l’adresse d’un article.' });
}

function refuseUnknown({ posts }: Snapshot, slug: string): void {
  if (posts.some((post) => post.slug === slug)) return;
  throw new ContentError('invalid', {
    path: '',
    field: 'to',
    reason: `Aucun article n’a l’adresse « ${slug} ».`,
  });
}
