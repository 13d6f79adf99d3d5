import { dangerouslySkipEscape, escapeInject } from 'vike/server';
import type { PageContextServer } from 'vike/types';
import '#site/styles/main.css';

/** Writes the document around a page that site/render made; Vike adds the build's style sheets, fonts and scripts. */
export function onRenderHtml({ page }: PageContextServer): ReturnType<typeof escapeInject> {
  const [head, body] = [dangerouslySkipEscape(page.head), dangerouslySkipEscape(page.body)];
  return escapeInject`<!doctype html><html lang="fr"><head>${head}</head><body>${body}</body></html>`;
}
