import { describe, expect, it } from 'vitest';
import { createLostAddresses } from './lost-address.ts';

const IMAGES = new Map([
  ['images/2025/mer-0123456789ab.jpg', 'a'],
  ['images/2025/Été (1).png', 'b'],
  // As macOS spells it.
  ['images/2025/Été (2).png'.normalize('NFD'), 'f'],
  ['images/2024/logo.png', 'c'],
  ['images/2025/logo.png', 'd'],
  ['images/2024/double.png', 'e'],
  ['images/2025/double.png', 'e'],
]);
const SEA = '/images/2025/mer-0123456789ab.jpg';

describe('createLostAddresses', () => {
  const find = createLostAddresses(IMAGES);

  it.each([
    'images/2025/mer-0123456789ab.jpg',
    './images/2025/mer-0123456789ab.jpg',
    '../../images/2025/mer-0123456789ab.jpg',
    '/content/images/2025/mer-0123456789ab.jpg',
    '/images/2019/mer-0123456789ab.jpg',
    '/uploads/mer-0123456789ab.jpg',
    'mer-0123456789ab.jpg',
    '/images/2025/mer-0123456789ab.jpeg',
    '/images/2025/mer-0123456789ab.webp',
    '/Images/2025/MER-0123456789AB.JPG',
    'https://ancien.fr/images/2025/mer-0123456789ab.jpg',
    '//ancien.fr/mer-0123456789ab.jpg?x=1',
    '/images/2025/plage-0123456789ab.jpg',
  ])('knows what %s means', (address) => {
    expect(find(address)).toBe(SEA);
  });

  it('writes an address that Markdown and HTML take', () => {
    expect(find('images/2025/%C3%A9t%C3%A9 (1).png')).toBe('/images/2025/%C3%89t%C3%A9%20%281%29.png');
  });

  it.each(['images/2025/été (2).png', '/2025/%C3%A9t%C3%A9 (2).jpg', 'Été (2).png'])(
    'knows %s however its accents are spelled',
    (address) => {
      const spelled = '/images/2025/E%CC%81te%CC%81%20%282%29.png';
      expect(['NFC', 'NFD'].map((form) => find(address.normalize(form)))).toEqual([spelled, spelled]);
    },
  );

  it('chooses among images of one content', () => {
    expect(find('double.png')).toBe('/images/2024/double.png');
  });

  it('tells images of one name apart by their folder', () => {
    expect(find('images/2025/logo.png')).toBe('/images/2025/logo.png');
  });

  it.each([
    [SEA, 'leads there'],
    [`${SEA}?x#y`, 'leads there'],
    ['logo.png', 'may mean two'],
    ['https://autre.fr/images/2025/logo.png', 'may be of another site'],
    ['https://autre.fr/x-aaaaaaaaaaaa.jpg', 'is of another site'],
    ['/images/2025/autre.jpg', 'means nothing'],
    ['data:image/png;base64,mer-0123456789ab.jpg', 'is no address'],
    ['mer-0123456789ab', 'is no image'],
    ['%E0%A4%A.jpg', 'cannot be read'],
    ['', 'is empty'],
  ])('leaves %s, which %s', (address) => {
    expect(find(address)).toBeNull();
  });
});
