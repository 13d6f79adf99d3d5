import type { ReactNode } from 'react';
import type { Cover } from '#content/contract/posts.ts';
import { tintClasses } from '#content/model/tint.ts';
import { type PicturePlace, sizesIn } from './picture-place.ts';

/** `first` is the largest of what a page shows first: asked for before all others. */
export type PictureLoading = 'first' | 'eager' | 'lazy';

interface PictureProps {
  readonly image: Cover;
  readonly alt: string;
  readonly places: readonly PicturePlace[];
  readonly loading: PictureLoading;
  readonly className?: string;
}

/** An image in the width and the format that suit the reader; its place is kept, in its colour. */
export function Picture({ image, alt, places, loading, className }: PictureProps): ReactNode {
  const { src, srcset, avif, width, height, tint } = image;
  const sizes = sizesIn(places, image);
  const classes = [className, tintClasses(tint)].filter((name) => name !== undefined).join(' ');
  return (
    <picture>
      {avif === '' ? null : <source type="image/avif" srcSet={avif} sizes={sizes} />}
      <img
        {...(classes === '' ? {} : { className: classes })}
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
