import { describe, expect, it } from 'vitest';
import { isOwnPage, outsideLink, pageOfDeepLink } from './address.ts';

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

describe('pageOfDeepLink', () => {
  const id = '6f1f0000-0000-4000-8000-00000000abcd';
  it.each([`encrier://post/${id}`, `encrier://post/${id}/`, `ENCRIER://post/${id.toUpperCase()}`])(
    'leads %s to the article',
    (link) => expect(pageOfDeepLink(link)).toBe(`/admin/articles/${id}`),
  );

  it.each([
    'encrier://post/../admin',
    `encrier://other/${id}`,
    `https://post/${id}`,
    `encrier://post/${id}?x`,
    '--flag',
  ])('takes nothing from %s', (link) => expect(pageOfDeepLink(link)).toBeNull());
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
