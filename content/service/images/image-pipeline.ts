import type { Metadata, OutputInfo, Sharp, SharpOptions } from 'sharp';
import { NIGHT } from '../../model/colours.ts';
import { ContentError } from '../../model/errors.ts';
import type { ImageEnding } from '../../model/image.ts';
import { MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS, SHARE_SIZE, type VariantFormat } from '../../model/image.ts';

interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** All that is done with the bytes of pictures. They are untrusted: a desktop decodes them in a process of its own. */
export interface ImagePipeline {
  readonly clean: typeof cleanImage;
  readonly size: typeof imageSize;
  readonly variant: (
    bytes: Uint8Array,
    wanted: { readonly width: number; readonly format: VariantFormat },
  ) => Promise<Uint8Array>;
}

/** The pipeline that decodes where it is called. */
export const inProcess: ImagePipeline = {
  clean: cleanImage,
  size: imageSize,
  variant: makeVariant,
};

/** An image is stored at most this large, in pixels, on its longest side (docs/design.md, Images). */
const MAX_STORED_SIDE = 2560;
const STORED_QUALITY = 82;
const PHOTOGRAPH = { quality: STORED_QUALITY, mozjpeg: true };
/** Some files are made to take minutes. */
const LONGEST_SECONDS = 60;
const WEBP_QUALITY = 80;
const JPEG_QUALITY = 82;
/** Looks as WEBP_QUALITY does; a greater effort costs five times as long for a tenth of the bytes (docs/design.md, Images). */
const AVIF = { quality: 50, effort: 2 };
/** WebP's most, in pixels, and what AVIF is encoded up to: a taller picture is made narrower. */
const TALLEST = 16_383;
/** Width, in pixels, at which an image is shown that the site does not serve. */
const PICTURE_WIDTH = 400;
/** What is decoded at all, whatever a file's name says. SVG is not: it can hold code (docs/design.md, Images). */
const KINDS: ReadonlySet<string | undefined> = new Set(['jpeg', 'png', 'webp', 'gif', 'heif']);

