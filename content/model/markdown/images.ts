import { type ImageInfo, variantAddress, variantSources, variantWidthFor } from '../image.ts';
import { localPath } from './addresses.ts';
import { escapeHtml } from './escape.ts';

/** The width, in CSS pixels, of the column of an article, and how wide an image in it is at most. */
const COLUMN = 720;
const SIZES = `(min-width: ${COLUMN + 48}px) ${COLUMN}px, 100vw`;

export interface WrittenImage {
  readonly src: string;
  readonly alt: string;
  readonly title: string | null;
}

export interface ImageSource {
  /** By the address as written. */
  readonly images: ReadonlyMap<string, ImageInfo>;
  readonly origin: string | undefined;
}

/**
 * What a page shows for an image: its variants when the repository has it, a link when it is of another site (the
 * page's policy would not load it), else its alternative text. A link is not made inside another.
 */
export function imageHtml(image: WrittenImage, source: ImageSource, isInLink: boolean): string {
  const info = findImage(image.src, source.images);
  if (info !== null) return pictureHtml(image, info);
  const text = escapeHtml(image.alt.trim());
  if (isInLink || !/^https?:\/\//i.test(image.src) || localPath(image.src, source.origin) !== null)
    return text;
  return `<a href="${escapeHtml(image.src)}" rel="noopener">${text === '' ? escapeHtml(image.src) : text}</a>`;
}

/** The same images, by their address without escapes too: the signs of one may be partly escaped (`ma%20photo-é.jpg`). */
export function byEitherAddress(images: ReadonlyMap<string, ImageInfo>): ReadonlyMap<string, ImageInfo> {
  return new Map([...[...images].map(([address, info]) => [decoded(address), info] as const), ...images]);
}

/** An address as a link writes it (%C3%A9) or as an author does (é): see {@link byEitherAddress}. */
function findImage(address: string, images: ReadonlyMap<string, ImageInfo>): ImageInfo | null {
  return images.get(address) ?? images.get(decoded(address)) ?? null;
}

function decoded(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}

/** As site/ui/picture.tsx shows a cover: AVIF before WebP, its place kept until it is there. */
function pictureHtml({ alt, title }: WrittenImage, info: ImageInfo): string {
  const attributes: readonly (readonly [string, string | number | undefined])[] = [
    ['src', variantAddress(info, variantWidthFor(info, COLUMN), 'webp')],
    ['srcset', variantSources(info, 'webp')],
    ['sizes', SIZES],
    ['width', info.width],
    ['height', info.height],
    ['loading', 'lazy'],
    ['decoding', 'async'],
    ['alt', alt],
    ['title', title === null || title === '' ? undefined : title],
  ];
  const avif = escapeHtml(variantSources(info, 'avif'));
  return `<picture><source type="image/avif" srcset="${avif}" sizes="${SIZES}"><img${written(attributes)}></picture>`;
}

function written(
  attributes: readonly (readonly [name: string, value: string | number | undefined])[],
): string {
  return attributes
    .flatMap(([name, value]) => (value === undefined ? [] : ` ${name}="${escapeHtml(String(value))}"`))
    .join('');
}
