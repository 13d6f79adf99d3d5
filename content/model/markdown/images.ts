import { type ImageInfo, variantAddress, variantWidthFor, variantWidths } from '../image.ts';
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
  const path = localPath(image.src, source.origin);
  const info = path === null ? null : findImage(path, source.images);
  if (info !== null) return pictureHtml(image, info);
  const text = escapeHtml(image.alt.trim());
  if (isInLink || !/^https?:\/\//i.test(image.src) || path !== null) return text;
  return `<a href="${escapeHtml(image.src)}" rel="noopener">${text === '' ? escapeHtml(image.src) : text}</a>`;
}

/** An address as a link writes it (%C3%A9) or as an author does (é). */
function findImage(path: string, images: ReadonlyMap<string, ImageInfo>): ImageInfo | null {
  return images.get(path) ?? images.get(decoded(path)) ?? null;
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

function pictureHtml({ alt, title }: WrittenImage, info: ImageInfo): string {
  const address = (width: number) => escapeHtml(variantAddress(info, width, 'webp'));
  const srcset = variantWidths(info)
    .map((width) => `${address(width)} ${width}w`)
    .join(', ');
  const titled = title === null || title === '' ? '' : ` title="${escapeHtml(title)}"`;
  return `<img src="${address(variantWidthFor(info, COLUMN))}" srcset="${srcset}" sizes="${SIZES}" width="${info.width}" height="${info.height}" loading="lazy" decoding="async" alt="${escapeHtml(alt)}"${titled}>`;
}
