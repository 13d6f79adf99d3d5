import { readFileSync } from 'node:fs';
import type { SiteProgram } from './site-renderer.ts';

export { renderAppPage } from '#site/render/app-page.tsx';
export { renderPage } from '#site/render/render-page.ts';

/** What the build wrote around each page, by address (scripts/write-documents.mjs). */
const texts = JSON.parse(readFileSync(new URL('documents.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, string>
>; // a file of the build
const documents = new Map(
  Object.entries(texts).map(([address, text]) => [address, text.split(/(\{(?:head|body|nonce)\})/)]),
);

/** Throws for an address that has no document in the build. */
export const documentOf: SiteProgram['documentOf'] = (address, { head, body }, cspNonce) => {
  const parts = documents.get(address);
  if (parts === undefined) throw new Error(`the build has no document for ${address}`);
  const filled = new Map([
    ['{head}', head],
    ['{body}', body],
    ['{nonce}', cspNonce],
  ]);
  return parts.map((part) => filled.get(part) ?? part).join('');
};
