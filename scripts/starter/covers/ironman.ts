import { GOLD, GOLD_LIGHT, INK, IVORY } from '../palette.ts';
import { createNoise } from '../random.ts';
import { arc, blur, linear, n, onCircle, type Point, polyline, radial, scene } from '../svg.ts';

const WIDTH = 1600;
const HEIGHT = 900;
const SUN: Point = { x: 1090, y: 350 };
const RIDGES = 19;
/** The ridge drawn in gold: the course's elevation profile. */
const COURSE = 6;
const SEED = 58;

/** Three pace rings rise like a sun behind a range of elevation profiles, one of them the course. */
export function ironmanCover(): string {
  const defs =
    blur('glow', 9) +
    radial('sun', SUN, 330, [
      [0, GOLD, 0.34],
      [0.55, GOLD, 0.1],
      [1, GOLD, 0],
    ]) +
    linear(
      'course',
      [0, 0, WIDTH, 0],
      [
        [0, GOLD, 0.25],
        [0.35, GOLD, 1],
        [0.68, GOLD_LIGHT, 1],
        [1, GOLD, 0.35],
      ],
    );
  const ridges = Array.from({ length: RIDGES }, (_, index) => ridge(index)).join('');
  const body = `<circle cx="${SUN.x}" cy="${SUN.y}" r="330" fill="url(#sun)"/>${rings()}${ridges}`;
  return scene({ width: WIDTH, height: HEIGHT, light: { x: SUN.x, y: SUN.y + 20 }, seed: 7, defs, body });
}

function rings(): string {
  const paces = [
    { radius: 118, share: 0.42, colour: IVORY, width: 5, opacity: 0.75 },
    { radius: 172, share: 0.5, colour: GOLD, width: 9, opacity: 1 },
    { radius: 226, share: 0.34, colour: IVORY, width: 5, opacity: 0.5 },
  ];
  const drawn = paces.map(({ radius, share, colour, width, opacity }) => {
    const track = `<circle cx="${SUN.x}" cy="${SUN.y}" r="${radius}" fill="none" stroke="${IVORY}" stroke-opacity="0.14" stroke-width="1.5"/>`;
    const from = -0.3;
    const path = arc(SUN, radius, from, from + share);
    const end = onCircle(SUN, radius, from + share);
    return `${track}<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-opacity="${opacity}" stroke-linecap="round"/><circle cx="${n(end.x)}" cy="${n(end.y)}" r="${width + 2}" fill="${colour}"/>`;
  });
  return drawn.join('') + bezel();
}

/** Sixty marks, as around a watch. */
function bezel(): string {
  const marks = Array.from({ length: 120 }, (_, mark) => {
    const long = mark % 10 === 0;
    const from = onCircle(SUN, 266, mark / 120);
    const to = onCircle(SUN, long ? 290 : 276, mark / 120);
    return `<path d="${polyline([from, to])}" stroke="${IVORY}" stroke-opacity="${long ? 0.55 : 0.22}" stroke-width="${long ? 2.4 : 1.4}"/>`;
  });
  return marks.join('');
}

function ridge(index: number): string {
  const depth = index / (RIDGES - 1);
  const noise = createNoise(SEED, 4);
  const base = 500 + depth ** 1.15 * 430;
  const height = 250 - depth * 80;
  const points: Point[] = [];
  for (let x = -10; x <= WIDTH + 10; x += 5)
    points.push({ x, y: base - profile({ x, depth, height, noise }) });
  const line = polyline(points);
  const fill = `<path d="${line}L${WIDTH + 10} ${HEIGHT}L-10 ${HEIGHT}Z" fill="${INK}" fill-opacity="${n(Math.min(1, 0.7 + depth * 0.9))}"/>`;
  if (index !== COURSE) {
    return `${fill}<path d="${line}" fill="none" stroke="${IVORY}" stroke-opacity="${n(0.24 + depth * 0.26)}" stroke-width="1.6"/>`;
  }
  return `${fill}<path d="${line}" fill="none" stroke="${GOLD}" stroke-width="12" stroke-opacity="0.6" filter="url(#glow)"/><path d="${line}" fill="none" stroke="url(#course)" stroke-width="5.5" stroke-linejoin="round"/>`;
}

interface Profile {
  readonly x: number;
  readonly depth: number;
  readonly height: number;
  readonly noise: (x: number) => number;
}

function profile({ x, depth, height, noise }: Profile): number {
  const centre = 560 + Math.sin(depth * 3.2) * 160;
  const mass = Math.exp(-(((x - centre) / (430 + depth * 160)) ** 2));
  return (
    height * (0.25 + mass) * (0.7 + 1.05 * noise(x / 250 + depth * 1.05)) + 5 * noise(x / 24 + depth * 40)
  );
}
