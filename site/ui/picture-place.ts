/** Where a page shows a picture: its box, which the picture fills and may be cut to (`object-fit: cover`). */
export interface PicturePlace {
  /** From this width of the window on, in pixels; none for all that are narrower than the others. */
  readonly from?: number;
  /** The widest the box gets there, in pixels or in hundredths of the window. */
  readonly width: number;
  readonly unit: 'px' | 'vw';
  /** The narrowest its shape gets, width by height; none where it has the shape of the picture. */
  readonly shape?: number;
}

/**
 * The `sizes` of a picture in a place, the widest windows first. A picture that is cut at its sides is painted wider than
 * its box, and is blurred when it is asked for as wide as the box.
 */
export function sizesIn(
  places: readonly PicturePlace[],
  { width, height }: { readonly width: number; readonly height: number },
): string {
  return places
    .map((place) => {
      const cut = place.shape === undefined ? 1 : Math.max(1, width / height / place.shape);
      const size = `${Math.ceil(10 * place.width * cut) / 10}${place.unit}`;
      return place.from === undefined ? size : `(min-width: ${place.from}px) ${size}`;
    })
    .join(', ');
}
