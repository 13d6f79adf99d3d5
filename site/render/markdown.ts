import type { ImageInfo } from '#content/model/image.ts';
import { imageAddresses } from '#content/model/image-references/image-addresses.ts';
import type { RenderedMarkdown } from '#content/model/markdown/rendered.ts';
import { withFinalLinks } from './final-links.ts';
import { imageAt } from './images.ts';
import type { PageReader } from './reader.ts';

/**
 * Markdown as HTML, with those of its images that are ours, and its links leading straight to where they end. `folder` is
 * that of the page it is on.
 */
export async function readMarkdown(
  reader: PageReader,
  source: string,
  folder: string,
): Promise<RenderedMarkdown> {
  const found = await Promise.all(
    imageAddresses(source).map(async (address) => [address, await imageAt(reader, address)] as const),
  );
  const images = new Map<string, ImageInfo>();
  for (const [address, image] of found) if (image !== null) images.set(address, image);
  const rendered = await reader.markdown(source, images);
  return rendered.failed
    ? rendered
    : { ...rendered, html: withFinalLinks(rendered.html, { ...reader, folder }) };
}
