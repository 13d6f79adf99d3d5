import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { escapeHtml } from '#content/model/markdown/escape.ts';
import { APP_ROOT_ID } from '#site/ui/app-root.ts';
import { FRENCH } from '#site/ui/french.ts';
import { Layout } from '#site/ui/layout.tsx';
import { MessageView } from '#site/ui/message-view.tsx';
import { ADMIN, APP_PAGES } from './app-pages.ts';
import { headHtml, messageHead } from './head.ts';
import { gatherLayout } from './layout.ts';
import type { PageReader, RenderedPage } from './reader.ts';

const WAYS_ON = [
  { href: '/blog', label: FRENCH.backToBlog },
  { href: '/', label: FRENCH.backToHome },
];

/**
 * The document of a page that the browser draws: inside the site's header and footer, but for the admin, which has
 * its own header. The nonce stands where Vite looks for it, and the admin reads it from there.
 */
export async function renderAppPage(reader: PageReader, path: string, nonce: string): Promise<RenderedPage> {
  const name = APP_PAGES[path]?.title ?? '';
  const siteName = reader.site().brand.name;
  const head = headHtml(messageHead(siteName, name, `${name} | ${siteName}`));
  const nonceHtml = `<meta property="csp-nonce" nonce="${escapeHtml(nonce)}">`;
  const root = <div id={APP_ROOT_ID} />;
  const isAdmin = path === ADMIN;
  const page = isAdmin ? (
    <>
      {root}
      <noscript>
        <main>
          <NeedsScript />
        </main>
      </noscript>
    </>
  ) : (
    <Layout data={await gatherLayout(reader)} section="none">
      {root}
      <noscript>
        <NeedsScript />
      </noscript>
    </Layout>
  );
  return { status: 200, head: head + nonceHtml, body: renderToStaticMarkup(page) };
}

/** What is said where the browser would have drawn the page. */
function NeedsScript(): ReactNode {
  return <MessageView title={FRENCH.needsScript} text={FRENCH.needsScriptText} links={WAYS_ON} />;
}
