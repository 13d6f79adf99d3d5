import { renderPage as renderDocument } from 'vike/server';
import type { SiteProgram } from '#server/pages/site-renderer.ts';
import { sourceModule } from './site-from-sources.ts';

// In the place of the built site: pages from the sources as they are now, with Vite's client and styles around them.

export const renderPage: SiteProgram['renderPage'] = async (asked, reader) => {
  const source = await sourceModule<Pick<SiteProgram, 'renderPage'>>('/render/render-page.ts');
  return source.renderPage(asked, reader);
};

export const renderAppPage: SiteProgram['renderAppPage'] = async (...asked) => {
  const source = await sourceModule<Pick<SiteProgram, 'renderAppPage'>>('/render/app-page.tsx');
  return source.renderAppPage(...asked);
};

export const documentOf: SiteProgram['documentOf'] = async (address, page, cspNonce) => {
  const nonce = cspNonce === '' ? {} : { cspNonce };
  const { httpResponse, errorWhileRendering } = await renderDocument({
    urlOriginal: address,
    page,
    ...nonce,
  });
  if (httpResponse.statusCode !== 200)
    throw new Error(`no document for ${address}`, { cause: errorWhileRendering });
  return httpResponse.getBody();
};
