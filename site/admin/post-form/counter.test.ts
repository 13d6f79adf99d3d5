import { describe, expect, it } from 'vitest';
import { POST_FIELDS } from '#content/model/post-fields.ts';
import { counterLevel, lengthOf, limitOf } from './counter.tsx';
import { EMPTY_VALUES } from './form-values.ts';

describe('lengthOf', () => {
  it('counts an emoji or an accented letter once', () => {
    expect(lengthOf('e\u0301té 🙂')).toBe(5);
  });
});

describe('counterLevel', () => {
  it.each([
    [60, 'quiet'],
    [61, 'near'],
    [70, 'near'],
    [71, 'over'],
  ])('of a title of %i characters is %s', (length, level) => {
    expect(counterLevel(length, POST_FIELDS.title.limit)).toBe(level);
  });
});

describe('limitOf', () => {
  it('is, of a text that stands in for an empty one, where that one would be cut: as the check says', () => {
    const { excerpt, socialDescription } = POST_FIELDS;
    expect(limitOf('excerpt', EMPTY_VALUES)).toEqual(socialDescription.limit);
    const described = { ...EMPTY_VALUES, socialDescription: 'Bref.' };
    expect(limitOf('excerpt', described)).toEqual(excerpt.limit);
    expect(limitOf('category', EMPTY_VALUES)).toBeUndefined();
  });
});
