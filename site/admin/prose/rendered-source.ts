import type { ImageInfo } from '#content/model/image.ts';
import { renderMarkdown } from '#content/model/markdown/render.ts';

/** Images by the address a text has for them; without any, their words stand in their place. */
const NO_IMAGES: ReadonlyMap<string, ImageInfo> = new Map();

/** Safe HTML of a text (content/model/markdown), in an element of its own; no address in it leads to a fragment. */
export function renderedSource(source: string, page: Document, images = NO_IMAGES): Element {
  const root = page.createElement('div');
  root.innerHTML = renderMarkdown(source, { images }).html;
  for (const element of root.querySelectorAll('[id]')) element.removeAttribute('id');
  return root;
}
