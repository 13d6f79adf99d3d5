import { describe, expect, it } from 'vitest';
import { withoutFencedCode } from './fenced-code.ts';

describe('withoutFencedCode', () => {
  it.each([
    ['a\n```\nb\n```\nc', 'a\n\n\n\nc'],
    ['a\n  ~~~js\nb\n~~~~\nc', 'a\n\n\n\nc'],
    ['````\n```\n````\nc', '\n\n\nc'],
    ['```\n~~~\n``` x\n```\nc', '\n\n\n\nc'],
    ['```\r\nb\r\n```\r\nc', '\n\n\nc'],
    ['```\nb', '\n'],
    ['``` un `mot` en ligne\nb', '``` un `mot` en ligne\nb'],
    ['a `` b ~~ c', 'a `` b ~~ c'],
  ])('empties the code of %j and keeps its lines', (markdown, left) => {
    expect(withoutFencedCode(markdown)).toBe(left);
  });
});
