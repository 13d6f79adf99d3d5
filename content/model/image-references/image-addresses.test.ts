import { describe, expect, it } from 'vitest';
import { imageAddresses } from './image-addresses.ts';

const MAX_IMAGES = 500;

describe('imageAddresses', () => {
  it('finds images of Markdown and HTML, in order, each once', () => {
    const source = [
      '![a](/images/2026/a.jpg "Légende") et ![b](</images/2026/b.jpg>)',
      '> ![a](/images/2026/a.jpg)',
      '<figure><img alt="c" src="/images/2026/c.jpg"><img src=\'/images/2026/d.jpg\'/></figure>',
      '![e][ref] ![f (g)](/images/2026/f(1).webp)',
      '',
      '[ref]: /images/2026/e.jpg',
    ].join('\n');
    expect(imageAddresses(source)).toEqual([
      '/images/2026/a.jpg',
      '/images/2026/b.jpg',
      '/images/2026/c.jpg',
      '/images/2026/d.jpg',
      '/images/2026/f(1).webp',
      '/images/2026/e.jpg',
    ]);
  });

  it('leaves other addresses and blocks of code alone', () => {
    const source =
      '![a](https://x.fr/photos/a.jpg) ![b](images/b.jpg)\n```\n![c](/images/c.jpg)\n```\n/images/d.jpg';
    expect(imageAddresses(source)).toEqual([]);
  });

  it('finds those after a fence that is only shown, four spaces in', () => {
    expect(imageAddresses('Un exemple :\n\n    ```js\n\n![a](/images/a.jpg)')).toEqual(['/images/a.jpg']);
  });

  it('stops after as many as a text may show', () => {
    const source = Array.from({ length: MAX_IMAGES + 50 }, (_, index) => `![](/images/${index}.jpg)`).join(
      '\n',
    );
    expect(imageAddresses(source)).toHaveLength(MAX_IMAGES);
  });

  it.each(['![](/images/', 'src="/images/', '](/images/(', ']: /images/', 'src ='])(
    'gets through %j × many',
    (part) => {
      expect(imageAddresses(part.repeat(2_000_000 / part.length)).length).toBeLessThanOrEqual(MAX_IMAGES);
    },
  );
});
