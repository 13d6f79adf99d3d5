import { useAdmin } from '../context.ts';
import { useTextImages } from '../post-form/use-text-images.ts';
import { mapImages } from '../preview/previewed-article.ts';
import { renderedSource } from './rendered-source.ts';

/** Renders texts with the images that are known of them; `images` says how many, to render anew when more are. */
export function useProseRenderer(texts: string) {
  const { imageAddress } = useAdmin();
  const images = useTextImages(texts, []);
  return {
    images: images.size,
    render(source: string): Element {
      const content = renderedSource(source, document, images);
      mapImages(content, imageAddress);
      return content;
    },
  };
}

export type ProseRenderer = ReturnType<typeof useProseRenderer>;
