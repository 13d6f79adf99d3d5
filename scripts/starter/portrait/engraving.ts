import { distance, type Material, materialAt, type Vector } from './figure.ts';

export const WIDTH = 1200;
export const HEIGHT = 1500;
/** Pixels a unit of the figure, and where its origin is on the picture. */
const SCALE = 292;
const ORIGIN = { x: 585, y: 520 } as const;

const KEY_LIGHT = normalized([-0.62, 0.5, 0.62]);
const RIM_LIGHT = normalized([0.9, 0.28, -0.32]);
/** How much light each material gives back. */
const TONES: Readonly<Record<Material, number>> = {
  skin: 1,
  hair: 0.4,
  shirt: 0.8,
  jacket: 0.36,
  seam: 0.12,
};
/** Across which direction each material is cut into lines. */
const CUTS: Readonly<Record<Material, Vector>> = {
  skin: [0, 1, 0.26],
  hair: [0.42, 0.62, -0.62],
  shirt: [0, 1, 0.1],
  jacket: [0, 0.86, -0.5],
  seam: [0, 1, 0],
};
const IVORY: Vector = [243, 237, 224];
const GOLD: Vector = [238, 180, 84];

/**
 * The bust as an engraver would cut it: lines that follow its form, wide in the light and fine in the shade.
 * RGBA, one byte each.
 */
export function engraveBust(): Buffer {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 4);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) paint(pixels, x, y);
  }
  return pixels;
}

function paint(pixels: Buffer, x: number, y: number): void {
  const place = { x: (x - ORIGIN.x) / SCALE, y: (ORIGIN.y - y) / SCALE };
  const hit = look(place.x, place.y);
  if (hit === null) return;
  const point: Vector = [place.x, place.y, hit.z];
  const normal = normalAt(point);
  const { colour, light } = lit(point, normal);
  const line = lineAt({ point, normal, light });
  const fade = Math.min(1, Math.max(0, (HEIGHT - 40 - y) / 420));
  const offset = (y * WIDTH + x) * 4;
  const shade = 0.06 + 0.16 * light;
  const strength = line * (0.4 + 0.6 * Math.min(1, light * 1.5)) + (1 - line) * shade;
  colour.forEach((channel, index) => {
    const ground = [11, 15, 23][index] ?? 0;
    pixels[offset + index] = Math.round(ground + (channel - ground) * strength);
  });
  pixels[offset + 3] = Math.round(255 * fade * hit.cover);
}

interface Hit {
  readonly z: number;
  /** How much of the pixel the figure covers: less than 1 where a view only brushes it. */
  readonly cover: number;
}

/** Nearest surface along the view through a place, or null when there is none. */
function look(x: number, y: number): Hit | null {
  let z = 1.3;
  let closest = { gap: Number.POSITIVE_INFINITY, z };
  for (let step = 0; step < 70 && z > -1.5; step++) {
    const gap = distance([x, y, z]);
    if (gap < 0.0012) return { z, cover: 1 };
    if (gap < closest.gap) closest = { gap, z };
    z -= gap * 0.8;
  }
  const cover = 1 - closest.gap * SCALE;
  return cover > 0 ? { z: closest.z, cover } : null;
}

function normalAt([x, y, z]: Vector): Vector {
  const e = 0.004;
  return normalized([
    distance([x + e, y, z]) - distance([x - e, y, z]),
    distance([x, y + e, z]) - distance([x, y - e, z]),
    distance([x, y, z + e]) - distance([x, y, z - e]),
  ]);
}

function lit(point: Vector, normal: Vector): { readonly colour: Vector; readonly light: number } {
  const tone = TONES[materialAt(point)];
  const key = Math.max(0, dot(normal, KEY_LIGHT)) ** 1.15 * occlusion(point, normal) * tone;
  const rim = Math.max(0, dot(normal, RIM_LIGHT)) ** 1.3 * (0.6 + 0.5 * tone);
  const light = Math.min(1, 0.05 * tone + key * 0.95 + rim * 0.9);
  const warm = rim / (rim + key * 0.9 + 0.02);
  return { colour: mix(IVORY, GOLD, Math.min(1, 0.12 + warm)), light };
}

/** How open the surface is: folds and sockets are darker. */
function occlusion([x, y, z]: Vector, [nx, ny, nz]: Vector): number {
  let closed = 0;
  for (const reach of [0.06, 0.14, 0.26]) {
    closed += Math.max(0, reach - distance([x + nx * reach, y + ny * reach, z + nz * reach])) / reach / 3;
  }
  return Math.max(0, 1 - closed * 1.3);
}

/** How much of a pixel its line covers, from 0 to 1. */
function lineAt(surface: {
  readonly point: Vector;
  readonly normal: Vector;
  readonly light: number;
}): number {
  const { point, normal, light } = surface;
  const spacing = 8.6 / SCALE;
  const [dx, dy, dz] = CUTS[materialAt(point)];
  const phase = (point[0] * dx + point[1] * dy + point[2] * dz) / spacing;
  const along = Math.abs(phase - Math.floor(phase) - 0.5) * 2;
  const width = 0.1 + 0.82 * light;
  const facing = Math.max(0.12, normal[2]);
  const slope = Math.hypot(dx - dz * (normal[0] / facing), dy - dz * (normal[1] / facing)) / spacing / SCALE;
  const softness = Math.min(0.9, Math.max(0.12, slope * 2.2));
  return smoothstep(1 - width - softness / 2, 1 - width + softness / 2, along);
}

function smoothstep(from: number, to: number, value: number): number {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return t * t * (3 - 2 * t);
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function normalized([x, y, z]: Vector): Vector {
  const length = Math.hypot(x, y, z) || 1;
  return [x / length, y / length, z / length];
}

function mix(a: Vector, b: Vector, t: number): Vector {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];
}
