import { describe, expect, it } from 'vitest';
import { sizeInWords } from './sizes.ts';

describe('sizeInWords', () => {
  it.each([
    [0, '0 octets'],
    [999, '999 octets'],
    [1000, '1 Ko'],
    [849_600, '850 Ko'],
    [1_250_000, '1,3 Mo'],
    [10_485_760, '10,5 Mo'],
  ])('says %i bytes as %s', (bytes, words) => {
    expect(sizeInWords(bytes)).toBe(words);
  });
});
