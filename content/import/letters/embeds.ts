import type { Element, ElementContent } from 'hast';
import { escapeHtml } from '../../model/markdown/escape.ts';
import { type Fields, isFields, readJson, rowsOf, textAt, valueAt } from '../front-matter.ts';
import {
  attribute,
  classes,
  element,
  elementIn,
  ONLY_TAGS_BUT_SPANS,
  readHtml,
  type Tree,
  textOf,
} from '../html/html-tree.ts';
import { replaceElements } from '../html/straighten.ts';
import type { ImportNote } from '../imported.ts';

/**
 * A letter's HTML as a tree, with what Substack draws from data alone said in HTML: a gallery, a formula, a message of a network, somebody
 * who is named, another letter. `withLinks` is what links in it become. Gives what to say of those whose data says nothing.
 */
export function readLetter(
  html: string,
  withLinks: (html: string) => string,
): { readonly root: Tree; readonly notes: readonly ImportNote[] } {
  const root = readHtml(withLinks(html), ONLY_TAGS_BUT_SPANS);
  const notes: ImportNote[] = [];
  replaceElements(root, (found) => {
    const data = isDrawn(found) ? readJson(attribute(found, 'data-attrs')) : null;
    if (data === null) return found.tagName === 'span' ? found.children : pictureForAll(found);
    const said = drawing(data);
    if (said === null) notes.push({ kind: 'html', what: nameOf(found) });
    return said === null ? [] : readHtml(withLinks(said)).children;
  });
  return { root, notes };
}

/** Whether readers were shown something that is not in the HTML. */
function isDrawn(node: Element): boolean {
  return (
    attribute(node, 'data-attrs') !== '' &&
    textOf(node).trim() === '' &&
    elementIn(node, 'img', 'a', 'iframe', 'audio', 'video', 'input') === undefined &&
    node.tagName !== 'img' &&
    attribute(node, 'src') === ''
  );
}

/** `NativeVideoToDOM` is « NativeVideo ». */
function nameOf(node: Element): string {
  const name = attribute(node, 'data-component-name').replace(/(?:ToDOM|Placeholder)$/, '');
  return name === '' ? (classes(node)[0] ?? node.tagName) : name;
}

/** A telephone's pictures are shown by no browser but its own: the link around one leads to what was shown to all. */
function pictureForAll(node: Element): readonly ElementContent[] | null {
  const picture = node.tagName === 'a' ? elementIn(node, 'img') : undefined;
  if (picture === undefined || !/\.hei[cf]$/i.test(attribute(picture, 'src'))) return null;
  const shown = attribute(node, 'href');
  if (!/^https:\/\/substackcdn\.com\/image\//.test(shown) || textOf(node).trim() !== '') return null;
  return [element('img', { ...picture.properties, src: shown })];
}

function drawing(data: Fields): string | null {
  const pictures = rowsOf(valueAt(data, 'gallery.images'));
  if (pictures.length > 0) return gallery(pictures, data);
  const formula = textAt(data, 'persistentexpression');
  if (formula !== null) return `<pre><code class="language-latex">${escapeHtml(formula)}</code></pre>`;
  return message(data) ?? link(data);
}

function gallery(pictures: readonly Fields[], data: Fields): string {
  const alt = escaped(data, 'gallery.alt');
  const shown = pictures.map((picture) => `<img src="${escaped(picture, 'src')}" alt="${alt}">`).join('');
  return `<figure>${shown}<figcaption>${escaped(data, 'gallery.caption')}</figcaption></figure>`;
}

/** What somebody said elsewhere, with who it was and the link to it. */
function message(data: Fields): string | null {
  const words = textAt(data, 'full_text', 'comment.body');
  if (words === null) return null;
  const lines = /<a\s/.test(words) ? words : escapeHtml(words);
  const pictures = rowsOf(valueAt(data, 'photos')).map(
    (photo) => `<p><img src="${escaped(photo, 'img_url')}" alt=""></p>`,
  );
  const quoted = valueAt(data, 'quoted_tweet');
  const name = textAt(data, 'name', 'comment.name', 'username');
  const handle = textAt(data, 'username');
  const who = [name, handle === null || handle === name ? null : `(@${handle})`].filter(Boolean).join(' ');
  return [
    `<blockquote><p>${lines.replaceAll('\n', '<br>')}</p>`,
    ...pictures,
    isFields(quoted) ? (message(quoted) ?? '') : '',
    `<p>— ${linked(escaped(data, 'url'), escapeHtml(who))}</p></blockquote>`,
  ].join('');
}

function link(data: Fields): string | null {
  const video = textAt(data, 'videoid');
  const picture = textAt(data, 'instagram_id');
  const address =
    textAt(data, 'canonical_url', 'url') ??
    (video === null ? null : `https://www.youtube.com/watch?v=${video}`) ??
    (picture === null ? null : `https://www.instagram.com/p/${picture}`);
  const words = textAt(data, 'title', 'text', 'name', 'label') ?? address;
  if (words === null) return null;
  const shown = linked(escapeHtml(address ?? ''), escapeHtml(words));
  const more = textAt(data, 'caption', 'description', 'truncated_body_text');
  return more === null ? shown : `<p>${shown}</p><p>${escapeHtml(more)}</p>`;
}

function linked(address: string, words: string): string {
  return address === '' ? words : `<a href="${address}">${words || address}</a>`;
}

function escaped(data: Fields, path: string): string {
  return escapeHtml(textAt(data, path) ?? '');
}
