import { describe, expect, it } from 'vitest';
import { beginningOf } from './check-texts.ts';

describe('beginningOf', () => {
  it('takes whole sentences as long as they fit', () => {
    expect(beginningOf('Une phrase. Une autre, 1.5 fois plus longue ! Et la fin.', 47)).toBe(
      'Une phrase. Une autre, 1.5 fois plus longue !',
    );
  });

  it('cuts a first sentence that is too long between two words', () => {
    const text = 'Une phrase bien trop longue, vraiment, pour tenir en si peu de place.';
    const cut = beginningOf(text, 40);
    expect([cut, cut.length <= 40]).toEqual(['Une phrase bien trop longue, vraiment…', true]);
  });

  it('keeps signs that are none of Markdown', () => {
    expect(beginningOf('Le snake_case de 2 * 3 &amp; « l’été » \\*.', 100)).toBe(
      'Le snake_case de 2 * 3 & « l’été » *.',
    );
  });

  it.each([
    ['# Titre\n'],
    ['```\ncode\n```\n'],
    ['- a\n- b\n'],
    ['| a |\n| - |\n'],
    ['<p>a</p>\n'],
    ['![a](/b)\n'],
    ['---\n'],
    ['Titre\r\n=====\r\n'],
  ])('finds no sentence in %j', (markdown) => {
    expect(beginningOf(markdown, 160)).toBe('');
  });
});
