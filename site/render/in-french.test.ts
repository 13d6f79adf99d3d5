import { describe, expect, it } from 'vitest';
import { inFrench } from './in-french.ts';

describe('inFrench', () => {
  it('replaces spaces before high signs in every text, and nothing else', () => {
    const data = {
      title: 'Prêt ?',
      cards: [{ text: 'Un mot : « oui »', size: 2 }],
      url: 'https://a.invalid/?b=c',
      none: null,
    };
    expect(inFrench(data)).toEqual({
      title: 'Prêt\u202F?',
      cards: [{ text: 'Un mot\u00A0: «\u00A0oui\u00A0»', size: 2 }],
      url: 'https://a.invalid/?b=c',
      none: null,
    });
  });
});
