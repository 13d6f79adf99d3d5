import { describe, expect, it } from 'vitest';
import { isWindowsDevice, windowsFault } from './slug.ts';

describe('windowsFault', () => {
  it.each([
    'article.md',
    'é.md',
    'Aux champs.jpg',
    'aux-armes.md',
    'console.md',
    'com10.md',
    'nul n’est censé.md',
    '.htaccess',
    'a.b.c',
  ])('accepts %j', (name) => {
    expect(windowsFault(name)).toBeNull();
  });

  it.each([
    ...[
      'con',
      'PRN',
      'aux.md',
      'Nul.tar.gz',
      'com1',
      'COM9.jpg',
      'com¹',
      'lpt1.md',
      'LPT9',
      'conin$',
      'con .md',
    ],
    ...['a<b', 'a>b', 'a:b', 'a"b', 'a|b', 'a?b.md', 'a*b', 'a\\b', 'a\u0001b', 'a\n'],
    ...['a.', 'a ', 'a. ', '.. ', 'a.md.'],
  ])('refuses %j', (name) => {
    expect(windowsFault(name)).not.toBeNull();
  });
});

describe('isWindowsDevice', () => {
  it('says nothing of other names that Windows refuses', () => {
    expect(['aux.md', 'a?.md'].map(isWindowsDevice)).toEqual([true, false]);
  });
});
