import { describe, expect, it } from 'vitest';
import { HOSTILE_HTML } from '#content/testing/hostile-html.ts';
import { ODD_TEXTS } from '#content/testing/odd-texts.ts';
import { createRandom, type Random } from '#content/testing/random.ts';
import { type RenderOptions, renderMarkdown } from './render.ts';
import { createPartsRenderer, splitSource } from './render-parts.ts';

const OPTIONS: RenderOptions = {
  images: new Map([
    ['/images/2026/a.jpg', { path: 'images/2026/a.jpg', blobId: 'a'.repeat(40), width: 900, height: 500 }],
  ]),
};

const LINES: readonly string[] = [
  ...['## Titre', '## Titre', '### Autre', '#', 'texte simple', '**gras** et *ital', '', '', '', '  ', '\t'],
  ...['- a', '- b', '  - c', '1. un', '2) deux', '- [ ] t', '+ p', '*', '1.', '   - k', '> q', '>'],
  ...['```', '```js', '~~~', '   ```', '    code', '\tcode', '| a | b |', '| - | - |', '| 1 | 2 |'],
  ...['---', '===', '***', '* * *', '- - -', '![i](/images/2026/a.jpg)', '[l](u)', '`x` ``y', 'x  ', '\\'],
  ...[
    'é : ; !',
    'a\u2028b',
    '\ufeffx',
    '\u00a0',
    '\f',
    'c <3 d',
    '<b>',
    '[^1]',
    '[^1]: note',
    '[l]: /u',
    '[l]',
  ],
];

const SHORT_TEXTS = ODD_TEXTS.filter(({ length }) => length < 60);

function oddDocument(random: Random): string {
  const lines = Array.from({ length: 1 + random.below(14) }, () =>
    random.pick(random.oneIn(6) ? SHORT_TEXTS : LINES),
  );
  return lines
    .flatMap((line) => (random.oneIn(3) ? [line, ''] : [line]))
    .join(random.oneIn(9) ? '\r\n' : '\n');
}

/** What both renderers make of a text, in one shape. */
function both(render: ReturnType<typeof createPartsRenderer>, source: string) {
  const { parts, ...rest } = render(source, OPTIONS);
  const { keyPoints: _, ...whole } = renderMarkdown(source, OPTIONS);
  return {
    parts: { ...rest, html: parts.map(({ html }) => html).join('') },
    whole,
  };
}

describe('createPartsRenderer', () => {
  it('gives what the whole gives, for odd documents of all kinds', () => {
    const random = createRandom(23);
    const render = createPartsRenderer();
    let cut = 0;
    for (let round = 0; round < 800; round += 1) {
      const source = oddDocument(random);
      if ((splitSource(source.replace(/\r\n?/g, '\n')) ?? []).length > 1) cut += 1;
      const { parts, whole } = both(render, source);
      expect(parts, JSON.stringify(source)).toEqual(whole);
    }
    expect(cut).toBeGreaterThan(100);
  });

  it('gives what the whole gives for hostile HTML and odd texts between paragraphs', () => {
    const render = createPartsRenderer();
    for (const text of [...HOSTILE_HTML, ...ODD_TEXTS]) {
      const { parts, whole } = both(render, `## Avant\n\n${text}\n\n## Avant\n\nAprès`);
      expect(parts, JSON.stringify(text)).toEqual(whole);
    }
  });

  it('names the titles and the tables of the whole', () => {
    const table = '| a | b |\n| - | - |\n| 1 | 2 |';
    const source = ['## Bilan', table, '## Bilan', table, '## Bilan 2'].join('\n\n');
    const { parts, headings } = createPartsRenderer()(source, OPTIONS);
    expect(headings.map(({ id }) => id)).toEqual(['bilan', 'bilan-2', 'bilan-2-2']);
    expect(parts.map(({ html }) => html).join('')).toContain('aria-label="Tableau 2"');
  });

  it('says on which line each part starts', () => {
    const { parts } = createPartsRenderer()('## A\n\nun\ndeux\n\n\ntrois\n', OPTIONS);
    expect(parts.map(({ line }) => line)).toEqual([0, 2, 6]);
  });

  it('converts only what changed', () => {
    const render = createPartsRenderer();
    const before = render('un\n\ndeux\n\ntrois', OPTIONS);
    const after = render('un\n\ndeux !\n\ntrois', OPTIONS);
    expect(after.parts.map(({ html }, index) => html === before.parts[index]?.html)).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('cuts a text with notes at its outermost elements', () => {
    const { parts } = createPartsRenderer()('un[^1]\n\ndeux\n\n[^1]: note', OPTIONS);
    expect(parts.length).toBe(3);
  });

  it('shows a text that would cost too much as the page does', () => {
    const source = `avant\n\n${'>'.repeat(5_000)} a\n\naprès`;
    const { parts, whole } = both(createPartsRenderer(), source);
    expect(whole.failed).toBe(true);
    expect(parts).toEqual(whole);
  });
});
