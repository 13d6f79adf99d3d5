import { describe, expect, it } from 'vitest';
import { POST_FIELDS } from '#content/model/post-fields.ts';
import { counterLevel, lengthOf } from './field-limits.ts';

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
