import sharp from 'sharp';

/** A picture that compresses badly enough to be worth a progress bar; another one for each hue. */
export async function makePicture(hue: number): Promise<Buffer> {
  return sharp({
    create: {
      width: 1200,
      height: 800,
      channels: 3,
      background: '#0b0f17',
      noise: { type: 'gaussian', mean: 90 + hue, sigma: 12 },
    },
  })
    .jpeg({ quality: 80 })
    .toBuffer();
}

/** A picture as a file field takes it. */
export async function pictureFile(
  name: string,
  hue = 0,
): Promise<{ readonly name: string; readonly mimeType: string; readonly buffer: Buffer }> {
  return { name, mimeType: 'image/jpeg', buffer: await makePicture(hue) };
}
