import { slugFromTitle } from './slug.ts';

/** A larger file is refused, in bytes (docs/design.md, Images). */
export const MAX_IMAGE_BYTES = 10 * 1024 * 1024;
/** A larger picture is refused, in pixels: it would take too much memory to decode. */
export const MAX_IMAGE_PIXELS = 40_000_000;

/** Widths, in pixels, in which the site serves an image. */
export const VARIANT_WIDTHS = [400, 800, 1200, 1600, 2560] as const;
/**
 * Formats of a variant: avif and webp for pages, jpg for programs, which do not all read the others, and share: a JPEG cut to
 * the shape in which networks show a link (SHARE_SIZE). Each would else cut it in its own way.
 */
const VARIANT_FORMATS = ['avif', 'webp', 'jpg', 'share'] as const;
export type VariantFormat = (typeof VARIANT_FORMATS)[number];

/** The picture of a shared link, in pixels: the size the three networks ask for. */
export const SHARE_SIZE = { width: 1200, height: 630 } as const;

/** An image of the repository once it was decoded: what a page needs to reserve its place. */
export interface ImageInfo {
  /** Path in the repository, for example images/2026/couverture-3f9a1c.jpg. */
  readonly path: string;
  readonly blobId: string;
  /** Pixels, upright. */
  readonly width: number;
  readonly height: number;
}

/**
 * The address of a variant: /images/<blob id>/<name>-<width>.<format>. It names the content, so what it answers
 * never changes; the name is there for people and search engines only.
 */
export function variantAddress(
  image: ImageInfo,
  width: number,
  format: Exclude<VariantFormat, 'share'>,
): string {
  return `${addressStem(image)}-${width}.${format}`;
}

/** The address of what networks are given of an image: always of SHARE_SIZE. */
export function shareAddress(image: Pick<ImageInfo, 'path' | 'blobId'>): string {
  return `${addressStem(image)}${SHARE_ENDING}`;
}

const SHARE_ENDING = `-${SHARE_SIZE.width}x${SHARE_SIZE.height}.jpg`;

function addressStem({ path, blobId }: Pick<ImageInfo, 'path' | 'blobId'>): string {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
  return `/images/${blobId}/${encodeURIComponent(name)}`;
}

/**
 * The widths `image` is served in, narrowest first: those below its own, and the next one, whose variant has all of its
 * pixels and no more (`pixelsOf`). An image between two widths would else be blown up from the narrower one.
 */
function variantWidths(image: Pick<ImageInfo, 'width'>): readonly number[] {
  const whole = VARIANT_WIDTHS.findIndex((width) => width >= image.width);
  return whole === -1 ? VARIANT_WIDTHS : VARIANT_WIDTHS.slice(0, whole + 1);
}

/** How many pixels wide the variant named `width` is: an image is never enlarged. */
function pixelsOf(image: Pick<ImageInfo, 'width'>, width: number): number {
  return Math.min(width, image.width);
}

/** The width of the variant that fills `wanted` pixels best without being larger than needed. */
export function variantWidthFor(image: Pick<ImageInfo, 'width'>, wanted: number): number {
  const widths = variantWidths(image);
  return widths.find((width) => width >= wanted) ?? widths[widths.length - 1] ?? VARIANT_WIDTHS[0];
}

/** The addresses of all widths of an image in one format, as `srcset` writes them. */
export function variantSources(image: ImageInfo, format: 'avif' | 'webp'): string {
  return variantWidths(image)
    .map((width) => `${variantAddress(image, width, format)} ${pixelsOf(image, width)}w`)
    .join(', ');
}

const SHARED_ADDRESS = new RegExp(`^/images/([0-9a-f]{40})/[^/]*${SHARE_ENDING.replace('.', '\\.')}$`);
const VARIANT_ADDRESS = /^\/images\/([0-9a-f]{40})\/[^/]*-([0-9]{1,4})\.(avif|webp|jpg)$/;

/** What a variant's address asks for, or null when it is not one that pages contain. */
export function parseVariantAddress(
  pathname: string,
): { readonly blobId: string; readonly width: number; readonly format: VariantFormat } | null {
  const [, shared] = SHARED_ADDRESS.exec(pathname) ?? [];
  if (shared !== undefined) return { blobId: shared, width: SHARE_SIZE.width, format: 'share' };
  const [, blobId, width, ending] = VARIANT_ADDRESS.exec(pathname) ?? [];
  const known = VARIANT_WIDTHS.find((candidate) => String(candidate) === width);
  const format = VARIANT_FORMATS.find((candidate) => candidate === ending);
  return blobId === undefined || known === undefined || format === undefined
    ? null
    : { blobId, width: known, format };
}

/** Longest readable part of a new image's name, in characters. */
const MAX_IMAGE_NAME_LENGTH = 60;
/** What a name says when the file it came from said nothing. */
const NAMELESS = 'image';

const DIGEST = /-([0-9a-f]{12})$/;
const ENDING = /\.[a-z0-9]{1,5}$/i;

export type ImageEnding = 'jpg' | 'webp';

/** The name of an image: what people read, twelve hexadecimal digits of its content, its ending. */
export function imageName(
  original: string,
  { digest, ending }: { readonly digest: string; readonly ending: ImageEnding },
): string {
  return `${readablePart(original)}-${digest.slice(0, 12)}.${ending}`;
}

/** The digits of the content in a name, or null when it has none. */
export function imageDigest(name: string): string | null {
  return DIGEST.exec(name.replace(ENDING, ''))?.[1] ?? null;
}

/** The part of a file's name that people read, as a slug: without folders, ending and digits of a content. */
export function readablePart(original: string): string {
  const file = original.slice(Math.max(original.lastIndexOf('/'), original.lastIndexOf('\\')) + 1);
  const slug = slugFromTitle(file.replace(ENDING, '').replace(DIGEST, ''));
  if (slug.length <= MAX_IMAGE_NAME_LENGTH) return slug === '' ? NAMELESS : slug;
  const cut = slug.slice(0, MAX_IMAGE_NAME_LENGTH + 1);
  const hyphen = cut.lastIndexOf('-');
  return hyphen > 0 ? cut.slice(0, hyphen) : slug.slice(0, MAX_IMAGE_NAME_LENGTH);
}

/** Absolute, and of the web: no `javascript:`, no `data:`, no path. */
export function isWebAddress(address: string): boolean {
  return /^https?:\/\//i.test(address) && URL.canParse(address);
}

/**
 * Whether an address of the web names an image that not all networks show: LinkedIn and messengers want JPEG, PNG or GIF,
 * and none shows AVIF or SVG. An address that does not end with its format may lead to any.
 */
export function isUnsharable(address: string): boolean {
  return isWebAddress(address) && /\.(?:webp|avif|heic|svg|tiff?)$/i.test(new URL(address).pathname);
}

/** What the author of such an address is told. */
export const UNSHARABLE =
  'Tous les réseaux ne montrent pas les images de ce format venues d’un autre site\u00a0: la couverture ou l’image dessinée la remplace. Ajoutez-la ici, ou donnez-en une en JPEG ou PNG.';
