import { describe, expect, it } from 'vitest';
import { agentInWords, countOf, sizeInWords } from './in-words.ts';

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

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

describe('agentInWords', () => {
  it('names the browser and the system', () => {
    const agents = [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
      `Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/142.0 Safari/537.36 Edg/142.0`,
      `Mozilla/5.0 (Linux; Android 16) ${WEBKIT} Chrome/142.0 Mobile Safari/537.36`,
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0) ${WEBKIT} Version/26.0 Safari/605.1.15`,
      `Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) ${WEBKIT} Version/26.0 Mobile Safari/604.1`,
    ];
    expect(agents.map(agentInWords)).toEqual([
      'Firefox, Windows',
      'Edge, Windows',
      'Chrome, Android',
      'Safari, macOS',
      'Safari, iPhone',
    ]);
  });

  it('names programs, and says so when it knows no more', () => {
    expect(['git/2.39.5', 'node', ''].map(agentInWords)).toEqual(['git', 'Programme', 'Programme']);
  });
});
