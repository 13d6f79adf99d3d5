import type { RenderedPage } from './reader.ts';

/** The build's files a page needs, by address. */
interface Assets {
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

/** JSON that may stand in a <script> element: nothing in it can end the element. */
export function jsonForScript(value: unknown): string {
  return JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');
}