/** An upload as it is stored. */
export interface CleanedImage extends ImageSize {
  readonly bytes: Uint8Array;
  readonly ending: ImageEnding;
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
  const { format } = await checkedHead(bytes);
  // Formats without loss hold drawings as well as photographs; what a camera writes is a photograph.
  const isDrawn = format === 'png' || format === 'gif' || format === 'webp';
  const upright = (await decoder(bytes))
    .autoOrient()
    .resize({ width: MAX_STORED_SIDE, height: MAX_STORED_SIDE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .timeout({ seconds: LONGEST_SECONDS });
  const made = (form: Sharp) =>
    form.toBuffer({ resolveWithObject: true }).catch((cause: unknown) => {
      throw damaged(cause);
    });
  // JPEG has no transparency: its pixels pass from the decoder to the encoder, and are nowhere as a whole.
  if (format === 'jpeg') {
    const { data, info } = await made(upright.jpeg(PHOTOGRAPH));
    return { bytes: data, ending: 'jpg', width: info.width, height: info.height };
  }
  // Decoded once: it may be encoded twice.
  const { data, info } = await made(upright.raw({ depth: 'uchar' }));
  const guardedSharp = await loadSharp();
  const pixels = () => guardedSharp(data, { raw: info });
  const isOpaque = info.channels === 1 || info.channels === 3 || (await pixels().stats()).isOpaque;
  const encoded = await (isOpaque ? encodeOpaque(pixels, isDrawn) : encodeTransparent(pixels));
  return { ...encoded, width: info.width, height: info.height };
}

/** What the head of an upload says, however many pixels it claims to have. */
async function checkedHead(bytes: Uint8Array): Promise<Metadata> {
  const read = async () => (await decoder(bytes, { limitInputPixels: false })).metadata();
  const head = await read().catch((cause: unknown) => {
    throw unsupported(isSvg(bytes) ? NO_SVG : NOT_AN_IMAGE, cause);
  });
  if (!isShown(head)) throw unsupported(head.format === 'heif' ? NO_HEIC : NOT_AN_IMAGE);
  if (head.width * (head.pageHeight ?? head.height) > MAX_IMAGE_PIXELS)
    throw new ContentError('too-large', { limit: '40 mégapixels' });
  if ((head.format === 'gif' || head.format === 'webp') && (head.pages ?? 1) > 1)
    throw unsupported(NO_ANIMATION);
  return head;
}

type Encoded = Pick<CleanedImage, 'bytes' | 'ending'>;

async function encodeTransparent(pixels: () => Sharp): Promise<Encoded> {
  const exact = await pixels().webp({ lossless: true }).toBuffer();
  const close = await pixels().webp({ quality: STORED_QUALITY, alphaQuality: 100 }).toBuffer();
  return { bytes: exact.length <= close.length ? exact : close, ending: 'webp' };
}

async function encodeOpaque(pixels: () => Sharp, isDrawn: boolean): Promise<Encoded> {
  const photograph = await pixels().removeAlpha().jpeg(PHOTOGRAPH).toBuffer();
  const drawing = isDrawn ? await pixels().removeAlpha().webp({ lossless: true }).toBuffer() : null;
  return drawing !== null && drawing.length <= photograph.length
    ? { bytes: drawing, ending: 'webp' }
    : { bytes: photograph, ending: 'jpg' };
}

/** The size of an image in pixels, upright; null when the bytes are no image that can be shown. Throws where nothing can be decoded. */
export async function imageSize(bytes: Uint8Array): Promise<ImageSize | null> {
  await loadSharp();
  try {
    const { head } = await opened(bytes);
    const { width, pages = 1, orientation = 1 } = head;
    const height = pages > 1 ? (head.pageHeight ?? head.height) : head.height;
    return orientation >= 5 ? { width: height, height: width } : { width, height };
  } catch {
    return null; // Any failure means: not an image.
  }
}

/**
 * The image anew, turned upright and without metadata (GPS among it): at most `width` pixels wide, or, to be shared, cut to
 * exactly SHARE_SIZE around what is looked at first. Throws when the bytes cannot be decoded whole.
 */
export async function makeVariant(
  bytes: Uint8Array,
  { width, format }: { readonly width: number; readonly format: VariantFormat },
): Promise<Buffer> {
  const { image } = await opened(bytes);
  const resized =
    format === 'share'
      ? image.resize({ ...SHARE_SIZE, fit: 'cover', position: 'attention' })
      : image.resize({ width, height: TALLEST, fit: 'inside', withoutEnlargement: true });
  switch (format) {
    case 'avif':
      return resized.avif(AVIF).toBuffer();
    case 'webp':
      return resized.webp({ quality: WEBP_QUALITY }).toBuffer();
    case 'jpg':
    case 'share':
      return resized.flatten({ background: NIGHT }).jpeg({ quality: JPEG_QUALITY, mozjpeg: true }).toBuffer();
  }
}

/** A small copy of an image, cleaned as all are that leave the repository; null when it is none that is shown. */
export async function pictureOf(
  { variant }: Pick<ImagePipeline, 'variant'>,
  bytes: Uint8Array,
): Promise<string | null> {
  const made = await variant(bytes, { width: PICTURE_WIDTH, format: 'webp' }).catch(() => null); // Any failure means: not an image.
  return made === null ? null : `data:image/webp;base64,${Buffer.from(made).toString('base64')}`;
}

/**
 * The image whole within a box, upright, as a PNG that keeps what is transparent, the first frame of an animation. Throws when
 * the bytes cannot be decoded whole.
 */
export async function makeBadge(
  bytes: Uint8Array,
  box: ImageSize,
): Promise<{ readonly data: Buffer; readonly info: OutputInfo }> {
  const { image } = await opened(bytes);
  return image
    .resize({ ...box, fit: 'inside' })
    .toColourspace('srgb')
    .png()
    .toBuffer({ resolveWithObject: true });
}

/** An image that will be upright, and what its head says. Throws when it is of no kind that is shown. */
async function opened(bytes: Uint8Array): Promise<{ readonly image: Sharp; readonly head: Metadata }> {
  const image = await decoder(bytes);
  const head = await image.metadata();
  if (!isShown(head)) throw new TypeError(`not an image kind of ours: ${head.format}`);
  return { image: image.autoOrient(), head };
}

/** It is loaded when the first image is asked for: it costs a start 60 ms and 20 MB. */
async function loadSharp() {
  return (await import('./guarded-sharp.ts')).guardedSharp;
}

/** A decoder of untrusted bytes (guarded-sharp.ts says what it starts). */
async function decoder(bytes: Uint8Array, options: SharpOptions = {}): Promise<Sharp> {
  const guardedSharp = await loadSharp();
  return guardedSharp(bytes, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error', ...options });
}

/** Whether an image is of a kind that is shown. HEIF holds AVIF, which is decoded, and the HEIC of telephones, which is not: its codec is patented. */
function isShown({ format, compression }: Metadata): boolean {
  return KINDS.has(format) && (format !== 'heif' || compression === 'av1');
}

function isSvg(bytes: Uint8Array): boolean {
  return /<svg\b/i.test(Buffer.from(bytes.subarray(0, 4096)).toString('latin1'));
}

const CHOOSE = 'Choisissez une image JPEG, PNG, WebP, AVIF ou GIF.';
const NOT_AN_IMAGE = `Ce fichier n’est pas une image qui peut être lue. ${CHOOSE}`;
const NO_SVG = `Les dessins SVG ne sont pas pris, car ils peuvent contenir du code. ${CHOOSE}`;
const NO_HEIC =
  'Le format HEIC des téléphones ne peut pas être lu\u00a0: exportez la photo en JPEG, puis choisissez-la.';
const NO_ANIMATION = 'Les images animées ne sont pas prises\u00a0: choisissez une image fixe.';
const UNDECODED =
  'Cette image n’a pas pu être décodée\u00a0: réessayez, ou enregistrez-la de nouveau, plus petite.';
const DAMAGED = 'Cette image est abîmée ou incomplète\u00a0: enregistrez-la à nouveau, puis choisissez-la.';

function unsupported(reason: string, cause?: unknown): ContentError {
  return new ContentError('unsupported', { reason }, cause === undefined ? {} : { cause });
}

const damaged = (cause: unknown) => unsupported(DAMAGED, cause);

/** What decodes ended before it was done, twice: on this picture, or on a machine that has no room for it. */
export const undecoded = (cause: unknown) => unsupported(UNDECODED, cause);
