import { renderToStaticMarkup } from 'react-dom/server';
import { FRENCH } from '#site/ui/french.ts';
import { Layout } from '#site/ui/layout.tsx';
import type { LayoutData } from '#site/ui/layout-data.ts';
import { MessageView } from '#site/ui/message-view.tsx';
import { headHtml } from './head.ts';
import { gatherLayout } from './layout.ts';
import type { PageReader, RenderedPage } from './reader.ts';

const TO_HOME = { href: '/', label: FRENCH.backToHome };
const TO_BLOG = { href: '/blog', label: FRENCH.backToBlog };

/** docs/product.md, Article page: what each page that cannot be shown says instead. */
const MESSAGES = {
  page: { status: 404, title: FRENCH.notFound, text: FRENCH.notFoundText, links: [TO_HOME, TO_BLOG] },
  post: { status: 404, title: FRENCH.postNotFound, text: FRENCH.postNotFoundText, links: [TO_BLOG] },
} as const;
export type Missing = keyof typeof MESSAGES;

export interface NotFoundData {
  readonly layout: LayoutData;
  readonly missing: Missing;
}

/** What a page says in the place of one that cannot be shown. */
export async function gatherNotFound(reader: PageReader, missing: Missing): Promise<NotFoundData> {
  return { layout: await gatherLayout(reader), missing };
}

export function renderNotFound({ layout, missing }: NotFoundData): RenderedPage {
  const { status, ...message } = MESSAGES[missing];
  return {
    status,
    head: headHtml({
      siteName: layout.brand.name,
      title: `${message.title} | ${layout.brand.name}`,
      description: message.text,
      url: null,
      social: { title: message.title, description: message.text, image: null },
      article: null,
      jsonLd: null,
    }),
    body: renderToStaticMarkup(
      <Layout data={layout} section={missing === 'post' ? 'post' : 'none'}>
        <MessageView {...message} />
      </Layout>,
    ),
  };
}
