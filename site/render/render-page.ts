import type { FixedAddress } from '#content/model/fixed-pages.ts';
import { articlePage } from './article.tsx';
import { blogPage } from './blog.tsx';
import { gonePage } from './gone.tsx';
import { homePage } from './home.tsx';
import { legalPage } from './legal.tsx';
import { notFoundPage } from './not-found.tsx';
import type { AskedPage } from './page-address.ts';
import { previewPage } from './preview.tsx';
import type { PageReader, RenderedPage } from './reader.ts';
import { searchPage } from './search.tsx';
import { topicPage } from './topic.tsx';

const FIXED: Readonly<Record<FixedAddress, (reader: PageReader) => Promise<RenderedPage>>> = {
  '/': homePage,
  '/mentions-legales': (reader) => legalPage(reader, 'notice'),
  '/confidentialite': (reader) => legalPage(reader, 'privacy'),
};

/** Makes a page; what is not there after all is said by the page that says so. */
export async function renderPage(asked: AskedPage, reader: PageReader): Promise<RenderedPage> {
  switch (asked.kind) {
    case 'page':
      return FIXED[asked.address](reader);
    case 'list':
      return (await blogPage(reader, asked.number)) ?? notFoundPage(reader, 'page');
    case 'topic':
      return (await topicPage(reader, asked)) ?? notFoundPage(reader, 'page');
    case 'article':
    case 'own page':
      return (
        (await articlePage(reader, asked.slug)) ??
        notFoundPage(reader, asked.kind === 'article' ? 'post' : 'page')
      );
    case 'gone':
      return gonePage(reader, asked.address);
    case 'missing':
      return notFoundPage(reader, asked.what);
    case 'search':
      return searchPage(reader, asked);
    case 'preview':
      return previewPage(reader);
  }
}
