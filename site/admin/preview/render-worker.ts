import type { ImageInfo } from '#content/model/image.ts';
import { extractKeyPoints, type KeyPoint } from '#content/model/key-points.ts';
import { createPartsRenderer } from '#content/model/markdown/render-parts.ts';
import type { Heading } from '#content/model/markdown/rendered.ts';

/** What the page asks of the worker: the text as it is now. */
export interface RenderRequest {
  readonly source: string;
  /** Null when they are those of the request before. */
  readonly images: ReadonlyMap<string, ImageInfo> | null;
  readonly origin: string;
}

/** A part of the text; its HTML is told once, then `id` stands for it. */
interface SentPart {
  readonly id: number;
  readonly line: number;
  readonly html?: string;
}

/** What a page shows of a text beside it. */
export interface Outline {
  readonly keyPoints: readonly KeyPoint[];
  readonly headings: readonly Heading[];
}

/** What the worker answers: all the parts at once, the outline when there is time. */
export type RenderAnswer =
  | { readonly kind: 'parts'; readonly parts: readonly SentPart[] }
  | { readonly kind: 'outline'; readonly outline: Outline };

/** After this long without a key, in milliseconds, the outline is made again. */
const PAUSE = 200;

listen();

/** The renderer of the public page, in a thread of its own: typing never waits for it. */
function listen(): void {
  const render = createPartsRenderer();
  let images: NonNullable<RenderRequest['images']> = new Map();
  let told: ReadonlyMap<string, number> = new Map();
  let count = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function tell(html: string, line: number, known: Map<string, number>): SentPart {
    const id = told.get(html);
    if (id !== undefined) {
      known.set(html, id);
      return { id, line };
    }
    count += 1;
    known.set(html, count);
    return { id: count, line, html };
  }

  self.addEventListener('message', ({ data }: MessageEvent<RenderRequest>) => {
    clearTimeout(timer);
    images = data.images ?? images;
    const { parts, headings, failed } = render(data.source, { images, origin: data.origin });
    const known = new Map<string, number>();
    answer({ kind: 'parts', parts: parts.map(({ html, line }) => tell(html, line, known)) });
    told = known;
    timer = setTimeout(() => {
      const html = parts.map((part) => part.html).join('');
      answer({ kind: 'outline', outline: { keyPoints: failed ? [] : extractKeyPoints(html), headings } });
    }, PAUSE);
  });
}

function answer(message: RenderAnswer): void {
  self.postMessage(message);
}
