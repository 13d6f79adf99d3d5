import { GOLD, GOLD_LIGHT, IVORY } from '../palette.ts';
import { createRandom } from '../random.ts';
import { n, onCircle, type Point, polyline, radial, scene } from '../svg.ts';

const WIDTH = 1600;
const HEIGHT = 900;
const CENTRE: Point = { x: 800, y: 450 };
const LINES = 44;

/** Two streams, ivory and gold, meet in a circle and leave it in balance. */
export function streamsCover(): string {
  const defs = radial('heart', CENTRE, 300, [
    [0, GOLD_LIGHT, 0.42],
    [0.25, GOLD, 0.14],
    [1, GOLD, 0],
  ]);
  const ivory = bundle({ seed: 3, from: 235, to: 690, spread: 210, colour: IVORY });
  const gold = bundle({ seed: 9, from: 690, to: 235, spread: 210, colour: GOLD });
  const body = `<circle cx="${CENTRE.x}" cy="${CENTRE.y}" r="300" fill="url(#heart)"/>${ivory}${gold}${dial()}`;
  return scene({ width: WIDTH, height: HEIGHT, light: CENTRE, seed: 31, defs, body });
}

interface Bundle {
  readonly seed: number;
  readonly from: number;
  readonly to: number;
  readonly spread: number;
  readonly colour: string;
}

function bundle({ seed, from, to, spread, colour }: Bundle): string {
  const random = createRandom(seed);
  return Array.from({ length: LINES }, (_, index) => {
    const place = (index / (LINES - 1)) * 2 - 1;
    const wander = random() * 2 - 1;
    const path = polyline(stream({ from, to, spread, place, wander }));
    const strong = index % 7 === 3;
    const opacity = strong ? 0.95 : 0.2 + random() * 0.4;
    return `<path d="${path}" fill="none" stroke="${colour}" stroke-opacity="${n(opacity)}" stroke-width="${strong ? 2.8 : 1.4}"/>`;
  }).join('');
}

interface Stream {
  readonly from: number;
  readonly to: number;
  readonly spread: number;
  /** Place in the bundle, from -1 to 1. */
  readonly place: number;
  readonly wander: number;
}

function stream({ from, to, spread, place, wander }: Stream): readonly Point[] {
  const points: Point[] = [];
  for (let x = -20; x <= WIDTH + 20; x += 10) {
    const t = x / WIDTH;
    const eased = 1 / (1 + Math.exp(-(t - 0.5) * 9.5));
    const waist = 0.1 + 0.95 * (Math.abs(t - 0.5) * 2) ** 1.8;
    const wave = Math.sin(t * 7 + wander * 1.6 + place * 2) * 16 * waist;
    points.push({ x, y: from + (to - from) * eased + place * spread * waist + wave });
  }
  return points;
}

/** The circle in which they balance: two rings, a scale, and a pointer that stands upright. */
function dial(): string {
  const rings = [
    { radius: 176, opacity: 0.95, width: 3 },
    { radius: 200, opacity: 0.35, width: 1.5 },
  ].map(
    ({ radius, opacity, width }) =>
      `<circle cx="${CENTRE.x}" cy="${CENTRE.y}" r="${radius}" fill="none" stroke="${IVORY}" stroke-opacity="${opacity}" stroke-width="${width}"/>`,
  );
  const marks = Array.from({ length: 72 }, (_, mark) => {
    const long = mark % 9 === 0;
    const line = polyline([onCircle(CENTRE, 200, mark / 72), onCircle(CENTRE, long ? 226 : 210, mark / 72)]);
    return `<path d="${line}" stroke="${IVORY}" stroke-opacity="${long ? 0.7 : 0.3}" stroke-width="${long ? 2.4 : 1.4}"/>`;
  });
  const pointer = `<path d="M${CENTRE.x} ${CENTRE.y - 232}L${CENTRE.x - 11} ${CENTRE.y - 258}H${CENTRE.x + 11}Z" fill="${GOLD}"/><path d="M${CENTRE.x} ${CENTRE.y + 232}L${CENTRE.x - 11} ${CENTRE.y + 258}H${CENTRE.x + 11}Z" fill="${GOLD}"/>`;
  return rings.join('') + marks.join('') + pointer;
}
