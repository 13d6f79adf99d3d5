import { describe, expect, it } from 'vitest';
import { imageDigest, imageName, readablePart } from './image-name.ts';

describe('imageName', () => {
  const content = { digest: '0123456789abcdef0123', ending: 'jpg' } as const;

  it.each([
    ['Été à la mer.JPEG', 'ete-a-la-mer-0123456789ab.jpg'],
    ['C:\\fakepath\\Œuvre.png', 'oeuvre-0123456789ab.jpg'],
    ['../../etc/passwd', 'passwd-0123456789ab.jpg'],
    ['', 'image-0123456789ab.jpg'],
    ['日本.png', 'image-0123456789ab.jpg'],
    ['photo-fedcba987654.webp', 'photo-0123456789ab.jpg'],
    ['con.jpg', 'con-0123456789ab.jpg'],
    ['\0\u202egnp.exe', 'gnp-0123456789ab.jpg'],
  ])('of %j is %s', (original, name) => {
    expect(imageName(original, content)).toBe(name);
  });
});

describe('readablePart', () => {
  it('is cut at a word', () => {
    const part = readablePart(`${'mot-'.repeat(40)}.png`);
    expect([part.length <= 60, part.endsWith('-mot'), part.length > 50]).toEqual([true, true, true]);
  });

  it('is cut inside a word that is too long', () => {
    expect(readablePart(`${'a'.repeat(200)}.png`)).toBe('a'.repeat(60));
  });
});

describe('imageDigest', () => {
  it.each([
    ['photo-fedcba987654.webp', 'fedcba987654'],
    ['photo-fedcba987654', 'fedcba987654'],
    ['photo.webp', null],
    ['photo-fedcba98765.webp', null],
    ['photo-fedcba987654.jpg.bak', null],
  ])('of %s is %s', (name, digest) => {
    expect(imageDigest(name)).toBe(digest);
  });
});
