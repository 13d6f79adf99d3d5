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

  it('is not put off by a class whose name holds signs of its own', () => {
    expect(readPhpValue('a:2:{i:0;O:4:"a:{b":0:{}i:1;i:2;}')).toEqual(
      new Map<string, unknown>([
        ['0', new Map()],
        ['1', 2],
      ]),
    );
  });

  it('makes nothing of references, objects that read themselves and cases, and reads what follows', () => {
    const written =
      'a:6:{i:0;R:1;i:1;r:1;i:2;C:3:"Foo":8:{a";i:1;}}i:3;E:11:"Suit:Hearts";i:4;d:NAN;s:9:"__proto__";i:5;}';
    expect(readPhpValue(written)).toEqual(
      new Map<string, unknown>([
        ...['0', '1', '2', '3', '4'].map((key) => [key, null] as const),
        ['__proto__', 5],
      ]),
    );
  });

  it('reads a text whose length XML made a lie, up to where another value begins', () => {
    const inside = 'Légende "x";\net suite';
    const written = `a:3:{s:7:"caption";s:${Buffer.byteLength(inside) + 3}:"${inside}";s:4:"name";s:8:"*o";i:0;N;}`;
    expect(readPhpValue(written)).toEqual(
      new Map([
        ['caption', inside],
        ['name', '*o'],
        ['0', null],
      ]),
    );
  });

  it.each([
    '',
    'x',
    'i:;',
    'R:1',
    'C:1:"A":9:{}',
    'E:9:"A";',
    'O:99:"A":0:{}',
    `a:1:{i:0;s:9:"${'";'.repeat(400_000)}`,
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
