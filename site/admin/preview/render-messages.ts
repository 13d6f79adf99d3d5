import type { ImageInfo } from '#content/model/image.ts';
import type { KeyPoint } from '#content/model/key-points.ts';

/** What the page asks of the worker: the text as it is now. */
export interface RenderRequest {
  readonly source: string;
  /** Null when they are those of the request before. */
  readonly images: ReadonlyMap<string, ImageInfo> | null;
  readonly origin: string;
}

/** A part of the text; its HTML is told once, then `id` stands for it. */
export interface SentPart {
  readonly id: number;
  readonly line: number;
  readonly html?: string;
}

/** What the worker answers: all the parts at once, the key points when there is time. */
export type RenderAnswer =
  | { readonly kind: 'parts'; readonly parts: readonly SentPart[] }
  | { readonly kind: 'key-points'; readonly keyPoints: readonly KeyPoint[] };
