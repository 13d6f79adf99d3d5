import { createHash } from 'node:crypto';
import type { Metadata, Sharp } from 'sharp';
import { ContentError } from '../../model/errors.ts';
import { MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS } from '../../model/image.ts';
import type { ImageEnding } from '../../model/image-name.ts';
import { decoder, isOurs, readImageHead } from './images.ts';

/** An image is stored at most this large, in pixels, on its longest side (docs/design.md, Images). */
const MAX_STORED_SIDE = 2560;
const QUALITY = 82;
/** Some files are made to take minutes. */
const LONGEST_SECONDS = 60;

export interface CleanedImage {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly ending: ImageEnding;
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly digest: string;
}

/**
 * An upload decoded and encoded anew (docs/design.md, Images): upright, without any metadata, in the colours of screens, at
 * most {@link MAX_STORED_SIDE} pixels. What is opaque becomes JPEG, or WebP without loss where that is smaller (drawings,
 * screenshots); what is transparent becomes WebP. The same bytes always give the same image.
 *
 * Only JPEG, PNG, WebP, GIF and AVIF are taken, by content whatever the name; `unsupported` says why another is not, an
 * animation (readers would see its first picture only) and a damaged file among them. `too-large` says which limit.
 */
export async function cleanImage(bytes: Uint8Array): Promise<CleanedImage> {
  if (bytes.length === 0) throw unsupported('Ce fichier est vide.');
  if (bytes.length > MAX_IMAGE_BYTES) throw new ContentError('too-large', { limit: '10 Mo' });
  const head = await headOf(bytes);
  const cleaned = await encode(await pixelsOf(bytes), isDrawn(head));
  return { ...cleaned, digest: createHash('sha256').update(cleaned.bytes).digest('hex') };
}

async function headOf(bytes: Uint8Array): Promise<Metadata> {
  const head = await readImageHead(bytes).catch((cause: unknown) => {
    throw unsupported(isSvg(bytes) ? NO_SVG : NOT_AN_IMAGE, cause);
  });
  if (head.format === 'heif' && !isOurs(head)) throw unsupported(NO_HEIC);
  if (!isOurs(head)) throw unsupported(NOT_AN_IMAGE);
  if (head.width * (head.pageHeight ?? head.height) > MAX_IMAGE_PIXELS)
    throw new ContentError('too-large', { limit: '40 mégapixels' });
  if ((head.format === 'gif' || head.format === 'webp') && (head.pages ?? 1) > 1)
    throw unsupported(NO_ANIMATION);
  return head;
}

interface Pixels {
  readonly data: Buffer;
  readonly info: { readonly width: number; readonly height: number; readonly channels: 1 | 2 | 3 | 4 };
}

/** Decoded once, in the colours of screens: it may be encoded twice. */
async function pixelsOf(bytes: Uint8Array): Promise<Pixels> {
  const image = (await decoder(bytes)).autoOrient();
  const side = MAX_STORED_SIDE;
  return image
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .timeout({ seconds: LONGEST_SECONDS })
    .toBuffer({ resolveWithObject: true })
    .catch((cause: unknown) => {
      throw unsupported(DAMAGED, cause);
    });
}

/** Formats without loss hold drawings as well as photographs; what a camera writes is a photograph. */
function isDrawn({ format }: Metadata): boolean {
  return format === 'png' || format === 'gif' || format === 'webp';
}

async function encode(pixels: Pixels, isDrawn: boolean): Promise<Omit<CleanedImage, 'digest'>> {
  const { guardedSharp } = await import('./guarded-sharp.ts');
  const { width, height } = pixels.info;
  const source = () => guardedSharp(pixels.data, { raw: pixels.info });
  if (!(await isOpaque(source(), pixels))) {
    const exact = await source().webp({ lossless: true }).toBuffer();
    const close = await source().webp({ quality: QUALITY, alphaQuality: 100 }).toBuffer();
    return { bytes: smaller(exact, close), width, height, ending: 'webp' };
  }
  const photograph = await source().removeAlpha().jpeg({ quality: QUALITY, mozjpeg: true }).toBuffer();
  if (!isDrawn) return { bytes: photograph, width, height, ending: 'jpg' };
  const drawing = await source().removeAlpha().webp({ lossless: true }).toBuffer();
  return drawing.length <= photograph.length
    ? { bytes: drawing, width, height, ending: 'webp' }
    : { bytes: photograph, width, height, ending: 'jpg' };
}

async function isOpaque(image: Sharp, { info }: Pixels): Promise<boolean> {
  return info.channels === 1 || info.channels === 3 || (await image.stats()).isOpaque;
}

function smaller(exact: Buffer, close: Buffer): Buffer {
  return exact.length <= close.length ? exact : close;
}

function isSvg(bytes: Uint8Array): boolean {
  return /<svg\b/i.test(Buffer.from(bytes.subarray(0, 4096)).toString('latin1'));
}

const KINDS = 'Choisissez une image JPEG, PNG, WebP, AVIF ou GIF.';
const NOT_AN_IMAGE = `Ce fichier n’est pas une image qui peut être lue. ${KINDS}`;
const NO_SVG = `Les dessins SVG ne sont pas pris, car ils peuvent contenir du code. ${KINDS}`;
const NO_HEIC =
  'Le format HEIC des téléphones ne peut pas être lu : exportez la photo en JPEG, puis choisissez-la.';
const NO_ANIMATION = 'Les images animées ne sont pas prises : choisissez une image fixe.';
const DAMAGED = 'Cette image est abîmée ou incomplète : enregistrez-la à nouveau, puis choisissez-la.';

function unsupported(reason: string, cause?: unknown): ContentError {
  return new ContentError('unsupported', { reason }, cause === undefined ? {} : { cause });
}
