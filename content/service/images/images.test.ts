import { setImmediate } from 'node:timers/promises';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../testing/random.ts';
import { imageSize, makeVariant } from './images.ts';

/** A picture of one colour. */
function picture(width: number, height: number, background = '#c02040'): Sharp {
  return sharp({ create: { width, height, channels: 3, background } });
}

const WEBP = { width: 400, format: 'webp' } as const;
const JPEG = { width: 400, format: 'jpg' } as const;
const GPS = { IFD0: { Copyright: 'x' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 30/1' } };

async function animatedGif(): Promise<Buffer> {
  const frames = await Promise.all(
    ['#f00', '#0f0', '#00f'].map((colour) => picture(60, 40, colour).png().toBuffer()),
  );
  return sharp(frames, { join: { animated: true } })
    .gif({ delay: [100, 100, 100] })
    .toBuffer();
}

describe('imageSize', () => {
  it.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)('is told of %s', async (format) => {
    expect(await imageSize(await picture(120, 80).toFormat(format).toBuffer())).toEqual({
      width: 120,
      height: 80,
    });
  });

  it('is that of the picture upright', async () => {
    const turned = await picture(120, 80).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await imageSize(turned)).toEqual({ width: 80, height: 120 });
  });

  it('is that of one frame of an animation', async () => {
    expect(await imageSize(await animatedGif())).toEqual({ width: 60, height: 40 });
  });

  it.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'],
    [
      'an SVG behind an XML head',
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
    ],
    ['text', 'Je suis une image.'],
    ['nothing', ''],
    ['the head of a PNG alone', '\x89PNG\r\n\x1a\n'],
    ['a PDF', '%PDF-1.4\n1 0 obj\n<<>>\nendobj\n'],
  ])('is null for %s', async (_, text) => {
    expect(await imageSize(Buffer.from(text, 'latin1'))).toBeNull();
  });

  it('is told of each of many, some begun while others are decoded', async () => {
    const bytes = await picture(120, 80).png().toBuffer();
    const sizes: unknown[] = [];
    const running = new Set<Promise<unknown>>();
    for (let started = 0; started < 5_000; started += 1) {
      const size: Promise<unknown> = imageSize(bytes).then((found) => {
        sizes.push(found);
        running.delete(size);
      });
      running.add(size);
      if (running.size > 20) await Promise.race(running);
      else if (started % 3 === 0) await setImmediate();
    }
    await Promise.all(running);
    expect(sizes.filter((size) => size === null)).toEqual([]);
  });

  it('is null for a TIFF', async () => {
    expect(await imageSize(await picture(20, 20).tiff().toBuffer())).toBeNull();
  });

  it('is null above 40 million pixels', async () => {
    const huge = await picture(8000, 5001).png({ compressionLevel: 1 }).toBuffer();
    expect(await imageSize(huge)).toBeNull();
  });
});

describe('makeVariant', () => {
  it('turns the picture upright', async () => {
    const turned = await picture(120, 80).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const { width, height, orientation } = await sharp(await makeVariant(turned, WEBP)).metadata();
    expect({ width, height, orientation }).toEqual({ width: 80, height: 120, orientation: undefined });
  });

  it.each([WEBP, JPEG])('drops where a photo was taken ($format)', async (variant) => {
    const photo = await picture(120, 80).withExif(GPS).jpeg().toBuffer();
    const made = await sharp(await makeVariant(photo, variant)).metadata();
    expect([(await sharp(photo).metadata()).exif !== undefined, made.exif, made.xmp, made.iptc]).toEqual([
      true,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('is as wide as asked, never wider than the picture', async () => {
    const wide = await makeVariant(await picture(800, 400).png().toBuffer(), WEBP);
    const narrow = await makeVariant(await picture(120, 80).png().toBuffer(), WEBP);
    const sizes = await Promise.all(
      [wide, narrow].map(async (bytes) => (await sharp(bytes).metadata()).width),
    );
    expect(sizes).toEqual([400, 120]);
  });

  it('turns print colours into those of screens', async () => {
    const print = await picture(40, 40).toColourspace('cmyk').jpeg().toBuffer();
    const { space, channels } = await sharp(await makeVariant(print, JPEG)).metadata();
    expect([(await sharp(print).metadata()).space, space, channels]).toEqual(['cmyk', 'srgb', 3]);
  });

  it('shows one frame of an animation', async () => {
    const { pages = 1, height } = await sharp(await makeVariant(await animatedGif(), WEBP)).metadata();
    expect([pages, height]).toEqual([1, 40]);
  });

  it('refuses a file that is cut short', async () => {
    const random = createRandom(1);
    const pixels = Buffer.from(Array.from({ length: 300 * 300 * 3 }, () => random.below(256)));
    const noise = sharp(pixels, { raw: { width: 300, height: 300, channels: 3 } });
    const whole = await noise.jpeg().toBuffer();
    await expect(makeVariant(whole.subarray(0, whole.length / 2), WEBP)).rejects.toThrow();
  });

  it('refuses an SVG', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>');
    await expect(makeVariant(svg, WEBP)).rejects.toThrow();
  });

  it('refuses more than 40 million pixels', async () => {
    const huge = await picture(8000, 5001).png({ compressionLevel: 1 }).toBuffer();
    await expect(makeVariant(huge, WEBP)).rejects.toThrow();
  });
});
