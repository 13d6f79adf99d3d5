import { isArticleAddress } from '#content/model/paths.ts';
import { slugFromTitle } from '#content/model/slug.ts';
import { FRENCH } from '#site/ui/french.ts';
import { MessageView } from '#site/ui/message-view.tsx';
import { LeadingPosts } from '#site/ui/post-card.tsx';
import { messageHead } from './head.ts';
import { summariesOf } from './images.ts';
import { gatherLayout } from './layout.ts';
import { splitTarget } from './page-address.ts';
import type { PageReader, RenderedPage } from './reader.ts';
import { sitePage } from './site-page.tsx';

/** Posts suggested in the place of one that is gone. */
const SUGGESTIONS = 3;

const GONE = {
  article: { title: FRENCH.postNotFound, text: 'Cet article a été retiré du site.' },
  page: { title: 'Cette page n’existe plus', text: 'Elle a été retirée du site.' },
  links: [{ href: '/blog', label: FRENCH.backToBlog }],
  suggestions: 'À lire à la place',
} as const;

/** What the address of a deleted post or page says (410): so, and what else there is to read. */
export async function gonePage(reader: PageReader, address: string): Promise<RenderedPage> {
  const { title, text } = GONE[isArticleAddress(address) ? 'article' : 'page'];
  const [path] = splitTarget(address);
  const words = slugFromTitle(path.slice(path.lastIndexOf('/') + 1)) || '-';
  const layout = await gatherLayout(reader);
  const suggestions = await summariesOf(reader, reader.similar(words, SUGGESTIONS));
  const head = messageHead(layout.brand.name, title, text);
  return sitePage(
    { layout, head, section: path.startsWith('/blog/') ? 'post' : 'none', status: 410 },
    <>
      <MessageView title={title} text={text} links={GONE.links} />
      {suggestions.length === 0 ? null : (
        <section className="wrap latest" aria-labelledby="suggestions_titre">
          <div className="latest-head">
            <h2 id="suggestions_titre">{GONE.suggestions}</h2>
          </div>
          <LeadingPosts posts={suggestions} />
        </section>
      )}
    </>,
  );
}
