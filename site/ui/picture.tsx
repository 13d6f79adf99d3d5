import type { ReactNode } from 'react';
import type { Cover } from '#content/contract/posts.ts';

/** `first` is the largest of what a page shows first: asked for before all others. */
export type PictureLoading = 'first' | 'eager' | 'lazy';

interface PictureProps {
  readonly image: Cover;
  readonly alt: string;
  readonly places: readonly PicturePlace[];
  readonly loading: PictureLoading;
  readonly className?: string;
}

/** An image in the width and the format that suit the reader; its place is kept. */
export function Picture({ image, alt, places, loading, className }: PictureProps): ReactNode {
  const { src, srcset, avif, width, height } = image;
  const sizes = sizesIn(places, image);
  return (
    <picture>
      {avif === '' ? null : <source type="image/avif" srcSet={avif} sizes={sizes} />}
      <img
        className={className}
        {...PRIORITIES[loading]}
        src={src}
        srcSet={srcset}
        sizes={sizes}
        width={width}
        height={height}
        alt={alt}
      />
    </picture>
  );
}

const PRIORITIES = {
  first: { fetchPriority: 'high' },
  eager: { decoding: 'async' },
  lazy: { loading: 'lazy', decoding: 'async' },
} as const;

/** Where a page shows a picture: its box, which the picture fills and may be cut to (`object-fit: cover`). */
export interface PicturePlace {
  /** From this width of the window on, in pixels; none for all that are narrower than the others. */
  readonly from?: number;
  /** The widest the box gets there, in pixels or in hundredths of the window. */
  readonly width: number;
  readonly unit: 'px' | 'vw';
  /** The narrowest its shape gets, width by height; none where it has the shape of the picture. */
  readonly shape?: number;
}

/**
 * The `sizes` of a picture in a place, the widest windows first. A picture that is cut at its sides is painted wider than
 * its box, and is blurred when it is asked for as wide as the box.
 */
export function sizesIn(
  places: readonly PicturePlace[],
  { width, height }: { readonly width: number; readonly height: number },
): string {
  return places
    .map((place) => {
      const cut = place.shape === undefined ? 1 : Math.max(1, width / height / place.shape);
      const size = `${Math.ceil(10 * place.width * cut) / 10}${place.unit}`;
      return place.from === undefined ? size : `(min-width: ${place.from}px) ${size}`;
    })
    .join(', ');
}
