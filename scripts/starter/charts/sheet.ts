import { label } from '../glyphs.ts';
import { DEEP, IVORY, RAISED } from '../palette.ts';
import { document, linear } from '../svg.ts';

/** Charts are read on a phone at a fifth of their size: no word is smaller than SMALL. */
export const WIDTH = 1600;
export const HEIGHT = 1160;
export const SMALL = 54;
export const MUTED = '#A9B2C0';

/** The sheet all charts are drawn on, with its title. */
export function sheet(options: {
  readonly title: string;
  readonly defs: string;
  readonly body: string;
}): string {
  const ground = linear(
    'ground',
    [0, 0, 300, HEIGHT],
    [
      [0, RAISED, 1],
      [1, DEEP, 1],
    ],
  );
  const title = label({ text: options.title, x: 80, y: 128, size: 66, weight: 700, fill: IVORY });
  return document(
    WIDTH,
    HEIGHT,
    `<defs>${ground}${options.defs}</defs><rect width="100%" height="100%" fill="url(#ground)"/>${title}${options.body}`,
  );
}

/** A horizontal hairline. */
export function rule(y: number, from: number, to: number, opacity: number): string {
  return `<path d="M${from} ${y}H${to}" stroke="${IVORY}" stroke-opacity="${opacity}" stroke-width="2"/>`;
}
