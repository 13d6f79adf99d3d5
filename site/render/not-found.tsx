import { FRENCH } from '#site/ui/french.ts';
import { MessageView } from '#site/ui/message-view.tsx';
import { messageHead } from './head.ts';
import { gatherLayout } from './layout.ts';
import type { PageReader, RenderedPage } from './reader.ts';
import { sitePage } from './site-page.tsx';

const TO_HOME = { href: '/', label: FRENCH.backToHome };
const TO_BLOG = { href: '/blog', label: FRENCH.backToBlog };

/** docs/product.md, Article page: what each page that cannot be shown says instead. */
const MESSAGES = {
  page: { title: FRENCH.notFound, text: FRENCH.notFoundText, links: [TO_HOME, TO_BLOG] },
  post: { title: FRENCH.postNotFound, text: FRENCH.postNotFoundText, links: [TO_BLOG] },
} as const;
export type Missing = keyof typeof MESSAGES;

/** What a page says in the place of one that cannot be shown. */
export async function notFoundPage(reader: PageReader, missing: Missing): Promise<RenderedPage> {
  const message = MESSAGES[missing];
  const layout = await gatherLayout(reader);
  const head = messageHead(layout.brand.name, message.title, message.text);
  const section = missing === 'post' ? 'post' : 'none';
  return sitePage({ layout, head, section, status: 404 }, <MessageView {...message} />);
}
