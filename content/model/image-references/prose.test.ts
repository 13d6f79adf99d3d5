import { describe, expect, it } from 'vitest';
import { coverCode, withoutComments } from './prose.ts';

/** The words of a text that are not covered. */
function left(markdown: string): string {
  return coverCode(markdown)
    .split(/[\0\s]+/)
    .filter((word) => word !== '')
    .join(' ');
}

describe('coverCode', () => {
  it.each([
    ['a\n```\nb\n```\nc', 'a c'],
    ['a\n~~~ js\nb\n```\n~~~~\nc', 'a c'],
    ['> ```\n> b\n> ```\n> c', '> c'],
    ['- ```\n  b\n  ```\n- c', '- c'],
    ['a\n```\nb', 'a'],
    ['> ```\n> b\n\nc', 'c'],
    ['- ```\n  b\n\nc', 'c'],
    ['a\n\n    ```\n    b\n\nc', 'a c'],
    ['a\n\n    b\n\n    c\nd', 'a d'],
    ['a\n    b', 'a b'],
    ['\tb\na', 'a'],
    ['- a\n\n  b\n\n      c\n\nd', '- a b d'],
    ['- a\n\n    b', '- a b'],
    ['1. a\n\n   b\n\n       c', '1. a b'],
    ['a `b` c ``d ` e`` f', 'a c f'],
    ['a `b', 'a `b'],
    ['a `b\n\nc` d', 'a `b c` d'],
    ['a \\`b c` d', 'a \\`b c` d'],
    ['a `b\nc` d', 'a d'],
    ['a <!-- b\n\nc --> d', 'a d'],
    ['a <!-- b', 'a <!-- b'],
    ['a\r\n```\r\nb\r\n```\r\nc', 'a c'],
  ])('leaves the prose of %j', (markdown, words) => {
    expect(left(markdown)).toBe(words);
  });

  it('keeps the length and the lines', () => {
    const markdown = 'é 😀 `a😀`\r\n```\r\n😀\r\n```\r\nfin';
    const covered = coverCode(markdown);
    expect([covered.length, covered.split('\n').length]).toEqual([markdown.length, 5]);
  });

  it('takes no longer for hostile text', () => {
    const hostile = ['`', '``', '```x`', '<!--', '> ', '    '].map((text) =>
      text.repeat(100_000 / text.length),
    );
    expect(hostile.map((text) => coverCode(text).length)).toEqual(hostile.map((text) => text.length));
  });
});

describe('withoutComments', () => {
  it.each([
    ['a\n\n<!-- b -->\n\nc', 'a\n\nc'],
    ['a\n<!-- b -->\nc', 'a\n\nc'],
    ['<!-- a\n\nb -->\n\nc', 'c'],
    ['a\n\n<!-- b -->\n\n<!-- c --> <!-- d -->\n\n  e', 'a\n\n  e'],
    ['a <!-- b --> c<!-- d -->e <!-- f -->\ng', 'a ce\ng'],
    ['- a\n\n  <!-- b -->\n  c', '- a\n\n  c'],
    ['- <!-- a\n\n  b --> c', '- c'],
    ['> a\n> <!-- b -->\n> c', '> a\n>\n> c'],
    ["a <!-- c'est ` --> b <!-- d --> `e`", 'a b `e`'],
    ['a `<!-- b -->` c', 'a `<!-- b -->` c'],
    ['```\n<!-- a -->\n```\n\n    <!-- b -->', '```\n<!-- a -->\n```\n\n    <!-- b -->'],
    ['a \\<!-- b -->', 'a \\<!-- b -->'],
    ['a <!-- b', 'a <!-- b'],
    ['a <!-- b\n\nc --> d', 'a <!-- b\n\nc --> d'],
    ['a<!-->b', 'ab'],
  ])('leaves of %j what its page shows', (markdown, left) => {
    expect(withoutComments(markdown)).toBe(left);
  });

  it('takes no longer for hostile text', () => {
    const hostile = ['a <!-- ', '<!-- -->', '<!--`', '\n<!-- -->', '<!--\n\n', '\n'].map(
      (text) => `${text.repeat(1_000_000 / text.length)}\n\n<!-- -->`,
    );
    expect(hostile.map((text) => withoutComments(text).length <= text.length)).not.toContain(false);
  });
});
