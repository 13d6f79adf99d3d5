import type { RenderedPage } from './page.ts';

/** The build's files a page needs, by address. */
export interface Assets {
  readonly stylesheets: readonly string[];
  readonly scripts: readonly string[];
}

/** A whole document, for those who write it without Vike: the desktop's preview, a server that is not ready. */
export function documentHtml({ head, body }: RenderedPage, { stylesheets, scripts }: Assets): string {
  const files = [
    ...stylesheets.map((href) => `<link rel="stylesheet" href="${href}">`),
    ...scripts.map((src) => `<script type="module" src="${src}"></script>`),
  ].join('');
  return `<!doctype html><html lang="fr"><head>${head}${files}</head><body>${body}</body></html>`;
}
