import type { ImageInfo } from '#content/model/image.ts';
import type { KeyPoint } from '#content/model/key-points.ts';
import type { Heading } from '#content/model/markdown/rendered.ts';

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

/** What a page shows of a text beside it. */
export interface Outline {
  readonly keyPoints: readonly KeyPoint[];
  readonly headings: readonly Heading[];
}

/** What the worker answers: all the parts at once, the outline when there is time. */
export type RenderAnswer =
  | { readonly kind: 'parts'; readonly parts: readonly SentPart[] }
  | { readonly kind: 'outline'; readonly outline: Outline };
