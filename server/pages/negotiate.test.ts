import { describe, expect, it } from 'vitest';
import { createNegotiator, matchesTag } from './negotiate.ts';

describe('createNegotiator', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP', 'gzip'],
    ['x-gzip', 'gzip'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br;q=0, gzip;q=0', 'identity'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['*;q=0', 'identity'],
    ['gzip;q=0, *', 'br'],
    ['br;q=0.2, identity;q=0.9', 'identity'],
    ['gzip;q=1.0, identity; q=0.5, *;q=0', 'gzip'],
    ['br;q=x', 'identity'],
    ['brotli', 'identity'],
    ['deflate', 'identity'],
    ['', 'identity'],
    [';,;q=1,,', 'identity'],
  ])('answers %j with %s', (header, encoding) => {
    expect(createNegotiator()(header)).toBe(encoding);
  });

  it('chooses the same whether it remembers or not', () => {
    const choose = createNegotiator();
    for (let at = 0; at < 300; at += 1) choose(`gzip;q=0.${at}, br;q=0.5`);
    expect([choose(undefined), choose('br'), choose('br'), choose('gzip;q=0.7, br;q=0.5')]).toEqual([
      'identity',
      'br',
      'br',
      'gzip',
    ]);
  });
});

describe('matchesTag', () => {
  it.each([
    ['"a-br"', true],
    ['W/"a-br"', true],
    ['"x", "a-br"', true],
    ['"x" ,W/"a-br",', true],
    ['*', true],
    [' * ', true],
    ['"a"', false],
    ['a-br', false],
    ['', false],
  ])('%j: %s', (header, expected) => {
    expect(matchesTag(header, '"a-br"')).toBe(expected);
  });
});
