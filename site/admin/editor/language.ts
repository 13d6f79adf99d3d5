import { markdownLanguage } from '@codemirror/lang-markdown';
import { LanguageSupport } from '@codemirror/language';
import type { Extension } from '@codemirror/state';

/**
 * GitHub's Markdown, as the site's own renderer reads it. Not `markdown()`: that one brings grammars of HTML, CSS and
 * JavaScript, which nobody writes here.
 */
export function markdownText(): Extension {
  return new LanguageSupport(markdownLanguage);
}
