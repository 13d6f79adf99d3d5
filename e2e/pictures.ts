import sharp from 'sharp';

const SIZE = { width: 1200, height: 800 };
/** Of a picture of which nobody asks more than that it is there. */
export const SMALL = { width: 96, height: 64 };

/** A picture that compresses badly enough to be worth a progress bar; another one for each hue. */
async function makePicture(hue: number, { width, height } = SIZE): Promise<Buffer> {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#0b0f17',
      noise: { type: 'gaussian', mean: 90 + hue, sigma: 12 },
    },
  })
    .jpeg({ quality: 80 })
    .toBuffer();
}

/** A picture of one colour, quickly made in every width and format: for what is only about its size. */
export async function plainPicture({ width, height }: typeof SIZE): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#0b0f17' } })
    .jpeg()
    .toBuffer();
}

/** A picture as a file field takes it. */
export async function pictureFile(
  name: string,
  hue = 0,
  size = SIZE,
): Promise<{ readonly name: string; readonly mimeType: string; readonly buffer: Buffer }> {
  return { name, mimeType: 'image/jpeg', buffer: await makePicture(hue, size) };
}
