import { type Cover, coverOf } from '#content/contract/posts.ts';
import type { ImageInfo } from '#content/model/image.ts';
import { postWords } from '#content/model/post-words.ts';
import type { Article } from '#site/ui/post-view.tsx';
import { type FormValues, shownPost } from '../post-form/form-values.ts';
import type { Outline } from './render-worker.ts';

type MapAddress = (siteAddress: string) => string;

interface Given {
  readonly values: FormValues;
  /** What the text's length says. */
  readonly readTime: string;
  readonly author: string;
  readonly cover: Cover | null;
  readonly outline: Outline;
}

/** The article of a form, but for its text, which comes by parts. */
export function previewedArticle({ values, readTime, author, cover, outline }: Given): Article {
  const post = shownPost(values);
  const title = post.title || `Titre ${postWords(values).of}`;
  const published = post.published ?? new Date().toISOString();
  return {
    post: { ...post, title, published, readTime: post.readTime || readTime, slug: 'apercu' },
    author,
    // docs/product.md, Article page: the cover's text, else the title.
    cover: cover === null ? null : { image: cover, alt: values.coverImageAlt || title },
    html: '',
    ...outline,
    updates: null,
  };
}

/** A picture at addresses of the form's own; those of AVIF variants are left out, which a desktop does not make. */
export function mappedCover(image: ImageInfo | undefined, imageAddress: MapAddress): Cover | null {
  if (image === undefined) return null;
  const cover = coverOf(image);
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
