import { describe, expect, it } from 'vitest';
import { mendAddresses, removeImages } from './mend.ts';

const renamed = (address: string): string | null =>
  address === '/images/a-1.jpg' ? '/images/b-1.jpg' : null;

describe('mendAddresses', () => {
  it.each([
    ['![a](/images/a-1.jpg)', '![a](/images/b-1.jpg)'],
    ['![a](/images/a-1.jpg?x=1#y "a-1")', '![a](/images/b-1.jpg?x=1#y "a-1")'],
    ['<img src="/images/a-1.jpg">', '<img src="/images/b-1.jpg">'],
    ['[a][n]\r\n\r\n[n]: /images/a-1.jpg\r\n', '[a][n]\r\n\r\n[n]: /images/b-1.jpg\r\n'],
    ['[/images/a-1.jpg](/images/a-1.jpg)', '[/images/a-1.jpg](/images/b-1.jpg)'],
    ['![a](/images/a-1.jpg.bak) ![a](/images/a-1.jpgx)', '![a](/images/a-1.jpg.bak) ![a](/images/a-1.jpgx)'],
    ['`![a](/images/a-1.jpg)`', '`![a](/images/a-1.jpg)`'],
    ['/images/a-1.jpg', '/images/a-1.jpg'],
  ])('of %j makes %j', (markdown, mended) => {
    expect(mendAddresses(markdown, renamed)).toBe(mended);
  });
});

const isGone = (address: string): boolean => address === '/images/a.jpg';

describe('removeImages', () => {
  it.each([
    ['a\n\n![x](/images/a.jpg)\n\nb\n', 'a\n\nb\n'],
    ['a\r\n\r\n![x](/images/a.jpg)\r\n\r\nb\r\n', 'a\r\n\r\nb\r\n'],
    ['![x](/images/a.jpg)\n\nb', 'b'],
    ['a\n\n![x](/images/a.jpg)', 'a\n\n'],
    ['a\n![x](/images/a.jpg)\nb', 'a\nb'],
    ['a ![x](/images/a.jpg "t") b', 'a  b'],
    ['[![x](/images/a.jpg)](/b)\n\nc', 'c'],
    ['[![x](/images/a.jpg) d](/b)', '[ d](/b)'],
    ['voir [la photo](/images/a.jpg).', 'voir la photo.'],
    ['<img src="/images/a.jpg" alt="x">\nb', 'b'],
    ['![x][n] b\n\n[n]: /images/a.jpg\n', ' b\n\n'],
    ['![N] b\n\n[n]: /images/a.jpg\n\nc\n', ' b\n\nc\n'],
    ['[x][n] b\n\n[n]: /images/a.jpg', 'x b\n\n'],
    ['![x](/images/b.jpg) `![x](/images/a.jpg)`', '![x](/images/b.jpg) `![x](/images/a.jpg)`'],
    ['![x](/images/a.jpg) ![x](/images/a.jpg)', ' '],
    ['```\n![x](/images/a.jpg)\n```\n', '```\n![x](/images/a.jpg)\n```\n'],
  ])('makes of %j', (markdown, left) => {
    expect(removeImages(markdown, isGone)).toBe(left);
  });
});
