import { type Cover, coverOf } from '#content/contract/posts.ts';
import type { ImageInfo } from '#content/model/image.ts';
import type { Author } from '#site/ui/author-card.tsx';
import type { Article, ShownPost } from '#site/ui/post-view.tsx';
import type { Outline } from './render-messages.ts';

/** What a form has of a post. */
export interface PreviewedPost extends Omit<ShownPost, 'slug'> {
  readonly coverImage: string | null;
  readonly coverImageAlt: string | null;
  readonly content: string;
}

type MapAddress = (siteAddress: string) => string;

interface Given {
  readonly post: PreviewedPost;
  readonly author: Author;
  readonly images: ReadonlyMap<string, ImageInfo>;
  readonly imageAddress: MapAddress;
  readonly outline: Outline;
}

/** The article of a form, but for its text, which comes by parts. */
export function previewedArticle({ post, author, images, imageAddress, outline }: Given): Article {
  const info = post.coverImage === null ? undefined : images.get(post.coverImage);
  const image = withMappedCover(info === undefined ? null : coverOf(info), imageAddress);
  // docs/product.md, Article page: the cover's text, else the title.
  const alt = post.coverImageAlt === null || post.coverImageAlt === '' ? post.title : post.coverImageAlt;
  return {
    post: { ...post, slug: 'apercu' },
    author: author.name,
    cover: image === null ? null : { image, alt },
    html: '',
    ...outline,
    updates: null,
  };
}

/** A cover at addresses of the form's own; those of AVIF variants are left out, which a desktop does not make. */
export function withMappedCover(cover: Cover | null, imageAddress: MapAddress): Cover | null {
  if (cover === null) return null;
  const srcset = mappedSources(cover.srcset, imageAddress);
  return { ...cover, src: imageAddress(cover.src), srcset, avif: '' };
}

/** A srcset of ours (« address 400w, address 800w »), each address mapped. */
function mappedSources(srcset: string, imageAddress: MapAddress): string {
  return srcset
    .split(', ')
    .map((candidate) => {
      const space = candidate.lastIndexOf(' ');
      return `${imageAddress(candidate.slice(0, space))}${candidate.slice(space)}`;
    })
    .join(', ');
}

/** Maps the addresses of the images of new content, before anything is loaded; AVIF is left out as of covers. */
export function mapImages(content: ParentNode, imageAddress: MapAddress): void {
  for (const source of content.querySelectorAll('picture > source')) source.remove();
  for (const image of content.querySelectorAll('img')) {
    const { src, srcset } = { src: image.getAttribute('src'), srcset: image.getAttribute('srcset') };
    if (src !== null) image.setAttribute('src', imageAddress(src));
    if (srcset !== null) image.setAttribute('srcset', mappedSources(srcset, imageAddress));
  }
}
