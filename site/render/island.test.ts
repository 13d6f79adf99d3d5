import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { MorePostsIsland, ShareIsland } from './island.tsx';

const SHARED = { title: 'Un "titre" <b>', description: 'D', url: 'https://exemple.fr/' };

describe('ShareIsland', () => {
  it('carries the props that the browser hydrates it with', () => {
    const props = { ...SHARED, variant: 'floating', size: 'md' } as const;
    const html = renderToStaticMarkup(createElement(ShareIsland, props));
    const written = /data-props="([^"]*)"/.exec(html)?.[1] ?? '';
    const read = written.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>');
    expect(JSON.parse(read)).toEqual(props);
  });

  it.each(['default', 'compact', 'floating'] as const)(
    'works without script as %s: links to new tabs',
    (variant) => {
      const html = renderToStaticMarkup(createElement(ShareIsland, { ...SHARED, variant, size: 'lg' }));
      expect(
        html.match(/<a class="share-button" href="https:[^"]+" target="_blank" rel="noopener"/g),
      ).toHaveLength(3);
      expect(html).toContain(`class="share share-${variant} share-lg"`);
    },
  );
});

describe('MorePostsIsland', () => {
  it('is a link to the next page before it wakes up', () => {
    const html = renderToStaticMarkup(
      createElement(MorePostsIsland, { cursor: 'c', nextPage: '/blog?page=2' }),
    );
    expect(html).toContain('href="/blog?page=2"');
  });
});
