import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { makeVariant } from './image-pipeline.ts';
import { isWholePicture } from './picture-cache.ts';

const raw = { width: 61, height: 47, channels: 3 } as const;
const noise = Buffer.from(Array.from({ length: 61 * 47 * 3 }, (_, at) => (at * 7919) % 251));

async function made(kind: (typeof KINDS)[number]): Promise<Uint8Array> {
  const png = await sharp(noise, { raw }).png().toBuffer();
  return kind === 'png' ? png : makeVariant(png, { width: 400, format: kind });
}

const KINDS = ['jpg', 'share', 'webp', 'avif', 'png'] as const;

describe.each(KINDS)('isWholePicture of %s', (kind) => {
  it('takes what is made, and nothing that is cut anywhere, zeroed or of another kind', async () => {
    const bytes = await made(kind);
    expect(isWholePicture(bytes, kind)).toBe(true);
    for (let length = 0; length < bytes.length; length += 1)
      if (isWholePicture(bytes.subarray(0, length), kind)) expect(length).toBe('whole');
    expect(isWholePicture(new Uint8Array(bytes.length), kind)).toBe(false);
    expect(isWholePicture(await made(kind === 'webp' ? 'png' : 'webp'), kind)).toBe(false);
  });
});
