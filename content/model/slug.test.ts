import { describe, expect, it } from 'vitest';
import { createFreeSlugs, isSlug, MAX_SLUG_LENGTH, slugFromTitle } from './slug.ts';

describe('slugFromTitle', () => {
  it.each([
    ['Discipline et business', 'discipline-et-business'],
    ["L'Ironman, 25 ans après : ce que j'ai appris !", 'l-ironman-25-ans-apres-ce-que-j-ai-appris'],
    ['Où çà ? Là, à Noël…', 'ou-ca-la-a-noel'],
    ['Été décomposé'.normalize('NFD'), 'ete-decompose'],
    ['Tie\u0302\u0301ng Vie\u0323\u0302t, b\u0483c, d\u20d0e', 'tieng-viet-bc-de'],
    ['Cœur, Œuvre, ex æquo, ÆON', 'coeur-oeuvre-ex-aequo-aeon'],
    ['  --- Déjà   vu --- ', 'deja-vu'],
    ['100 % de marge & 0 €', '100-de-marge-0'],
    ['«\u00a0Tenir\u00a0»\u202f!', 'tenir'],
    ['😀', ''],
    ['…', ''],
    ['', ''],
  ])('makes « %s » into « %s »', (title, slug) => expect(slugFromTitle(title)).toBe(slug));

  it('cuts a long title at a word', () => {
    expect(slugFromTitle('discipline '.repeat(30))).toBe('discipline-'.repeat(11).slice(0, MAX_SLUG_LENGTH));
    expect(slugFromTitle('stratégie '.repeat(30))).toBe('strategie-'.repeat(12).slice(0, -1));
    expect(slugFromTitle('comptabilité '.repeat(30))).toBe('comptabilite-'.repeat(9).slice(0, -1));
    expect(slugFromTitle('a'.repeat(200))).toBe('a'.repeat(MAX_SLUG_LENGTH));
    expect(slugFromTitle(`${'a'.repeat(MAX_SLUG_LENGTH)} b`)).toBe('a'.repeat(MAX_SLUG_LENGTH));
  });

  it('gives a valid slug, or nothing, or a name of Windows', () => {
    for (const title of ['Un', 'é', 'a-', '-a', "l'an 1", 'ß', 'ǅ', '１２', 'x'.repeat(500)]) {
      const slug = slugFromTitle(title);
      expect(slug === '' || isSlug(slug), title).toBe(true);
    }
    expect(isSlug(slugFromTitle('Con'))).toBe(false);
  });
});

describe('isSlug', () => {
  it.each([
    'a',
    '2026',
    'discipline-et-business',
    'a1-b2',
    'console',
    'com',
    'com10',
    'a'.repeat(MAX_SLUG_LENGTH),
  ])('accepts « %s »', (text) => expect(isSlug(text)).toBe(true));

  it.each([
    '',
    '-',
    '-a',
    'a-',
    'a--b',
    'A',
    'é',
    'a b',
    'a_b',
    'a.b',
    '../a',
    'a/b',
    'a\n',
    'a\u0000',
    'a'.repeat(MAX_SLUG_LENGTH + 1),
  ])('refuses « %s »', (text) => expect(isSlug(text)).toBe(false));

  it('refuses every device name of Windows', () => {
    const numbered = ['com', 'lpt'].flatMap((name) => Array.from({ length: 10 }, (_, at) => `${name}${at}`));
    for (const name of ['con', 'prn', 'aux', 'nul', ...numbered]) expect(isSlug(name), name).toBe(false);
  });
});

describe('createFreeSlugs', () => {
  it('gives the first that is free, and looks at no place twice for those of one name', () => {
    const taken = new Set(['titre-2', 'titre-4']);
    let asked = 0;
    const free = createFreeSlugs((slug) => {
      asked += 1;
      return !taken.has(slug);
    });
    expect(Array.from({ length: 4 }, () => free('titre'))).toEqual([
      'titre',
      'titre-3',
      'titre-5',
      'titre-6',
    ]);
    for (let count = 0; count < 1000; count += 1) free('titre');
    expect(asked).toBe(1006);
  });
});
