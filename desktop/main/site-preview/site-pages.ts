import type { NewPost } from '#content/contract/fields.ts';
import { postAddress } from '#content/model/paths.ts';
import type { SnapshotPost } from '#content/model/post.ts';
import { createRelatedPosts } from '#content/model/related-posts.ts';
import { isPublic, type PublicView, publicView, type Snapshot } from '#content/model/snapshot.ts';
import { type UnsavedPost, unsavedPost } from '#content/service/posts/draft-posts.ts';
import { authorView } from '#content/service/waiting/author-view.ts';
import type { Workspace } from '#content/service/workspace.ts';
import { keptPage } from '#site/render/kept-page.ts';
import { type AskedPage, pageNumber, splitTarget, withQuery } from '#site/render/page-address.ts';
import { createPageReader } from '#site/render/page-reader.ts';
import { lostPage, preparingPage } from '#site/render/plain-pages.tsx';
import type { ReaderSources, RenderedPage } from '#site/render/reader.ts';
import { renderPage } from '#site/render/render-page.ts';

/** The text of the form that is open; `id` is null while the article was never saved. */
interface OpenText {
  readonly id: string | null;
  readonly post: NewPost;
}

export type SiteAnswer =
  | { readonly kind: 'page'; readonly page: RenderedPage }
  | { readonly kind: 'moved'; readonly location: string }
  /** A whole document: an article whose last readable version is still being looked for. */
  | { readonly kind: 'preparing'; readonly html: string };

interface SitePagesOptions {
  readonly workspace: Pick<Workspace, 'current' | 'read' | 'clock' | 'pending'>;
  readonly sources: Omit<ReaderSources, 'related' | 'updates'>;
}

const SEARCH = '/recherche';
/** What readers were told is for the site that told them to say. */
const NO_UPDATES: ReaderSources['updates'] = { of: () => Promise.resolve(null) };

/**
 * The pages of the site as readers would see them, were the text of the open form saved: the same render functions as the
 * server's, over the clone on this machine. Nothing is written.
 */
export function createSitePages({ workspace, sources }: SitePagesOptions) {
  let unsaved: UnsavedPost | null = null;
  const related = createRelatedPosts();

  /**
   * What readers would see at `now`, were the post of the open form saved and published with its images. It can be read at its
   * address though readers cannot see it.
   */
  async function viewWith(post: SnapshotPost, published: Snapshot, now: number): Promise<PublicView> {
    const { images } = (await authorView(workspace, published)).snapshot;
    const others = published.posts.filter(({ id }) => id !== post.id);
    const view = publicView({ ...published, images, posts: [...others, post] }, now);
    // Found at its address, in no list.
    return isPublic(post, now) ? view : { ...view, bySlug: view.bySlug.with(new Map([[post.slug, post]])) };
  }

  return {
    /** Puts the text of the open form in the place of the saved one; null when no form is open. Throws as a save would. */
    async show(text: OpenText | null): Promise<void> {
      unsaved = text === null ? null : await unsavedPost(workspace, text);
    },

    /** Where the open form's article is to be read; the home page when no form is open. */
    place: (): string => (unsaved === null ? '/' : postAddress(unsaved.post)),

    /** What a request target of the site is answered. */
    async answer(target: string): Promise<SiteAnswer> {
      const now = workspace.clock();
      const open = unsaved;
      const published = await workspace.current();
      const view = open === null ? publicView(published, now) : await viewWith(open.post, published, now);
      const body: ReaderSources['body'] = (post) =>
        open !== null && post === open.post ? Promise.resolve(open.body) : sources.body(post);
      const reader = createPageReader({ ...sources, body, related, updates: NO_UPDATES }, { view, now });
      // The server answers questions beside the pages it keeps.
      const [path, query] = splitTarget(target);
      if (path === SEARCH) return { kind: 'page', page: await renderPage(searchOf(query), reader) };
      const kept = keptPage(target, view);
      if (kept === 'searching') return { kind: 'preparing', html: preparingPage() };
      if (kept === 'lost') return { kind: 'preparing', html: lostPage() };
      if (kept.kind === 'moved') return { ...kept, location: withQuery(kept, query) };
      return { kind: 'page', page: await renderPage(kept.page, reader) };
    },
  };
}

/** What names no page asks for the first. */
function searchOf(query: string): AskedPage {
  const asked = new URLSearchParams(query);
  return { kind: 'search', question: asked.get('q') ?? '', number: pageNumber(asked.get('page')) ?? 1 };
}
