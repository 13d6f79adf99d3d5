import { describe, expect, it } from 'vitest';
import type { ImageInfo } from '../image.ts';
import { MAX_SOURCE_LENGTH, renderMarkdown } from './render.ts';

const PHOTO: ImageInfo = {
  path: 'images/2026/photo-3f9a1c.jpg',
  blobId: '0123456789abcdef0123456789abcdef01234567',
  width: 1000,
  height: 500,
};
const ADDRESS = '/images/2026/photo-3f9a1c.jpg';
const VARIANT = `/images/${PHOTO.blobId}/photo-3f9a1c`;
const SIZES = '(min-width: 768px) 720px, 100vw';
const AVIF = `<source type="image/avif" srcset="${VARIANT}-400.avif 400w, ${VARIANT}-800.avif 800w, ${VARIANT}-1200.avif 1000w" sizes="${SIZES}">`;
const IMG = `<picture>${AVIF}<img src="${VARIANT}-800.webp" srcset="${VARIANT}-400.webp 400w, ${VARIANT}-800.webp 800w, ${VARIANT}-1200.webp 1000w" sizes="${SIZES}" width="1000" height="500" loading="lazy" decoding="async" alt="Un bureau"></picture>`;

function html(source: string): string {
  const rendered = renderMarkdown(source, {
    images: new Map([
      [ADDRESS, PHOTO],
      [`https://exemple.fr${ADDRESS}`, PHOTO],
    ]),
    origin: 'https://exemple.fr',
  });
  expect(rendered.failed).toBe(false);
  return rendered.html.trim();
}

