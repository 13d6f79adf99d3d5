import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { parisClock } from '#content/model/paris-time.ts';
import { AuthorCard } from '#site/ui/author-card.tsx';
import { longDate } from '#site/ui/dates.tsx';
import { FRENCH } from '#site/ui/french.ts';
import { Layout } from '#site/ui/layout.tsx';
import type { LayoutData } from '#site/ui/layout-data.ts';
import { MessageView } from '#site/ui/message-view.tsx';
import { PostView } from '#site/ui/post-view.tsx';
import { type ArticleData, gatherPost } from './article.tsx';
import { headHtml } from './head.ts';
import { gatherLayout } from './layout.ts';
import type { PageReader, RenderedPage } from './reader.ts';

const TEXTS = {
  goneTitle: 'Cet aperçu n’existe plus',
  goneText: 'Demandez une nouvelle adresse à la personne qui vous l’a envoyée.',
  draft: 'Aperçu d’un brouillon, visible jusqu’au',
} as const;

export type PreviewData =
  /** `until` is ISO 8601. */
  | { readonly kind: 'shown'; readonly article: ArticleData; readonly until: string }
  | { readonly kind: 'over'; readonly layout: LayoutData };

/** The draft a reader was made for, as readers would see it; without one, that the preview is over. */
export async function gatherPreview(reader: PageReader): Promise<PreviewData> {
  const { preview } = reader;
  if (preview === null) return { kind: 'over', layout: await gatherLayout(reader) };
  return { kind: 'shown', article: await gatherPost(reader, preview.post), until: preview.until };
}

/** No search engine and no network is told of it: it has no address of its own, and nothing to share it with. */
export function renderPreview(data: PreviewData): RenderedPage {
  switch (data.kind) {
    case 'over':
      return page(404, {
        layout: data.layout,
        title: TEXTS.goneTitle,
        content: (
          <MessageView
            title={TEXTS.goneTitle}
            text={TEXTS.goneText}
            links={[{ href: '/', label: FRENCH.backToHome }]}
          />
        ),
      });
    case 'shown': {
      const { layout, article, author } = data.article;
      return page(200, {
        layout,
        title: article.post.title,
        content: (
          <>
            <Banner until={data.until} />
            <PostView article={article} share={null} authorCard={<AuthorCard author={author} />} />
          </>
        ),
      });
    }
  }
}

function Banner({ until }: { readonly until: string }): ReactNode {
  const time = parisClock(Date.parse(until)).slice(11).replace(':', ' h ');
  return (
    <p className="preview-banner" role="note">
      {TEXTS.draft} {longDate(until)} à {time}.
    </p>
  );
}

interface Shown {
  readonly layout: LayoutData;
  readonly title: string;
  readonly content: ReactNode;
}

function page(status: 200 | 404, { layout, title, content }: Shown): RenderedPage {
  return {
    status,
    head: headHtml({
      siteName: layout.brand.name,
      title: `${title} | ${layout.brand.name}`,
      description: title,
      url: null,
      social: { title, description: title, image: null },
      article: null,
      jsonLd: null,
    }),
    body: renderToStaticMarkup(
      <Layout data={layout} section="none">
        {content}
      </Layout>,
    ),
  };
}
