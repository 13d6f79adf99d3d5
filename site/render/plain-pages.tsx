import { renderToStaticMarkup } from 'react-dom/server';
import { FRENCH } from '#site/ui/french.ts';
import { MessageView } from '#site/ui/message-view.tsx';
import { headHtml, pageHead } from './head.ts';
import { documentHtml } from './html.ts';
import { PLAIN_SHEET } from './plain-style.ts';

/** 503: the content is not readable yet (docs/design.md, The content repository: such an address is never answered 404). */
export function preparingPage(): string {
  return plainPage({ status: 503, title: FRENCH.preparing, text: FRENCH.preparingText });
}

/** 503: the repository has lost the article, which nobody withdrew: neither 404 nor 410 would be true. */
export function lostPage(): string {
  return plainPage({ status: 503, title: FRENCH.lost, text: FRENCH.lostText });
}

/** 500: the page failed, and so may all that surrounds it. */
export function errorPage(): string {
  return plainPage({ status: 500, title: FRENCH.error, text: FRENCH.errorText });
}

/** 503: nobody can sign in; `text` says why, and what to do. */
export function closedPage(text: string): string {
  return plainPage({ status: 503, title: FRENCH.accountsClosed, text });
}

interface PlainPage {
  readonly status: 500 | 503;
  readonly title: string;
  readonly text: string;
}

function plainPage({ status, title, text }: PlainPage): string {
  const head = headHtml(pageHead({ siteName: title, title, description: text, url: null }));
  const body = renderToStaticMarkup(
    <main>
      <MessageView title={title} text={text} links={[{ href: '/', label: FRENCH.backToHome }]} />
    </main>,
  );
  return documentHtml({ head, body, status }, { stylesheets: [PLAIN_SHEET], scripts: [] });
}
