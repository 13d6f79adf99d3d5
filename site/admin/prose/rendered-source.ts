import type { ImageInfo } from '#content/model/image.ts';
import { renderMarkdown } from '#content/model/markdown/render.ts';

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
