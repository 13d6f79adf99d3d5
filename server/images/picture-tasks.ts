import type { VariantFormat } from '#content/model/image.ts';
import type { SocialCard } from '#content/model/social-card.ts';

/** A variant, as content/service/images/image-pipeline.ts is asked for it. */
export interface PictureWish {
  readonly width: number;
  readonly format: VariantFormat;
}

/** What the picture process is asked for. */
export type PictureTask =
  | {
      readonly kind: 'variant';
      readonly bytes: Uint8Array;
      readonly wanted: PictureWish;
    }
  | CardTask;

/** A card, and the bytes of the logo that it names. */
export interface CardTask {
  readonly kind: 'card';
  readonly card: SocialCard;
  readonly logo: Uint8Array | null;
}

/** What it answers. */
export type PictureAnswer =
  | { readonly kind: 'done'; readonly bytes: Uint8Array }
  | { readonly kind: 'failed'; readonly message: string };
