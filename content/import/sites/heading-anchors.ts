import { MAX_BODY_BYTES } from '../../model/post.ts';
import { type Anchors, headingNames, isHeading } from '../html/anchors.ts';
import { elementsIn, readHtml } from '../html/html-tree.ts';
import { htmlOf } from './markdown-html.ts';

/** `{#name .class}` of Hugo and others, `{: #name}` of kramdown, at the end of a block or of one above it. */
const STATED = /\s*\{:?[^{}\n]*?#([\w:.-]+)[^{}\n]*\}\s*$/;
/** What every text with a heading has. */
const HEADING = /#|^[ \t>]*(?:=+|-+)[ \t]*$|<h[1-6]/im;
/** Names that end further from the end of a block, in characters, are none of it. */
const LONGEST = 1000;
/** What templates make something of, or a look. */
const TEMPLATES = /\{[{%][^{}]*[%}]\}|\{:?[ \t]*\.[^{}#]*\}/g;

/**
 * By the names that a text's own program gives its headings, those that Encrier gives them, where they are others. Names are made of a heading's
 * words by GitHub, Hugo and kramdown, or stated beside it; what else is named leads to the heading that it is below.
 */
export function headingAnchors(markdown: string): Anchors {
  if (markdown.length > MAX_BODY_BYTES || !HEADING.test(markdown)) return {};
  const root = readHtml(htmlOf(markdown.replace(TEMPLATES, '').replaceAll('[^', '[\\^')));
  for (const block of elementsIn(root)) {
    const last = block.children.at(-1);
    const [whole = '', name] = last?.type === 'text' ? (STATED.exec(last.value.slice(-LONGEST)) ?? []) : [];
    if (last?.type !== 'text' || name === undefined) continue;
    block.properties['id'] ??= name;
    if (isHeading(block)) last.value = last.value.slice(0, -whole.length);
  }
  const counts = new Map<string, number>();
  return headingNames(root, (words) =>
    [...new Set([githubName(words), kramdownName(words)])].map((name) => {
      const count = counts.get(name) ?? 0;
      counts.set(name, count + 1);
      return count === 0 ? name : `${name}-${count}`;
    }),
  );
}

function githubName(words: string): string {
  return words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replace(/ /g, '-');
}

function kramdownName(words: string): string {
  return words
    .replace(/^[^a-z]+/i, '')
    .replace(/[^a-z0-9 -]/gi, '')
    .replace(/ /g, '-')
    .toLowerCase();
}
