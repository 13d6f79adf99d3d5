import { escapeHtml } from '../../model/markdown/escape.ts';
import { type Fields, rowsOf, textAt, valueAt } from '../front-matter.ts';
import { htmlOf } from '../sites/markdown-html.ts';

/** The HTML of a card of Ghost's editors, both of the older and the newer one; of an unknown card every text it holds. */
export function cardHtml(name: string, payload: Fields): string {
  return CARDS[name]?.(payload) ?? unknownCard(payload);
}

type Card = (payload: Fields) => string;

const CARDS: Readonly<Record<string, Card>> = {
  markdown,
  'card-markdown': markdown,
  image: (card) => figure(imageHtml(card), textAt(card, 'caption')),
  'card-image': (card) => figure(imageHtml(card), textAt(card, 'caption')),
  gallery: (card) =>
    figure(
      rowsOf(valueAt(card, 'images'))
        .map((image) => `<div>${imageHtml(image)}</div>`)
        .join(''),
      textAt(card, 'caption'),
    ),
  html: (card) => textAt(card, 'html') ?? '',
  email: () => '',
  'email-cta': () => '',
  code: codeHtml,
  codeblock: codeHtml,
  hr: () => '<hr>',
  horizontalrule: () => '<hr>',
  paywall: () => '',
  bookmark: bookmarkHtml,
  embed: embedHtml,
  callout: (card) =>
    `<blockquote><p>${escaped(card, 'calloutemoji')} ${textAt(card, 'callouttext') ?? ''}</p></blockquote>`,
  toggle: (card) =>
    `<details><summary>${textAt(card, 'heading') ?? ''}</summary>${textAt(card, 'content') ?? ''}</details>`,
  button,
  video: (card) =>
    `<video src="${escaped(card, 'src')}" poster="${escaped(card, 'customthumbnailsrc', 'thumbnailsrc')}"></video>${captionOf(card)}`,
  audio: (card) => mediaHtml(card, 'Fichier audio'),
  file: (card) => mediaHtml(card, 'Fichier'),
  header: (card) =>
    pictureHtml(textAt(card, 'backgroundimagesrc')) +
    heading(textAt(card, 'header', 'heading')) +
    paragraph(textAt(card, 'subheader', 'subheading')) +
    button(card),
  signup: (card) =>
    heading(textAt(card, 'header', 'heading')) +
    paragraph(textAt(card, 'subheader')) +
    paragraph(textAt(card, 'disclaimer')),
  'call-to-action': (card) =>
    (textAt(card, 'sponsorlabel') ?? '') +
    pictureHtml(textAt(card, 'imageurl')) +
    (textAt(card, 'textvalue') ?? '') +
    button(card),
  product: productHtml,
};

function markdown(card: Fields): string {
  return htmlOf(textAt(card, 'markdown') ?? '');
}

function escaped(card: Fields, ...keys: readonly string[]): string {
  return escapeHtml(textAt(card, ...keys) ?? '');
}

function imageHtml(card: Fields): string {
  const image = `<img src="${escaped(card, 'src')}" alt="${escaped(card, 'alt')}">`;
  return textAt(card, 'href') === null ? image : `<a href="${escaped(card, 'href')}">${image}</a>`;
}

function pictureHtml(src: string | null): string {
  return src === null ? '' : `<p>${imageHtml({ src })}</p>`;
}

/** Captions are HTML in Ghost. */
function figure(inner: string, caption: string | null): string {
  return `<figure>${inner}${caption === null ? '' : `<figcaption>${caption}</figcaption>`}</figure>`;
}

function codeHtml(card: Fields): string {
  const code = `<pre><code class="language-${escaped(card, 'language')}">${escaped(card, 'code')}</code></pre>`;
  const caption = textAt(card, 'caption');
  return caption === null ? code : `${code}<p>${caption}</p>`;
}

function bookmarkHtml(card: Fields): string {
  const url = escaped(card, 'url', 'metadata.url');
  const title = escaped(card, 'metadata.title', 'title') || url;
  const lines = ['description', 'publisher', 'author'].map((key) =>
    paragraph(escapeHtml(textAt(card, `metadata.${key}`, key) ?? '') || null),
  );
  const picture = pictureHtml(textAt(card, 'metadata.thumbnail'));
  return `<p><a href="${url}">${title}</a></p>${lines.join('')}${picture}${captionOf(card)}`;
}

function embedHtml(card: Fields): string {
  const html = textAt(card, 'html');
  const url = escaped(card, 'url');
  const shown =
    html !== null && (/<iframe/i.test(html) || html.replace(/<[^<>]*>/g, '').trim() !== '')
      ? html
      : url === ''
        ? (html ?? '')
        : `<p><a href="${url}">${url}</a></p>`;
  return shown + captionOf(card);
}

function captionOf(card: Fields): string {
  const caption = textAt(card, 'caption');
  return caption === null ? '' : `<p>${caption}</p>`;
}

function mediaHtml(card: Fields, words: string): string {
  const title = escaped(card, 'title', 'filetitle', 'filename') || words;
  const more = textAt(card, 'filecaption');
  return `<p><a href="${escaped(card, 'src')}">${title}</a></p>${more === null ? '' : `<p>${escapeHtml(more)}</p>`}${captionOf(card)}`;
}

function button(card: Fields): string {
  const words = escaped(card, 'buttontext');
  return words === '' ? '' : `<p><a href="${escaped(card, 'buttonurl')}">${words}</a></p>`;
}

function heading(words: string | null): string {
  return words === null ? '' : `<h2>${words}</h2>`;
}

function paragraph(words: string | null): string {
  return words === null ? '' : `<p>${words}</p>`;
}

function productHtml(card: Fields): string {
  const image = pictureHtml(textAt(card, 'productimagesrc'));
  const words = escaped(card, 'productbutton');
  const link = words === '' ? '' : `<p><a href="${escaped(card, 'producturl')}">${words}</a></p>`;
  return image + heading(textAt(card, 'producttitle')) + (textAt(card, 'productdescription') ?? '') + link;
}

function unknownCard(card: Fields): string {
  return Object.entries(card)
    .filter(
      ([key, value]) =>
        typeof value === 'string' &&
        /text|title|html|caption|content|description|header|heading/.test(key) &&
        value.trim() !== '',
    )
    .map(([key]) => paragraph(textAt(card, key)))
    .join('');
}
