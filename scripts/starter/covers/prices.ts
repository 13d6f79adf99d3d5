import { GOLD, GOLD_DARK, GOLD_LIGHT, IVORY } from '../palette.ts';
import { blur, linear, n, type Point, polyline, scene } from '../svg.ts';

const WIDTH = 1600;
const HEIGHT = 900;
const STEPS = 7;
/** Half width and half height of a block seen from above. */
const HALF: Point = { x: 94, y: 47 };

/** A flight of blocks, each higher than the one before; the last one is gold. */
export function pricesCover(): string {
  const defs =
    blur('soft', 26) +
    linear(
      'top',
      [0, 200, 0, 780],
      [
        [0, '#5B6A80', 1],
        [1, '#2C384B', 1],
      ],
    ) +
    linear(
      'left',
      [0, 240, 0, 860],
      [
        [0, '#1C2635', 1],
        [1, '#0C1119', 1],
      ],
    ) +
    linear(
      'right',
      [0, 240, 0, 860],
      [
        [0, '#2F3C50', 1],
        [1, '#101722', 1],
      ],
    ) +
    linear(
      'gold-top',
      [1290, 100, 1480, 200],
      [
        [0, GOLD_LIGHT, 1],
        [1, GOLD, 1],
      ],
    ) +
    linear(
      'gold-left',
      [0, 200, 0, 800],
      [
        [0, '#8A6327', 1],
        [0.7, '#1D1710', 1],
        [1, '#0C1018', 1],
      ],
    ) +
    linear(
      'gold-right',
      [0, 200, 0, 800],
      [
        [0, GOLD, 1],
        [0.5, GOLD_DARK, 1],
        [1, '#15130F', 1],
      ],
    );
  const blocks = Array.from({ length: STEPS }, (_, index) => block(STEPS - 1 - index)).join('');
  return scene({
    width: WIDTH,
    height: HEIGHT,
    light: { x: 1220, y: 260 },
    seed: 23,
    defs,
    body: floor() + blocks,
  });
}

function placeOf(index: number): { readonly base: Point; readonly height: number } {
  return { base: { x: 212 + index * 196, y: 748 - index * 15 }, height: 30 + index ** 1.5 * 35 };
}

function block(index: number): string {
  const { base, height } = placeOf(index);
  const last = index === STEPS - 1;
  const top: Point = { x: base.x, y: base.y - height };
  const corners = {
    west: { x: top.x - HALF.x, y: top.y },
    north: { x: top.x, y: top.y - HALF.y },
    east: { x: top.x + HALF.x, y: top.y },
    south: { x: top.x, y: top.y + HALF.y },
  };
  const down = (point: Point): Point => ({ x: point.x, y: point.y + height });
  const { west, north, east, south } = corners;
  const faces = [
    face([west, south, down(south), down(west)], last ? 'gold-left' : 'left'),
    face([south, east, down(east), down(south)], last ? 'gold-right' : 'right'),
    face([west, north, east, south], last ? 'gold-top' : 'top'),
  ].join('');
  const edge = `<path d="${polyline([west, south, east])}" fill="none" stroke="${last ? GOLD_LIGHT : IVORY}" stroke-opacity="${last ? 1 : n(0.28 + index * 0.05)}" stroke-width="2"/>`;
  const spine = `<path d="${polyline([south, down(south)])}" stroke="${last ? GOLD_LIGHT : IVORY}" stroke-opacity="${last ? 0.5 : 0.14}" stroke-width="1.5"/>`;
  const glow = last
    ? `<path d="${polyline([west, north, east, south])}Z" fill="${GOLD}" opacity="0.5" filter="url(#soft)"/>`
    : '';
  return `${shadow(base)}${glow}${faces}${rungs({ west, south, east, height, last })}${spine}${edge}`;
}

function face(points: readonly Point[], fill: string): string {
  return `<path d="${polyline(points)}Z" fill="url(#${fill})"/>`;
}

function shadow(base: Point): string {
  return `<ellipse cx="${n(base.x - 34)}" cy="${n(base.y + 46)}" rx="124" ry="36" fill="#04060A" opacity="0.6" filter="url(#soft)"/>`;
}

/** Hairlines around a block, one for each unit of height. */
function rungs(block: {
  readonly west: Point;
  readonly south: Point;
  readonly east: Point;
  readonly height: number;
  readonly last: boolean;
}): string {
  const { west, south, east, height, last } = block;
  const count = Math.floor(height / 26);
  return Array.from({ length: count }, (_, index) => {
    const drop = (index + 1) * 26;
    if (drop > height - 6) return '';
    const line = [west, south, east].map((point) => ({ x: point.x, y: point.y + drop }));
    return `<path d="${polyline(line)}" fill="none" stroke="${last ? GOLD_LIGHT : IVORY}" stroke-opacity="${n((last ? 0.34 : 0.13) * (1 - drop / (height + 90)))}" stroke-width="1.4"/>`;
  }).join('');
}

/** A faint floor grid in the blocks' perspective. */
function floor(): string {
  const lines = Array.from({ length: 26 }, (_, index) => {
    const x = -900 + index * 140;
    return `<path d="M${x} 900L${x + 1000} 400" stroke="${IVORY}" stroke-opacity="0.045" stroke-width="1.3"/><path d="M${x + 1300} 900L${x + 300} 400" stroke="${IVORY}" stroke-opacity="0.045" stroke-width="1.3"/>`;
  });
  return lines.join('');
}
