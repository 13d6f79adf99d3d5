import { describe, expect, it } from 'vitest';
import { imagePathOfAddress, isImagePath, isPostPath, postPath, slugOfPath } from './paths.ts';

describe('postPath', () => {
  it('puts a post in the folder of its year', () => {
    expect(postPath('discipline-ironman', 2026)).toBe('posts/2026/discipline-ironman.md');
  });

  it.each(['', '../a', 'a/b', 'A', 'con', 'a.md'])('refuses « %s »', (slug) => {
    expect(() => postPath(slug, 2026)).toThrow(TypeError);
  });

  it('is undone by slugOfPath', () => {
    const path = postPath('discipline-ironman', 2026);
    expect(isPostPath(path)).toBe(true);
    expect(slugOfPath(path)).toBe('discipline-ironman');
  });
});

describe('isPostPath', () => {
  it.each(['posts/a.md', 'posts/2026/a.md', 'posts/2026/11/20/a.md'])('takes %s', (path) =>
    expect(isPostPath(path)).toBe(true),
  );

  it.each([
    'a.md',
    'posts',
    'posts/',
    'posts/.md',
    'posts/a.txt',
    'posts/a.MD',
    'drafts/posts/a.md',
    'Posts/a.md',
    'postsa.md',
  ])('leaves %s', (path) => expect(isPostPath(path)).toBe(false));
});

describe('isImagePath', () => {
  it.each([
    'images/a.jpg',
    'images/2026/a.JPEG',
    'images/a.png',
    'images/a.webp',
    'images/a.avif',
    'images/a.gif',
    'images/a.svg',
  ])('takes %s', (path) => expect(isImagePath(path)).toBe(true));

  it.each(['a.jpg', 'images/a', 'images/a.html', 'images/a.jpg.html', 'posts/a.jpg'])('leaves %s', (path) =>
    expect(isImagePath(path)).toBe(false),
  );
});

describe('imagePathOfAddress', () => {
  it.each([
    ['/images/2026/a.jpg', 'images/2026/a.jpg'],
    ['/images/a.jpg?v=1#b', 'images/a.jpg'],
    ['/images/caf%C3%A9%20noir.png', 'images/café noir.png'],
  ])('finds the file of %s', (address, path) => expect(imagePathOfAddress(address)).toBe(path));

  it.each([
    'images/a.jpg',
    'https://exemple.fr/images/a.jpg',
    '//images/a.jpg',
    '/images/../site.yml',
    '/images/../posts/a.jpg',
    '/images/%2e%2e/a.jpg',
    '/images/..%2Fa.jpg',
    '/images/%E0%A4%A.jpg',
    '/images/a.html',
    '/images/',
    '/autre/a.jpg',
    'javascript:/images/a.jpg',
    '',
  ])('finds none of ours in « %s »', (address) => expect(imagePathOfAddress(address)).toBeNull());
});
