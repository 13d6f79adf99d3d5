import { describe, expect, it } from 'vitest';
import { rounds } from '#content/testing/rounds.ts';
import { problemsOfHtml } from '../../testing/html-inspection.ts';
import { renderMarkdown } from './render.ts';
import { type RenderedMarkdown, rawMarkdown } from './rendered.ts';

const SIZE = 2 * 1024 * 1024;
const IMAGES = new Map();

const LEFT_OPEN = [
  ...['<p title="\n\n', '<!--\n\n', '<noscript>'],
  ...['<p title="', '<!-- >\n', '<?\n', '<title>\n\n', '<title></p>\n'],
  ...['<p a=\'"', 'a <kbd><b title="'],
];

const REPEATED = [
  ...['a*b', '`a``', '![', 'http://a!', '> - a\nb\n', '_a*', '*a ', '~a ', '<a '],
  ...['a.', 'a@', '&a;', '[^1]', '- a\n', '- a\nb\n'],
];

function render(source: string): RenderedMarkdown {
  return renderMarkdown(source, { images: IMAGES });
}

function fill(part: string, size: number): string {
  return part.repeat(Math.floor(size / part.length));
}

function expectSafe(source: string): void {
  const rendered = render(source);
  if (rendered.failed) expect(rendered).toEqual(rawMarkdown(source));
  else expect(problemsOfHtml(rendered.html)).toEqual([]);
}

describe('renderMarkdown on large texts', () => {
  it('converts an ordinary text of 2 MB', () => {
    const part =
      'Une phrase **ordinaire**, avec [un lien](https://exemple.fr) et `du code` : c’est tout !\n\n';
    const { html, failed } = render(fill(part, SIZE));
    expect(failed).toBe(false);
    expect(html.match(/<strong>/g)).toHaveLength(Math.floor(SIZE / part.length));
  });

  it('converts one line of 2 MB', () => {
    expect(render('x'.repeat(SIZE))).toMatchObject({ html: `<p>${'x'.repeat(SIZE)}</p>\n`, failed: false });
  });

  it('gives 5,000 headings of one name their own ids', () => {
    const { headings } = render('## Titre de chaque chapitre\n\n'.repeat(5_000));
    expect(headings.at(-1)?.id).toBe('titre-de-chaque-chapitre-5000');
  });

  it.each(['>', '> ', '- ', '1. ', '> - ', '[^1]:', '<div>', '<b>', '<blockquote>\n\n', '<ul><li>'])(
    'shows as it is a text that nests %j 5,000 times',
    (part) => {
      const source = `${part.repeat(5_000)}x`;
      expect(render(source)).toEqual(rawMarkdown(source));
    },
  );

  it('nests as deep as an author would', () => {
    const source = Array.from({ length: 12 }, (_, depth) => `${'  '.repeat(depth)}- point`).join('\n');
    expect(render(`> > > **gras _et_**\n\n${source}`).failed).toBe(false);
  });

  // Most of these take minutes or more in marked alone.
  it.each([
    ...['[a](', '[a](b)*', '<!--', '\\[', '|a\n|-\n'],
    ...LEFT_OPEN.slice(0, rounds({ few: 1, all: LEFT_OPEN.length })),
  ])('comes back from 2 MB of %j, safe', (part) => {
    expectSafe(fill(part, SIZE));
  });

  it.each(REPEATED.slice(0, rounds({ few: 5, all: REPEATED.length })))(
    'comes back from 64 KB of %j, safe',
    (part) => {
      expectSafe(fill(part, SIZE / 32));
    },
  );

  it.each([
    ['emphasis that closes far away', `${'*a '.repeat(20_000)}${'b* '.repeat(20_000)}`],
    ['a link that closes far away', `${'[a](b '.repeat(200_000)})`],
    ['an item that goes on', `- a\n${'b\n'.repeat(500_000)}`],
    ['a wide and long table', `${'|a'.repeat(5_000)}|\n${'|-'.repeat(5_000)}|\n${'|b|\n'.repeat(5_000)}`],
    [
      'quotes in disorder',
      Array.from({ length: 20_000 }, (_, i) => `${'>'.repeat(1 + ((29 * i) % 30))} a`).join('\n'),
    ],
  ])('gives up %s', (_, source) => {
    expect(render(source).failed).toBe(true);
  });
});