describe('renderMarkdown', () => {
  it('gives headings ids and lists them, with one level less for a title', () => {
    const { html, headings } = renderMarkdown('# Épargner & *investir*\n\n### Œuvre\n', {
      images: new Map(),
    });
    expect(html).toBe(
      '<h2 id="epargner-investir">Épargner &amp; <em>investir</em></h2>\n<h3 id="oeuvre">Œuvre</h3>\n',
    );
    expect(headings).toEqual([
      { id: 'epargner-investir', text: 'Épargner & investir', level: 2 },
      { id: 'oeuvre', text: 'Œuvre', level: 3 },
    ]);
  });

  it('never gives two headings one id, nor one of the page', () => {
    const source = ['Contenu', 'Contenu', 'Bilan', 'Bilan 2', 'Bilan', '!!!', 'Note 1'].map(
      (t) => `## ${t}\n`,
    );
    const { headings } = renderMarkdown(source.join('\n'), { images: new Map() });
    expect(headings.map(({ id }) => id)).toEqual([
      'section-contenu',
      'section-contenu-2',
      'bilan',
      'bilan-2',
      'bilan-3',
      'section',
      'section-note-1',
    ]);
  });

  it('wraps a table so that it scrolls alone, aligns by class and names each region', () => {
    const table = '| a | b |\n|:-:|--:|\n| 1 | 2 |\n';
    const rendered = html(`${table}\nTexte\n\n${table}`);
    expect(rendered).toContain(
      '<div class="table-scroll" tabindex="0" role="region" aria-label="Tableau"><table>',
    );
    expect(rendered).toContain('aria-label="Tableau 2"><table>');
    expect(rendered).toContain('<th scope="col" class="align-center">a</th>');
    expect(rendered).toContain('<td class="align-right">2</td>');
    expect(rendered.match(/<\/table><\/div>/g)).toHaveLength(2);
  });

  it('shows tasks as disabled checkboxes that say whether they are done', () => {
    expect(html('- [x] un\n- [ ] deux\n')).toBe(
      '<ul>\n<li class="task"><input type="checkbox" disabled checked aria-label="Fait" /> un</li>\n' +
        '<li class="task"><input type="checkbox" disabled aria-label="À faire" /> deux</li>\n</ul>',
    );
  });

  it('numbers footnotes in French, with a way back for each reference', () => {
    const { html, headings } = renderMarkdown(
      'Un[^a] deux[^contenu] un[^a].\n\n[^a]: Première.\n[^contenu]: Autre.\n',
      {
        images: new Map(),
      },
    );
    expect(html).toContain(
      'Un<sup class="appel-note"><a href="#note-1" id="appel-note-1" aria-label="Note 1">1</a></sup>',
    );
    expect(html).toContain('<section aria-labelledby="notes" class="notes"><h2 id="notes">Notes</h2>');
    expect(html).toContain(
      '<li id="note-1"><p>Première. <a href="#appel-note-1" aria-label="Retour au texte, note 1" class="retour-note">↩</a> ' +
        '<a href="#appel-note-1-2" aria-label="Retour au texte, note 1, appel 2" class="retour-note">↩<sup>2</sup></a></p></li>',
    );
    expect(headings).toEqual([]);
  });

  it('keeps the language of code and lets the keyboard scroll it', () => {
    expect(html('```js\nif (a < b ? c : d) {}\n```')).toBe(
      '<pre tabindex="0"><code class="language-js"><span class="hljs-keyword">if</span> (a &lt; b ? c : d) {}\n</code></pre>',
    );
  });

  it('keeps details and their summary', () => {
    expect(html('<details open>\n<summary>Plus</summary>\n\nTexte\n\n</details>')).toBe(
      '<details open>\n<summary>Plus</summary><p>Texte</p>\n</details>',
    );
  });

  it('serves an image of the repository in its variants', () => {
    expect(html(`![Un bureau](${ADDRESS})`)).toBe(`<p>${IMG}</p>`);
    expect(html(`Voir ![Un bureau](https://exemple.fr${ADDRESS}) ici`)).toBe(`<p>Voir ${IMG} ici</p>`);
  });

  it('makes a figure of an image alone with a title, and keeps one written as HTML', () => {
    const figure = `<figure>${IMG}<figcaption>Une « légende »\u202F!</figcaption></figure>`.replace(
      '« légende »',
      '«\u00A0légende\u00A0»',
    );
    expect(html(`![Un bureau](${ADDRESS} "Une « légende » !")`)).toBe(figure);
    expect(
      html(
        `<figure><img src="${ADDRESS}" alt="Un bureau" onload="x()"><figcaption>Une « légende » !</figcaption></figure>`,
      ),
    ).toBe(figure);
  });

  it('shows the text of an image that is not there', () => {
    expect(html('Avant ![une photo](/images/2026/absente.jpg) après')).toBe('<p>Avant une photo après</p>');
    expect(html('![<b>](/images/2026/absente.jpg)')).toBe('<p>&lt;b&gt;</p>');
  });

  it('keeps the text of an image that is not there apart from the words beside it', () => {
    expect(
      html('Avant<b>![une](/images/2026/a.jpg)</b>![photo](/images/2026/b.jpg)après, ![là](/c.jpg).'),
    ).toBe('<p>Avant<b> une</b> photo après, là.</p>');
  });

  it('links to images of other sites and never loads them', () => {
    expect(html('![carte](https://ailleurs.fr/a.png)')).toBe(
      '<p><a href="https://ailleurs.fr/a.png" rel="noopener">carte</a></p>',
    );
    expect(html('[![carte](https://ailleurs.fr/a.png)](/blog)')).toBe('<p><a href="/blog">carte</a></p>');
    expect(html('<img src="https://ailleurs.fr/a.png" srcset="https://ailleurs.fr/b.png 2x">')).toBe(
      '<a href="https://ailleurs.fr/a.png" rel="noopener">https://ailleurs.fr/a.png</a>',
    );
  });

  it('marks external links, and those alone', () => {
    expect(html('[a](https://ailleurs.fr/?a=1&b=2)')).toBe(
      '<p><a href="https://ailleurs.fr/?a=1&amp;b=2" rel="noopener">a</a></p>',
    );
    for (const address of [
      '/blog',
      '#bilan',
      'suite',
      'mailto:a@b.fr',
      'tel:+33100000000',
      'https://exemple.fr/x',
    ]) {
      expect(html(`[a](${address})`)).toBe(`<p><a href="${address}">a</a></p>`);
    }
    expect(html('<a href="/blog" target="_blank" rel="opener" class="x" style="color:red">a</a>')).toBe(
      '<p><a href="/blog">a</a></p>',
    );
  });

  it('links bare addresses, however long the text around them', () => {
    expect(html('Voir www.exemple.org ou a.b@exemple.org.')).toBe(
      '<p>Voir <a href="http://www.exemple.org" rel="noopener">www.exemple.org</a> ou <a href="mailto:a.b@exemple.org">a.b@exemple.org</a>.</p>',
    );
  });

  it('drops ids and names of raw HTML', () => {
    expect(
      html('<p id="menu" name="x">a</p>\n<h3 id="contenu">Suite</h3>\n<a id="resume" name="y">b</a>'),
    ).toBe('<p>a</p>\n<h3 id="suite">Suite</h3>\nb');
  });

  it('keeps one of two equal ids that raw HTML copies from the notes', () => {
    const rendered = html('a[^1]\n\n<li id="note-1">x</li>\n\n[^1]: n\n');
    expect(rendered.match(/id="note-1"/g)).toHaveLength(1);
  });

  it('gives the same HTML each time, also after a text that failed', () => {
    const source = 'Un[^1] « a » !\n\n## Titre\n\n[^1]: Note\n';
    const first = renderMarkdown(source, { images: new Map() });
    expect(renderMarkdown(`a[^1]\n\n[^1]: b\n${'>'.repeat(5000)}`, { images: new Map() }).failed).toBe(true);
    expect(renderMarkdown(source, { images: new Map() })).toEqual(first);
  });

  it('shows a text that is too long as it is, escaped', () => {
    const source = `<b>&"'${'x'.repeat(MAX_SOURCE_LENGTH)}`;
    expect(renderMarkdown(source, { images: new Map() })).toEqual({
      html: `<pre class="raw-markdown">&lt;b&gt;&amp;&quot;&#39;${'x'.repeat(MAX_SOURCE_LENGTH)}</pre>`,
      headings: [],
      keyPoints: [],
      failed: true,
    });
  });

  it('takes odd characters for what they are', () => {
    expect(html('[a](\uD800) \uDC00 \0')).toBe('<p><a href="%EF%BF%BD">a</a> \uFFFD \uFFFD</p>');
    expect(html('')).toBe('');
    expect(html('\uFEFFa\r\n\r\nb')).toContain('<p>b</p>');
  });
});
