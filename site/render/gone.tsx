import { renderToStaticMarkup } from 'react-dom/server';
import { type PostSummary, postSummary } from '#content/contract/posts.ts';
import { FRENCH } from '#site/ui/french.ts';
import { Layout } from '#site/ui/layout.tsx';
import type { LayoutData } from '#site/ui/layout-data.ts';
import { MessageView } from '#site/ui/message-view.tsx';
import { PostCard } from '#site/ui/post-card.tsx';
import { headHtml } from './head.ts';
import { imageAt } from './images.ts';
import { gatherLayout } from './layout.ts';
import type { PageReader, RenderedPage } from './reader.ts';

/** Posts suggested in the place of one that is gone. */
const SUGGESTIONS = 3;

const GONE = {
  article: { title: 'Cet article n’existe plus', text: 'Il a été retiré du site.' },
  page: { title: 'Cette page n’existe plus', text: 'Elle a été retirée du site.' },
  links: [{ href: '/blog', label: FRENCH.backToBlog }],
  suggestions: 'À lire à la place',
} as const;

/** What was at an address, and the words of that address. */
interface Gone {
  readonly what: 'article' | 'page';
  readonly words: string;
}

export interface GoneData extends Pick<Gone, 'what'> {
  readonly layout: LayoutData;
  readonly suggestions: readonly PostSummary[];
}

/** What the address of a deleted post or page says (410): so, and what else there is to read. */
export async function gatherGone(reader: PageReader, { what, words }: Gone): Promise<GoneData> {
  const posts = reader.similar(words, SUGGESTIONS);
  return {
    what,
    layout: await gatherLayout(reader),
    suggestions: await Promise.all(
      posts.map(async (post) => postSummary(post, await imageAt(reader, post.coverImage))),
    ),
  };
}

export function renderGone({ what, layout, suggestions }: GoneData): RenderedPage {
  const { title, text } = GONE[what];
  return {
    status: 410,
    head: headHtml({
      siteName: layout.brand.name,
      title: `${title} | ${layout.brand.name}`,
      description: text,
      url: null,
      social: { title, description: text, image: null },
      article: null,
      jsonLd: null,
    }),
    body: renderToStaticMarkup(
      <Layout data={layout} section="post">
        <MessageView title={title} text={text} links={GONE.links} />
        {suggestions.length === 0 ? null : (
          <section className="wrap latest" aria-labelledby="suggestions_titre">
            <div className="latest-head">
              <h2 id="suggestions_titre">{GONE.suggestions}</h2>
            </div>
            <ul className="latest-list" role="list">
              {suggestions.map((post, index) => (
                <li key={post.id}>
                  <PostCard post={post} shape={index === 0 ? 'lead' : 'row'} heading="h3" loading="lazy" />
                </li>
              ))}
            </ul>
          </section>
        )}
      </Layout>,
    ),
  };
}
