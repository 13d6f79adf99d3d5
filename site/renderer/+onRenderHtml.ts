import { dangerouslySkipEscape, escapeInject } from 'vike/server';
import type { PageContextServer } from 'vike/types';
import '#site/styles/main.css';

/** Writes the document; Vike adds the build's style sheet, fonts and script. */
export function onRenderHtml(pageContext: PageContextServer): ReturnType<typeof escapeInject> {
  const { head, body } = pageContext.Page(pageContext.data);
  return escapeInject`<!doctype html><html lang="fr"><head>${dangerouslySkipEscape(head)}</head><body>${dangerouslySkipEscape(body)}</body></html>`;
}
