import { dangerouslySkipEscape, escapeInject } from 'vike/server';
import type { PageContextServer } from 'vike/types';
import { renderAppPage } from '#site/render/app-page.tsx';
import '#site/styles/main.css';

/** Writes the document around an app page; Vike adds the build's style sheets and scripts, with the nonce. */
export async function onRenderHtml(pageContext: PageContextServer): Promise<ReturnType<typeof escapeInject>> {
  const { reader, urlPathname, cspNonce } = pageContext;
  const { head, body } = await renderAppPage(
    reader,
    urlPathname,
    typeof cspNonce === 'string' ? cspNonce : '',
  );
  return escapeInject`<!doctype html><html lang="fr"><head>${dangerouslySkipEscape(head)}</head><body>${dangerouslySkipEscape(body)}</body></html>`;
}
