import type { ImageInfo } from '#content/model/image.ts';
import { extractKeyPoints, type KeyPoint } from '#content/model/key-points.ts';
import { createPartsRenderer } from '#content/model/markdown/render-parts.ts';
import type { Heading } from '#content/model/markdown/rendered.ts';
import { type NextPart, nextParts } from './patch-parts.ts';

/** What the page asks of the worker: the text as it is now. */
export interface RenderRequest {
  readonly source: string;
  /** Null when they are those of the request before. */
  readonly images: ReadonlyMap<string, ImageInfo> | null;
  readonly origin: string;
}

/** What a page shows of a text beside it. */
export interface Outline {
  readonly keyPoints: readonly KeyPoint[];
  readonly headings: readonly Heading[];
}

/** What the worker answers: all the parts at once, the outline when there is time. */
export type RenderAnswer =
  | { readonly kind: 'parts'; readonly parts: readonly NextPart[] }
  | { readonly kind: 'outline'; readonly outline: Outline };

/** After this long without a key, in milliseconds, the outline is made again. */
const PAUSE = 200;

listen();

/** The renderer of the public page, in a thread of its own: typing never waits for it. */
function listen(): void {
  const render = createPartsRenderer();
  let images: NonNullable<RenderRequest['images']> = new Map();
  /** The HTML of the parts that the page has. */
  let told: readonly string[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  self.addEventListener('message', ({ data }: MessageEvent<RenderRequest>) => {
    clearTimeout(timer);
    images = data.images ?? images;
    const { parts, headings, failed } = render(data.source, { images, origin: data.origin });
    answer({ kind: 'parts', parts: nextParts(told, parts) });
    told = parts.map(({ html }) => html);
    timer = setTimeout(() => {
      const keyPoints = failed ? [] : extractKeyPoints(told.join(''));
      answer({ kind: 'outline', outline: { keyPoints, headings } });
    }, PAUSE);
  });
}

function answer(message: RenderAnswer): void {
  self.postMessage(message);
}
