import type { Metadata, OutputInfo, Sharp, SharpOptions } from 'sharp';
import { MAX_IMAGE_PIXELS, SHARE_SIZE, type VariantFormat } from '../../model/image.ts';
import { tintOf } from '../../model/tint.ts';

const WEBP_QUALITY = 80;
const JPEG_QUALITY = 82;
/** Looks as WEBP_QUALITY does; a greater effort costs five times as long for a tenth of the bytes (docs/design.md, Images). */
const AVIF = { quality: 50, effort: 2 };

const OPTIONS: SharpOptions = { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error' };
/** What is decoded at all, whatever a file's name says. SVG is not: it can hold code (docs/design.md, Images). */
const KINDS: ReadonlySet<string | undefined> = new Set(['jpeg', 'png', 'webp', 'gif', 'heif']);

/** The size of an image in pixels, upright; null when the bytes are no image that can be shown. */
export async function imageSize(
  bytes: Uint8Array,
): Promise<{ readonly width: number; readonly height: number } | null> {
  const metadata = await metadataOf(bytes).catch(() => null); // Any failure means: not an image.
  return metadata !== null && isOurs(metadata) ? upright(metadata) : null;
}

/**
 * The image anew, turned upright and without metadata (GPS among it): at most `width` pixels wide, or, to be shared, cut to
 * exactly SHARE_SIZE around what is looked at first. Throws when the bytes cannot be decoded whole.
 */
export async function makeVariant(
  bytes: Uint8Array,
  { width, format }: { readonly width: number; readonly format: VariantFormat },
): Promise<Buffer> {
  const image = await decoder(bytes);
  const metadata = await image.metadata();
  if (!isOurs(metadata)) throw new TypeError(`not an image kind of ours: ${metadata.format}`);
  const upright = image.rotate();
  const resized =
    format === 'share'
      ? upright.resize({ ...SHARE_SIZE, fit: 'cover', position: 'attention' })
      : upright.resize({ width, withoutEnlargement: true });
  switch (format) {
    case 'avif':
      return resized.avif(AVIF).toBuffer();
    case 'webp':
      return resized.webp({ quality: WEBP_QUALITY }).toBuffer();
    case 'jpg':
    case 'share':
      return resized
        .flatten({ background: '#0B0F17' })
        .jpeg({ quality: JPEG_QUALITY, mozjpeg: true })
        .toBuffer();
  }
}

/**
 * The image whole within a box, upright, as a PNG that keeps what is transparent, the first frame of an animation. Throws when
 * the bytes cannot be decoded whole.
 */
export async function makeBadge(
  bytes: Uint8Array,
  box: { readonly width: number; readonly height: number },
): Promise<{ readonly data: Buffer; readonly info: OutputInfo }> {
  const image = await decoder(bytes);
  const metadata = await image.metadata();
  if (!isOurs(metadata)) throw new TypeError(`not an image kind of ours: ${metadata.format}`);
  return image
    .rotate()
    .resize({ ...box, fit: 'inside' })
    .toColourspace('srgb')
    .png()
    .toBuffer({ resolveWithObject: true });
}

/** What is decoded quickly by parts, and how much of it: a page waits for the tint of what it shows for the first time. */
const TINTED: ReadonlySet<string | undefined> = new Set(['jpeg', 'webp']);
const MAX_TINTED_PIXELS = 2560 * 2560;

/**
 * The average colour of an image (tint.ts); null when it has none that may stand behind it: it is transparent, or too
 * costly to decode for this, or cannot be decoded.
 */
export async function imageTint(bytes: Uint8Array): Promise<string | null> {
  try {
    const image = await decoder(bytes);
    const { format, width, height, hasAlpha } = await image.metadata();
    if (!TINTED.has(format) || hasAlpha || width * height > MAX_TINTED_PIXELS) return null;
    return tintOf([...(await image.resize(1, 1).toColourspace('srgb').raw().toBuffer())]);
  } catch {
    return null; // Any failure means: no image that can be shown.
  }
}

async function metadataOf(bytes: Uint8Array): Promise<Metadata> {
  return (await decoder(bytes)).metadata();
}

/** What the head of an image says, however many pixels it claims to have. Throws when it is none that is decoded. */
export async function readImageHead(bytes: Uint8Array): Promise<Metadata> {
  return (await decoder(bytes, { limitInputPixels: false })).metadata();
}

/** Whether an image is of a kind that is shown. HEIF holds AVIF, which is decoded, and the HEIC of telephones, which is not: its codec is patented. */
export function isOurs({ format, compression }: Metadata): boolean {
  return KINDS.has(format) && (format !== 'heif' || compression === 'av1');
}

/**
 * A decoder of untrusted bytes (guarded-sharp.ts says what it starts). sharp is loaded when the first image is asked for:
 * it costs a start 60 ms and 20 MB.
 */
export async function decoder(bytes: Uint8Array, options: SharpOptions = {}): Promise<Sharp> {
  const { guardedSharp } = await import('./guarded-sharp.ts');
  return guardedSharp(bytes, { ...OPTIONS, ...options });
}

function upright({ width, height, orientation = 1, pages = 1, pageHeight }: Metadata) {
  const tall = pages > 1 ? (pageHeight ?? height) : height;
  return orientation >= 5 ? { width: tall, height: width } : { width, height: tall };
}
