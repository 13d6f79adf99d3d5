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
    ['   ```\nb\n   ```\nc', '\n\n\nc'],
    ['    ```\nb', '    ```\nb'],
    ['\t~~~\nb', '\t~~~\nb'],
    ['a\n\n    ```\n    b\n\nc', 'a\n\n    ```\n    b\n\nc'],
    ['```\n    ```\nb\n```\nc', '\n\n\n\nc'],
    ['1. a\n   - b\n\n     ```\n     c\n     ```\nd', '1. a\n   - b\n\n\n\n\nd'],
    ['- a\n\n      ```\n\nb', '- a\n\n      ```\n\nb'],
    ['- ```\n  a\n\n  b\nc', '\n\n\n\nc'],
    ['-     ```\n\nb', '-     ```\n\nb'],
    ['> ```\n> a\n\nb', '\n\n\nb'],
    ['> - ```\n>   a\n> b', '\n\n> b'],
  ])('empties the code of %j and keeps its lines', (markdown, left) => {
    expect(withoutFencedCode(markdown)).toBe(left);
  });
});
