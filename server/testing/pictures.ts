import sharp, { type Metadata, type Region, type Stats } from 'sharp';

/** A plain picture of this size. */
export function plainPicture(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#204060' } })
    .png()
    .toBuffer();
}

/** A photograph of 900 × 600, taken lying on its side, that says where. */
export function photograph(): Promise<Buffer> {
  const noise = Buffer.from(Array.from({ length: 900 * 600 * 3 }, (_, at) => (at * 2654435761) % 251));
  return sharp(noise, { raw: { width: 900, height: 600, channels: 3 } })
    .withExif({
      IFD0: { Copyright: 'Secret place' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

/** What an image file says of itself. */
export function pictureFacts(bytes: Buffer): Promise<Metadata> {
  return sharp(bytes).metadata();
}

/** What most of a part of an image is, to the sixteenth. */
export async function dominantColour(bytes: Buffer, part: Region): Promise<Stats['dominant']> {
  return (await sharp(await sharp(bytes).extract(part).toBuffer()).stats()).dominant;
}
