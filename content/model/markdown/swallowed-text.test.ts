// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { HOSTILE_HTML } from '#content/testing/hostile-html.ts';
import { problemsOfHtml } from '#content/testing/html-inspection.ts';
import { createRandom } from '#content/testing/random.ts';
import { rounds } from '#content/testing/rounds.ts';
import { renderMarkdown } from './render.ts';

const RAW_NAMES = ['noscript', 'noembed', 'noframes', 'iframe', 'xmp', 'plaintext', 'textarea', 'title'];
const OTHER_NAMES = ['style', 'script', 'template', 'select', 'option', 'math', 'svg', 'object', 'video'];

/** Ways to leave something open that would take the rest of an article with it. */
const GREEDY: readonly string[] = [
  ...[...RAW_NAMES, ...OTHER_NAMES].flatMap((name) => [
    `<${name}><p title="</${name}>`,
    `<div><${name}><p title="</${name}></div>`,
    `<p><${name}><a href='</${name}>x`,
    `<div><${name}><!-- </${name}></div>`,
    `<div><${name}></div>`,
    `<div>\n<${name}>\n<${name}></${name}>\n</div>`,
    `<div><${name} title="</${name}>"></div>`,
    `a <${name}> b <i title="</${name}>">c</i>`,
    `<div></${name} title="</div>`,
    `<${name.toUpperCase()}\n<p title="</${name}>`,
  ]),
  '<p title="abc',
  "<p title='abc",
  '<div\n',
  '<div title=\n"',
  '</p title="',
  '<table><tr><td title="</td></tr></table>',
  '<div><!-- abc',
  '<!-- abc',
  '<!-->abc',
  '<div><![CDATA[ abc',
  '<?php abc',
  '<!DOCTYPE abc',
  'a <kbd><b title="</kbd> c',
  '<details open><summary title="x',
];

const AFTER = "\n\nLa **suite** [du texte](/x 'lien').\n\nUne fin d'été.\n";

/** As a page where scripts run, and as one where none does: they read <noscript> each in their own way. */
const READERS = {
  'with scripts': (html: string): Element => {
    document.body.innerHTML = html;
    return document.body;
  },
  'without scripts': (html: string): Element => new DOMParser().parseFromString(html, 'text/html').body,
};

function shownTexts(html: string): readonly string[] {
  return Object.values(READERS).map((read) => {
    const body = read(html);
    for (const folded of body.querySelectorAll('details:not([open])')) folded.remove();
    return body.textContent.replace(/\s+/g, ' ').trim();
  });
}

function rendered(source: string): string {
  return renderMarkdown(source, { images: new Map() }).html;
}

const ROUNDS = rounds({ few: 200, all: 3000 });

describe('the two readers of this test', () => {
  it('do not read <noscript> alike', () => {
    const counts = Object.values(READERS).map(
      (read) => read('<noscript><b>a</b></noscript>').querySelectorAll('b').length,
    );
    expect(counts).toEqual([0, 1]);
  });
});

describe('what follows HTML that is left open', () => {
  it.each(GREEDY.map((source) => [source]))('is read whole after %j', (source) => {
    const html = rendered(source + AFTER);
    for (const read of Object.values(READERS)) {
      const article = read(html);
      expect([...article.querySelectorAll('p')].map((p) => p.textContent)).toEqual(
        expect.arrayContaining(['La suite du texte.', "Une fin d'été."]),
      );
      expect(article.querySelector('p a[href="/x"][title="lien"]')?.textContent).toBe('du texte');
      // What a browser makes of it, written out, is read alike again.
      const written = article.innerHTML;
      expect(read(written).innerHTML).toBe(written);
    }
    expect(problemsOfHtml(html)).toEqual([]);
  });

  it('is read after all of them, put together in any way', () => {
    const random = createRandom(20261122);
    const signs = [
      '<',
      '>',
      '"',
      "'",
      '</',
      '/',
      '=',
      '<!--',
      '-->',
      ' ',
      '\n',
      '\n\n',
      'a',
      '<kbd>',
      '&lt;',
    ];
    const tags = [...RAW_NAMES, ...OTHER_NAMES, 'p', 'div', 'b', 'table'].flatMap((name) => [
      `<${name}>`,
      `</${name}>`,
      `<${name} title=`,
    ]);
    for (let round = 0; round < ROUNDS; round += 1) {
      const source = Array.from({ length: 1 + random.below(10) }, () =>
        random.pick(random.oneIn(2) ? signs : random.oneIn(4) ? HOSTILE_HTML : tags),
      ).join('');
      const html = rendered(source + AFTER);
      expect({ source, problems: problemsOfHtml(html) }).toEqual({ source, problems: [] });
      const [scripted = '', plain] = shownTexts(html);
      expect({ source, isRead: /suite\b/.test(scripted) && /Une fin d.été/.test(scripted) }).toEqual({
        source,
        isRead: true,
      });
      expect(plain).toBe(scripted);
    }
  });
});
