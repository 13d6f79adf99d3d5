import { type Cover, coverOf } from '#content/contract/posts.ts';
import type { ImageInfo } from '#content/model/image.ts';
import { postWords } from '#content/model/post-words.ts';
import type { Article } from '#site/ui/post-view.tsx';
import { type FormValues, shownPost } from '../post-form/form-values.ts';
import type { Outline } from './render-worker.ts';

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

/** A picture as the admin shows it: without its AVIF variants, which a desktop does not make. */
export function shownCover(image: ImageInfo | undefined): Cover | null {
  return image === undefined ? null : { ...coverOf(image), avif: '' };
}

/** Leaves them out of new content too, before anything is loaded. */
export function leaveOutAvif(content: ParentNode): void {
  for (const source of content.querySelectorAll('picture > source')) source.remove();
}
