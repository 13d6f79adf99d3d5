import type { ReactNode } from 'react';
import { parisClock } from '#content/model/paris-time.ts';
import { AuthorCard } from '#site/ui/author-card.tsx';
import { longDate } from '#site/ui/dates.tsx';
import { FRENCH } from '#site/ui/french.ts';
import type { LayoutData } from '#site/ui/layout-data.ts';
import { MessageView } from '#site/ui/message-view.tsx';
import { PostView } from '#site/ui/post-view.tsx';
import { gatherPost } from './article.tsx';
import { messageHead } from './head.ts';
import { gatherLayout } from './layout.ts';
import type { PageReader, RenderedPage } from './reader.ts';
import { sitePage } from './site-page.tsx';

const TEXTS = {
  goneTitle: 'Cet aperçu n’existe plus',
  goneText: 'Demandez une nouvelle adresse à la personne qui vous l’a envoyée.',
  draft: 'Aperçu d’un brouillon, visible jusqu’au',
} as const;

/**
 * The draft a reader was made for, as readers would see it; without one, that the preview is over. No search engine and no network
 * is told of it: it has no address of its own, and nothing to share it with.
 */
export async function previewPage(reader: PageReader): Promise<RenderedPage> {
  const { preview } = reader;
  const place = (layout: LayoutData, title: string) => ({
    layout,
    head: messageHead(layout.brand.name, title, title),
    section: 'none' as const,
  });
  if (preview === null)
    return sitePage(
      { ...place(await gatherLayout(reader), TEXTS.goneTitle), status: 404 },
      <MessageView
        title={TEXTS.goneTitle}
        text={TEXTS.goneText}
        links={[{ href: '/', label: FRENCH.backToHome }]}
      />,
    );
  const { layout, article, author } = await gatherPost(reader, preview.post);
  return sitePage(
    place(layout, article.post.title),
    <>
      <Banner until={preview.until} />
      <PostView article={article} share={null} authorCard={<AuthorCard author={author} />} />
    </>,
  );
}

/** `until` is ISO 8601. */
function Banner({ until }: { readonly until: string }): ReactNode {
  const time = parisClock(Date.parse(until)).slice(11).replace(':', ' h ');
  return (
    <p className="preview-banner" role="note">
      {TEXTS.draft} {longDate(until)} à {time}.
    </p>
  );
}
