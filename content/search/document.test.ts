import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '../model/markdown/render.ts';
import { createRandom } from '../testing/random.ts';
import { rounds } from '../testing/rounds.ts';
import { readCorpus } from '../testing/search/corpus.ts';
import { plainSections, sectionsOf } from './document.ts';

const PARTS = [
  ...[
    'mot',
    'é',
    '12',
    '1',
    '2024',
    "l'",
    '’',
    '—',
    '😀',
    '€',
    '§',
    '.',
    ',',
    '"',
    '(',
    ')',
    '/',
    'a@b.fr',
    'www.a.fr',
  ],
  ...[' ', ' ', ' ', '  ', '    ', '\t', '\u00a0', '\n', '\n', '\n\n', '\n\n', '\r\n'],
  ...[
    '*',
    '**',
    '*gras*',
    '**fort**',
    '`',
    '`code`',
    '[lien](/x)',
    '![image](/a.svg)',
    '[',
    ']',
    '[^1]',
    '[x]: /y',
  ],
  ...[
    '# ',
    '## ',
    '### T',
    '#',
    '- ',
    '* ',
    '+ ',
    '-',
    '+',
    '1. ',
    '2) ',
    '3. ',
    '> ',
    '>',
    '---',
    '===',
    '***',
  ],
  ...['```', '```js', '!', ' !', ' :', ':', '« ', ' »', ';', '?', '<', '<b>', '<!--', '-->', '&amp;', '&'],
  ...['\\', '_', '~', '|', '='],
];

function sectionsOfPage(source: string) {
  return sectionsOf(renderMarkdown(source, { images: new Map() }));
}

describe('plainSections', () => {
  it('says what the page says, or nothing, of texts made of all kinds of marks', () => {
    const { pick, below } = createRandom(3);
    let plain = 0;
    const all = rounds({ few: 10_000, all: 40_000 });
    for (let round = 0; round < all; round += 1) {
      const source = Array.from({ length: 1 + below(14) }, () => pick(PARTS)).join('');
      const sections = plainSections(source);
      if (sections === null) continue;
      plain += 1;
      expect(sections, JSON.stringify(source)).toEqual(sectionsOfPage(source));
    }
    expect(plain).toBeGreaterThan(all / 20);
  });

  it('reads most articles, as their pages show them', () => {
    const bodies = readCorpus().map(({ body }) => body);
    const plain = bodies.filter((body) => plainSections(body) !== null);
    expect(plain.map(plainSections)).toEqual(plain.map(sectionsOfPage));
    expect(plain.length).toBeGreaterThan(0.8 * bodies.length);
  });

  it.each([
    ['a comment', 'Vu. <!-- Caché. -->'],
    ['a footnote', 'Vu[^1].\n\n[^1]: Note.'],
    ['a table', '| a | b |\n| --- | --- |\n| 1 | 2 |'],
    ['a line of code by its indentation', 'Vu.\n\n    code'],
    ['an underlined heading', 'Titre\n====='],
    ['a fence that nothing closes', '```\ncode'],
  ])('leaves %s to the renderer', (_, source) => {
    expect(plainSections(source)).toBeNull();
  });
});
