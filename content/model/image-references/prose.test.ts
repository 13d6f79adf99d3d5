import { describe, expect, it } from 'vitest';
import { coverCode } from './prose.ts';

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
