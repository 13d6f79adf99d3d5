import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { unescapeHtml } from './escape.ts';
import type { WorkMeter } from './work-meter.ts';

const LANGUAGES = { bash, css, diff, javascript, json, php, python, sql, typescript, xml, yaml };

// Longer code stays as it is. The time of some grammars grows with the square of a line: measured with lines of hostile
// signs, a text within these limits takes some tenths of a second at most.
const MAX_BLOCK = 10_000;
const MAX_LINE = 240;
/** Of all the code of one text, in characters. */
export const MAX_HIGHLIGHTED = 40_000;
/** In units of the meter: code as people write it. */
const PER_CHARACTER = 1_000;

/** What {@link finish} makes of fenced code that names its language, before and after it was highlighted. */
const CODE =
  /<pre tabindex="0"><code class="language-([\w+#.-]{1,40})">([^<]*(?:<\/?span[^>]*>[^<]*)*)<\/code><\/pre>/g;

const highlighter = createHighlighter();

/** An instance of our own: the library's is shared by all who import it. */
function createHighlighter(): typeof hljs {
  const own = hljs.newInstance();
  for (const [name, grammar] of Object.entries(LANGUAGES)) own.registerLanguage(name, grammar);
  own.registerAliases(['shell', 'console'], { languageName: 'bash' });
  return own;
}

/**
 * Our own safe HTML with the words of its code marked by classes (`hljs-keyword`…), where its language is named and known.
 * Not one character of the text changes. A text with more code than {@link MAX_HIGHLIGHTED} stays as it is.
 */
export function highlightCode(html: string, meter: WorkMeter): string {
  const length = highlightedLength(html);
  if (length === 0 || length > MAX_HIGHLIGHTED) return html;
  meter.spend(length * PER_CHARACTER);
  return html.replace(CODE, (whole, language: string, inside: string) => {
    if (inside.includes('<')) return whole;
    const code = unescapeHtml(inside);
    if (!isHighlighted(language, code)) return whole;
    const { value } = highlighter.highlight(code, { language, ignoreIllegals: true });
    return `<pre tabindex="0"><code class="language-${language}">${value}</code></pre>`;
  });
}

/** How many characters of code of a text are highlighted, whether that was done already or not. */
export function highlightedLength(html: string): number {
  if (!html.includes('<code class="language-')) return 0;
  let length = 0;
  for (const [, language = '', inside = ''] of html.matchAll(CODE)) {
    const code = unescapeHtml(inside.replace(/<[^>]*>/g, ''));
    if (isHighlighted(language, code)) length += code.length;
  }
  return length;
}

function isHighlighted(language: string, code: string): boolean {
  if (code.length > MAX_BLOCK || highlighter.getLanguage(language) === undefined) return false;
  return code.split('\n').every((line) => line.length <= MAX_LINE);
}
