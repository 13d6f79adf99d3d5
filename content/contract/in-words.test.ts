import { describe, expect, it } from 'vitest';
import { countOf, progressInWords, sizeInWords } from './in-words.ts';

describe('countOf', () => {
  it('counts in French: nothing and one are singular, thousands stand apart', () => {
    expect([0, 1, 2, 1250].map((count) => countOf(count, 'article'))).toEqual([
      '0\u00a0article',
      '1\u00a0article',
      '2\u00a0articles',
      '1\u202f250\u00a0articles',
    ]);
  });

  it('takes the plural that it is told', () => {
    expect(countOf(3, 'image est', 'images sont')).toBe('3\u00a0images sont');
  });
});

describe('sizeInWords', () => {
  it.each([
    [0, '0\u00a0octets'],
    [999, '999\u00a0octets'],
    [1000, '1\u00a0Ko'],
    [849_600, '850\u00a0Ko'],
    [1_250_000, '1,3\u00a0Mo'],
    [10_485_760, '10,5\u00a0Mo'],
  ])('says %i bytes as %s', (bytes, words) => {
    expect(sizeInWords(bytes)).toBe(words);
  });
});

describe('progressInWords', () => {
  it('says how much of how much', () => {
    expect(progressInWords({ done: 12, total: 340, unit: 'articles' })).toBe('12\u00a0textes sur 340');
    expect(progressInWords({ done: 12, total: 340, unit: 'articles', pictures: 57 })).toBe(
      '12\u00a0textes sur 340, 57\u00a0images',
    );
    expect(progressInWords({ done: 1_200_000, total: 30_000_000, unit: 'octets' })).toBe(
      '1,2\u00a0Mo sur 30\u00a0Mo',
    );
  });

  it('says nothing of what has not begun and has no known end', () => {
    expect(progressInWords({ done: 0, total: null, unit: 'octets' })).toBe('');
  });

  it('says no end where nobody knows it', () => {
    expect(progressInWords({ done: 1, total: null, unit: 'articles' })).toBe('1\u00a0texte');
  });
});
