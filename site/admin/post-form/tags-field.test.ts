import { describe, expect, it } from 'vitest';
import { suggestedTags, withTags } from './tags-field.tsx';

describe('withTags', () => {
  it('adds what is typed, each once', () => {
    expect(withTags(['Mindset'], ' #discipline,  mindset , gestion  du temps,')).toEqual([
      'Mindset',
      'discipline',
      'gestion du temps',
    ]);
  });
});

function known(...names: readonly string[]) {
  return names.map((name, index) => ({ name, count: index + 1 }));
}

describe('suggestedTags', () => {
  it('offers what fits, without accents or capitals, beginnings first', () => {
    const tags = known('maîtrise', 'stratégie', 'Trésorerie', 'tri');
    expect(suggestedTags(tags, ['tri'], 'tr')).toEqual(['Trésorerie', 'stratégie', 'maîtrise']);
    expect(suggestedTags(tags, [], 'TRES')).toEqual(['Trésorerie']);
  });

  it('offers the most used before anything is typed', () => {
    expect(suggestedTags(known('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'), ['h'], '')).toEqual([
      ...['g', 'f', 'e', 'd', 'c', 'b'],
    ]);
  });
});
