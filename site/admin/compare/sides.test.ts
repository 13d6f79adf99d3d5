import { expect, it } from 'vitest';
import { valueInWords } from './sides.tsx';

it('says a state as of an article or a page, and other answers by yes or no', () => {
  const page = { isPage: true };
  expect([valueInWords('isPublished', true, page), valueInWords('isPublished', true, {})]).toEqual([
    'Publiée',
    'Publié',
  ]);
  expect(valueInWords('isPublished', false, page)).toBe('Brouillon');
  expect([valueInWords('menu', true, page), valueInWords('menu', false, page)]).toEqual(['Oui', 'Non']);
});
