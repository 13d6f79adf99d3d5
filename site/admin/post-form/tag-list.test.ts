import { describe, expect, it } from 'vitest';
import { suggestedTags, withTags } from './tag-list.ts';

describe('withTags', () => {
  it('adds what is typed, each once', () => {
    expect(withTags(['Mindset'], ' #discipline,  mindset , gestion  du temps,')).toEqual([
      'Mindset',
      'discipline',
      'gestion du temps',
    ]);
  });
});

describe('suggestedTags', () => {
  it('offers what fits, without accents or capitals, beginnings first', () => {
    const known = ['stratégie', 'Trésorerie', 'maîtrise', 'tri'];
    expect(suggestedTags(known, ['tri'], 'tr')).toEqual(['Trésorerie', 'stratégie', 'maîtrise']);
    expect(suggestedTags(known, [], 'TRES')).toEqual(['Trésorerie']);
  });
});
