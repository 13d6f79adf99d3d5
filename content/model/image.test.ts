import { describe, expect, it } from 'vitest';
import {
  imageDigest,
  imageName,
  parseVariantAddress,
  readablePart,
  shareAddress,
  VARIANT_WIDTHS,
  variantAddress,
  variantSources,
  variantWidthFor,
} from './image.ts';

const BLOB = '3f9a1c'.padEnd(40, '0');
const COVER = { path: 'images/2026/couverture-3f9a1c.jpg', blobId: BLOB, width: 1600, height: 900 };

describe('variantAddress', () => {
  it('names the content, the file, the width and the format', () => {
    expect(variantAddress(COVER, 800, 'webp')).toBe(`/images/${BLOB}/couverture-3f9a1c-800.webp`);
  });

  it('encodes names that an address cannot hold, and is read back', () => {
    const odd = { ...COVER, path: 'images/été "1" #2.x.png' };
    const address = variantAddress(odd, 400, 'jpg');
    expect(address).toMatch(/^[\x21-\x7e]+$/);
    expect(parseVariantAddress(address)).toEqual({ blobId: BLOB, width: 400, format: 'jpg' });
  });
});

describe('shareAddress', () => {
  it('names the one size it has, and is read back', () => {
    const address = shareAddress(COVER);
    expect(address).toBe(`/images/${BLOB}/couverture-3f9a1c-1200x630.jpg`);
    expect(parseVariantAddress(address)).toEqual({ blobId: BLOB, width: 1200, format: 'share' });
    const others = ['800x630.jpg', '1200x630.webp', '1200x630xjpg', '1200.share'];
    expect(others.map((end) => parseVariantAddress(`/images/${BLOB}/a-${end}`))).toEqual(
      others.map(() => null),
    );
  });
});

describe('variantSources', () => {
  const widths = (width: number) =>
    Array.from(variantSources({ ...COVER, width }, 'webp').matchAll(/-(\d+)\.webp/g), ([, named]) =>
      Number(named),
    );

  it('has one with all pixels of the original, and none above that', () => {
    expect(widths(1600)).toEqual([400, 800, 1200, 1600]);
    expect(widths(1599)).toEqual([400, 800, 1200, 1600]);
    expect(widths(1200)).toEqual([400, 800, 1200]);
    expect(widths(600)).toEqual([400, 800]);
    expect(widths(5000)).toEqual(VARIANT_WIDTHS);
    expect(widths(120)).toEqual([400]);
  });

  it('says how wide each variant is, not what it is called', () => {
    const sources = variantSources({ ...COVER, width: 600 }, 'webp');
    expect(sources.replaceAll(/\S+-/g, '')).toBe('400.webp 400w, 800.webp 600w');
  });
});

describe('variantWidthFor', () => {
  it('takes the narrowest that fills the place, else the widest', () => {
    expect(variantWidthFor(COVER, 1)).toBe(400);
    expect(variantWidthFor(COVER, 800)).toBe(800);
    expect(variantWidthFor(COVER, 801)).toBe(1200);
    expect(variantWidthFor(COVER, 4000)).toBe(1600);
  });
});

describe('parseVariantAddress', () => {
  it('reads back every address of every width and format', () => {
    for (const width of VARIANT_WIDTHS) {
      for (const format of ['avif', 'webp', 'jpg'] as const) {
        expect(parseVariantAddress(variantAddress(COVER, width, format))).toEqual({
          blobId: BLOB,
          width,
          format,
        });
      }
    }
  });

  it.each([
    `/images/${BLOB}/a-801.webp`,
    `/images/${BLOB}/a-0400.webp`,
    `/images/${BLOB}/a-400.png`,
    `/images/${BLOB}/a.webp`,
    `/images/${BLOB}/b/a-400.webp`,
    `/images/${BLOB.toUpperCase()}/a-400.webp`,
    `/images/${BLOB.slice(1)}/a-400.webp`,
    `/images/${BLOB}/a-400.webp/`,
    `//images/${BLOB}/a-400.webp`,
    '/images/2026/a-400.webp',
  ])('refuses %s', (address) => expect(parseVariantAddress(address)).toBeNull());
});

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
