import { describe, expect, it } from 'vitest';
import { findReferences } from './find.ts';

function found(markdown: string): readonly (readonly string[])[] {
  return findReferences(markdown).map(({ kind, address, at, whole, text }) => {
    const cut = ({ from, to }: typeof at): string => markdown.slice(from, to);
    return [kind, address, cut(at), cut(whole), cut(text)];
  });
}

describe('findReferences', () => {
  it.each([
    ['![a](/i/x.jpg)', [['image', '/i/x.jpg', '/i/x.jpg', '![a](/i/x.jpg)', 'a']]],
    ['![a](/i/x.jpg "t (t)") b', [['image', '/i/x.jpg', '/i/x.jpg', '![a](/i/x.jpg "t (t)")', 'a']]],
    ['![](</i/x y.jpg>)', [['image', '/i/x y.jpg', '/i/x y.jpg', '![](</i/x y.jpg>)', '']]],
    ['![](/i/x(1).jpg)', [['image', '/i/x(1).jpg', '/i/x(1).jpg', '![](/i/x(1).jpg)', '']]],
    ['![](/i/x\\_1.jpg)', [['image', '/i/x_1.jpg', '/i/x\\_1.jpg', '![](/i/x\\_1.jpg)', '']]],
    ['![](/i/a&amp;b.jpg)', [['image', '/i/a&b.jpg', '/i/a&amp;b.jpg', '![](/i/a&amp;b.jpg)', '']]],
    ['[b](/i/x.jpg)', [['link', '/i/x.jpg', '/i/x.jpg', '[b](/i/x.jpg)', 'b']]],
    [
      '[![a](/i/x.jpg)](/b)',
      [
        ['image', '/i/x.jpg', '/i/x.jpg', '![a](/i/x.jpg)', 'a'],
        ['link', '/b', '/b', '[![a](/i/x.jpg)](/b)', '![a](/i/x.jpg)'],
      ],
    ],
    ['![a [b] c](/i/x.jpg)', [['image', '/i/x.jpg', '/i/x.jpg', '![a [b] c](/i/x.jpg)', 'a [b] c']]],
    ['[n]: /i/x.jpg "t"', [['definition', '/i/x.jpg', '/i/x.jpg', '[n]: /i/x.jpg "t"', 'n']]],
    ['- [n]: /i/x.jpg', [['definition', '/i/x.jpg', '/i/x.jpg', '- [n]: /i/x.jpg', 'n']]],
    ['[`n`]: /i/x.jpg', [['definition', '/i/x.jpg', '/i/x.jpg', '[`n`]: /i/x.jpg', '`n`']]],
    ['a\n  [n]: </i/x.jpg>\r\nb', [['definition', '/i/x.jpg', '/i/x.jpg', '  [n]: </i/x.jpg>\r', 'n']]],
    [
      '<img alt="a>b" src=\'/i/x.jpg\'>',
      [['tag', '/i/x.jpg', '/i/x.jpg', '<img alt="a>b" src=\'/i/x.jpg\'>', '']],
    ],
    ['<IMG SRC=/i/x.jpg>', [['tag', '/i/x.jpg', '/i/x.jpg', '<IMG SRC=/i/x.jpg>', '']]],
    ['<a href="/i/x.jpg">', [['anchor', '/i/x.jpg', '/i/x.jpg', '<a href="/i/x.jpg">', '']]],
    ['<img data-src="/i/x.jpg">', []],
    ['[^n]: /i/x.jpg', []],
    ['![a](/i/x.jpg "le `b` c")', [['image', '/i/x.jpg', '/i/x.jpg', '![a](/i/x.jpg "le `b` c")', 'a']]],
    ['![a](/i/x.jpg "la \\"b\\"")', [['image', '/i/x.jpg', '/i/x.jpg', '![a](/i/x.jpg "la \\"b\\"")', 'a']]],
    ["![a](/i/x.jpg 'l\\'b')", [['image', '/i/x.jpg', '/i/x.jpg', "![a](/i/x.jpg 'l\\'b')", 'a']]],
    ['`![a](/i/x.jpg)`', []],
    ['`![a](/i/x.jpg "` b")', []],
    ['    ![a](/i/x.jpg)', []],
    ['![a](/i/x.jpg', []],
    ['![a](/i/x y.jpg)', []],
    ['/i/x.jpg', []],
  ])('finds in %j', (markdown, references) => {
    expect(found(markdown)).toEqual(references);
  });

  it('takes no longer for hostile text', () => {
    const texts = ['](', '![', '![a](', '[a](<', '](x "', '<img ', '<img "', '[a]:', '((', '](x(', '[a](b)'];
    expect(findReferences(`<a "${' '.repeat(990)}"`.repeat(10_000))).toEqual([]);
    const sizes = texts.map((text) => findReferences(text.repeat(40_000)).length);
    expect(sizes.every((size) => size <= 5_000)).toBe(true);
  });
});
