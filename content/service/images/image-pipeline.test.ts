import { setImmediate } from 'node:timers/promises';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { ContentError } from '../../model/errors.ts';
import { photograph, plainImage } from '../../testing/images.ts';
import { createRandom } from '../../testing/random.ts';
import { cleanImage, imageSize, makeVariant } from './image-pipeline.ts';

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

  it.each(['webp', 'avif', 'jpg'] as const)(
    'makes one of a picture taller than WebP can be (%s)',
    async (format) => {
      const tall = await plainImage(20, 20_000).png().toBuffer();
      const { width, height } = await sharp(await makeVariant(tall, { width: 400, format })).metadata();
      expect({ width, height }).toEqual({ width: 16, height: 16_383 });
    },
  );

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

const PLACE = {
  IFD0: { Copyright: 'Lieu secret' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 30/1' },
};

async function refusal(bytes: Uint8Array): Promise<unknown> {
  const error: unknown = await cleanImage(bytes).catch((reason: unknown) => reason);
  return error instanceof ContentError ? [error.code, error.data] : error;
}

/** The size of a PNG rewritten in its header, its checksum too. */
async function lyingPng(width: number, height: number): Promise<Buffer> {
  const png = await plainImage(10, 10).png().toBuffer();
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  const { crc32 } = await import('node:zlib');
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

describe('cleanImage', () => {
  it('drops where a photograph was taken, and all else it says of itself', async () => {
    const photo = await photograph(120, 80).withExif(PLACE).withIccProfile('p3').jpeg().toBuffer();
    const { bytes } = await cleanImage(photo);
    const { exif, icc, xmp, iptc } = await sharp(bytes).metadata();
    const before = await sharp(photo).metadata();
    expect([before.exif !== undefined, before.icc !== undefined]).toEqual([true, true]);
    expect([exif, icc, xmp, iptc]).toEqual([undefined, undefined, undefined, undefined]);
    expect(Buffer.from(bytes).toString('latin1')).not.toMatch(/Exif|Lieu secret|ICC_PROFILE/);
  });

  it('turns it upright', async () => {
    const lying = await photograph(120, 80).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const cleaned = await cleanImage(lying);
    const { width, height, orientation } = await sharp(cleaned.bytes).metadata();
    expect({ width, height, orientation }).toEqual({ width: 80, height: 120, orientation: undefined });
    expect([cleaned.width, cleaned.height]).toEqual([80, 120]);
  });

  it('makes the longest side as long as is stored', async () => {
    const wide = await cleanImage(await plainImage(3000, 300).jpeg().toBuffer());
    const tall = await cleanImage(await plainImage(300, 3000).jpeg().toBuffer());
    expect([wide.width, wide.height, tall.width, tall.height]).toEqual([2560, 256, 256, 2560]);
  });

  it('stores a photograph as progressive JPEG, whatever it came as', async () => {
    const sources = [photograph(400, 300).jpeg(), photograph(400, 300).png(), photograph(400, 300).avif()];
    const cleaned = await Promise.all(sources.map(async (source) => cleanImage(await source.toBuffer())));
    const kinds = await Promise.all(cleaned.map(({ bytes }) => sharp(bytes).metadata()));
    expect(kinds.map(({ format, isProgressive }) => [format, isProgressive])).toEqual(
      Array(3).fill(['jpeg', true]),
    );
    expect(cleaned.map(({ ending }) => ending)).toEqual(['jpg', 'jpg', 'jpg']);
  });

  it('stores a drawing without loss', async () => {
    const drawing = await plainImage(400, 300, '#123456')
      .composite([{ input: await plainImage(100, 10, '#fedcba').png().toBuffer(), left: 7, top: 9 }])
      .png()
      .toBuffer();
    const { bytes, ending } = await cleanImage(drawing);
    const pixels = (image: Uint8Array) => sharp(image).removeAlpha().raw().toBuffer();
    expect([ending, (await pixels(bytes)).equals(await pixels(drawing))]).toEqual(['webp', true]);
  });

  it('keeps what is transparent', async () => {
    const glass = await sharp({
      create: { width: 40, height: 30, channels: 4, background: { r: 10, g: 20, b: 30, alpha: 0.5 } },
    })
      .png()
      .toBuffer();
    const { bytes, ending } = await cleanImage(glass);
    expect([ending, [...(await sharp(bytes).raw().toBuffer()).subarray(0, 4)]]).toEqual([
      'webp',
      [10, 20, 30, 128],
    ]);
  });

  it('takes the transparency out of what is opaque', async () => {
    const opaque = await photograph(200, 200).ensureAlpha().png().toBuffer();
    expect((await cleanImage(opaque)).ending).toBe('jpg');
  });

  it('turns print colours into those of screens', async () => {
    const print = await plainImage(40, 40).toColourspace('cmyk').jpeg().toBuffer();
    const { space, channels } = await sharp((await cleanImage(print)).bytes).metadata();
    expect([space, channels]).toEqual(['srgb', 3]);
  });

  it('gives the same bytes for the same picture', async () => {
    const photo = await photograph(300, 200).png().toBuffer();
    const [first, second] = await Promise.all([cleanImage(photo), cleanImage(photo)]);
    expect(first).toEqual(second);
  });

  it('takes a picture with something else behind it, and keeps the picture only', async () => {
    const polyglot = Buffer.concat([
      await photograph(60, 40).jpeg().toBuffer(),
      Buffer.from('PK\x03\x04<script>alert(1)</script><?php system("id");'),
    ]);
    const { bytes } = await cleanImage(polyglot);
    expect(Buffer.from(bytes).toString('latin1')).not.toMatch(/script|PK|php/);
  });

  it.each([
    ['nothing', '', /vide/],
    ['text', 'Je suis une image.', /pas une image/],
    [
      'an SVG',
      '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
      /SVG/,
    ],
    ['a PDF', '%PDF-1.4\n1 0 obj\n<<>>\nendobj\n', /pas une image/],
    ['the head of a PNG alone', '\x89PNG\r\n\x1a\n', /pas une image/],
    ['a page that begins as a GIF', 'GIF89a=1;<script>alert(1)</script>', /image/],
  ])('refuses %s', async (_, text, reason) => {
    expect(await refusal(Buffer.from(text, 'latin1'))).toEqual([
      'unsupported',
      { reason: expect.stringMatching(reason) as unknown },
    ]);
  });

  it('refuses a TIFF', async () => {
    expect(await refusal(await plainImage(20, 20).tiff().toBuffer())).toMatchObject(['unsupported', {}]);
  });

  it('refuses an animation', async () => {
    const frames = await Promise.all(
      ['#f00', '#0f0'].map((colour) => plainImage(60, 40, colour).png().toBuffer()),
    );
    const animations = [
      sharp(frames, { join: { animated: true } }).gif(),
      sharp(frames, { join: { animated: true } }).webp(),
    ];
    for (const animation of animations)
      expect(await refusal(await animation.toBuffer())).toEqual([
        'unsupported',
        { reason: expect.stringMatching(/animées/) as unknown },
      ]);
  });

  it.each(['jpeg', 'png', 'webp'] as const)('refuses a %s that is cut short', async (format) => {
    const whole = await photograph(300, 300).toFormat(format).toBuffer();
    expect(await refusal(whole.subarray(0, Math.floor(whole.length / 2)))).toEqual([
      'unsupported',
      { reason: expect.stringMatching(/abîmée|pas une image/) as unknown },
    ]);
  });

  it('refuses more than 40 million pixels', async () => {
    const huge = await plainImage(8000, 5001).png({ compressionLevel: 1 }).toBuffer();
    expect(await refusal(huge)).toEqual(['too-large', { limit: '40 mégapixels' }]);
  });

  it.each([
    [8200, 5000],
    [65_000, 65_000],
    [2_000_000_000, 1],
  ])('refuses a head that claims %i × %i pixels', async (width, height) => {
    const [code] = (await refusal(await lyingPng(width, height))) as unknown[];
    expect(['too-large', 'unsupported']).toContain(code);
  });

  it('refuses more than 10 MB without looking at them', async () => {
    expect(await refusal(Buffer.alloc(10 * 1024 * 1024 + 1))).toEqual(['too-large', { limit: '10 Mo' }]);
  });
});
