import { describe, expect, it } from 'vitest';
import { mendAddresses } from './mend.ts';

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
