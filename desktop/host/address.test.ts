import { describe, expect, it } from 'vitest';
import { isOwnPage, outsideLink } from './address.ts';

describe('outsideLink', () => {
  it.each([
    ['https://exemple.fr/a b', 'https://exemple.fr/a%20b'],
    ['http://exemple.fr', 'http://exemple.fr/'],
    ['mailto:claire@exemple.fr', 'mailto:claire@exemple.fr'],
    ['HTTPS://EXEMPLE.FR/', 'https://exemple.fr/'],
  ])('lets %s out', (address, written) => expect(outsideLink(address)).toBe(written));

  it.each([
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,x',
    'smb://partage/fichier',
    'ms-msdt:/id',
    'encrier://post/1',
    '/etc/passwd',
    'exemple.fr',
    '',
    `https://exemple.fr/${'a'.repeat(2000)}`,
  ])('keeps %s in', (address) => expect(outsideLink(address)).toBeNull());
});

describe('isOwnPage', () => {
  it.each(['app://encrier/admin', 'app://encrier/admin/articles/nouveau', 'app://encrier/admin?x#y'])(
    'knows %s',
    (address) => expect(isOwnPage(address)).toBe(true),
  );

  it.each([
    'app://encrier/',
    'app://encrier/administration',
    'app://encrier/assets/x.js',
    'app://autre/admin',
    'app://x@encrier/admin',
    'app://encrier:1/admin',
    'https://encrier/admin',
    'https://encrier.app.test/admin',
    'about:blank',
    '',
  ])('refuses %s', (address) => expect(isOwnPage(address)).toBe(false));
});
