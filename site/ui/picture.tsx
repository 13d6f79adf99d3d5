import type { ReactNode } from 'react';
import type { Cover } from '#content/contract/posts.ts';

interface PictureProps {
  readonly image: Cover;
  readonly alt: string;
  readonly sizes: string;
}

/** The first large image of a page: asked for at once, its place kept. */
export function Picture({ image, alt, sizes }: PictureProps): ReactNode {
  const { src, srcset, width, height } = image;
  return (
    <img
      src={src}
      srcSet={srcset}
      sizes={sizes}
      width={width}
      height={height}
      alt={alt}
      fetchPriority="high"
      decoding="async"
    />
  );
}
