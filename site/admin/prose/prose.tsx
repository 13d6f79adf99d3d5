import { type ReactNode, useEffect, useState } from 'react';
import type { ImageInfo } from '#content/model/image.ts';
import { renderMarkdown } from '#content/model/markdown/render.ts';
import { useTextImages } from '../post-form/use-text-images.ts';
import { leaveOutAvif } from '../preview/previewed-article.ts';

interface RenderedProseProps {
  readonly source: string;
  readonly render: (source: string) => Element;
}

/** A text as readers see it; the source it is given first is the one it shows. */
export function RenderedProse({ source, render }: RenderedProseProps): ReactNode {
  const [content] = useState(() => render(source));
  return <ShownProse content={content} />;
}

interface ShownProseProps {
  readonly content: Element;
}

/** Shows what was rendered, as readers see it; React leaves the inside alone. */
export function ShownProse({ content }: ShownProseProps): ReactNode {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useEffect(() => {
    place?.replaceChildren(...content.cloneNode(true).childNodes);
  }, [place, content]);
  return <div ref={setPlace} className="prose" />;
}

/** Images by the address a text has for them; without any, their words stand in their place. */
const NO_IMAGES: ReadonlyMap<string, ImageInfo> = new Map();

/**
 * Safe HTML of a text (content/model/markdown), in an element of its own. No address in it leads to a fragment and no part of
 * it is a landmark: it stands among others like it.
 */
export function renderedSource(source: string, page: Document, images = NO_IMAGES): Element {
  const root = page.createElement('div');
  root.innerHTML = renderMarkdown(source, { images }).html;
  for (const element of root.querySelectorAll('[id]')) element.removeAttribute('id');
  for (const region of root.querySelectorAll('[role="region"]')) {
    region.removeAttribute('role');
    region.removeAttribute('aria-label');
  }
  return root;
}

/** Renders texts with the images that are known of them; `images` says how many, to render anew when more are. */
export function useProseRenderer(texts: string) {
  const images = useTextImages(texts, []);
  return {
    images: images.size,
    render(source: string): Element {
      const content = renderedSource(source, document, images);
      leaveOutAvif(content);
      return content;
    },
  };
}

export type ProseRenderer = ReturnType<typeof useProseRenderer>;
