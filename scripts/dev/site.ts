import { renderPage } from 'vike/server';
import type { SiteProgram } from '#server/pages/site-renderer.ts';
import { sourceModule } from './site-from-sources.ts';

// In the place of the built site: pages from the sources as they are now, with Vite's client and styles around them.

export const renderTarget: SiteProgram['renderTarget'] = async (target, reader) => {
  const source = await sourceModule<Pick<SiteProgram, 'renderTarget'>>('/render/render-target.ts');
  return source.renderTarget(target, reader);
};

export const renderAppPage: SiteProgram['renderAppPage'] = async (...asked) => {
  const source = await sourceModule<Pick<SiteProgram, 'renderAppPage'>>('/render/app-page.tsx');
  return source.renderAppPage(...asked);
};

export const documentOf: SiteProgram['documentOf'] = async (address, page, cspNonce) => {
  const nonce = cspNonce === '' ? {} : { cspNonce };
  const { httpResponse, errorWhileRendering } = await renderPage({ urlOriginal: address, page, ...nonce });
  if (httpResponse.statusCode !== 200)
    throw new Error(`no document for ${address}`, { cause: errorWhileRendering });
  return httpResponse.getBody();
};
