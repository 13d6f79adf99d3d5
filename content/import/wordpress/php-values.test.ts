import { describe, expect, it } from 'vitest';
import { readPhpValue } from './php-values.ts';

describe('readPhpValue', () => {
  it('reads text by its bytes, numbers and tables', () => {
    const written = 'a:4:{s:4:"file";s:7:"é;"}.j";s:5:"width";i:1200;s:5:"ratio";d:1.5;i:0;a:1:{i:3;b:1;}}';
    expect(readPhpValue(written)).toEqual(
      new Map<string, unknown>([
        ['file', 'é;"}.j'],
        ['width', 1200],
        ['ratio', 1.5],
        ['0', new Map([['3', true]])],
      ]),
    );
  });

  it('reads an object as the table of its fields', () => {
    expect(readPhpValue('O:8:"stdClass":1:{s:1:"a";N;}')).toEqual(new Map([['a', null]]));
  });

  it.each([
    '',
    'x',
    's:99999999999:"a";',
    's:-1:"a";',
    's:5:"a";',
    'a:999999999:{}',
    'a:1:{s:1:"a";',
    'a:1:{a:0:{}i:1;}',
    'i:',
    'O:1:',
    'a:1:{i:0;'.repeat(100_000),
  ])('has null for a damaged one (%#)', (written) => {
    expect(readPhpValue(written)).toBeNull();
  });
});
