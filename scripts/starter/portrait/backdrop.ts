import { GOLD, IVORY } from '../palette.ts';
import { arc, onCircle, type Point, polyline, radial, scene } from '../svg.ts';
import { HEIGHT, WIDTH } from './engraving.ts';

const CENTRE: Point = { x: 600, y: 560 };

/** What stands behind the bust: a soft light and the dial of the covers. */
export function backdrop(): string {
  const defs = radial('halo', CENTRE, 560, [
    [0, GOLD, 0.2],
    [0.6, GOLD, 0.06],
    [1, GOLD, 0],
  ]);
  const marks = Array.from({ length: 120 }, (_, mark) => {
    const long = mark % 10 === 0;
    const line = polyline([
      onCircle(CENTRE, 498, mark / 120),
      onCircle(CENTRE, long ? 526 : 511, mark / 120),
    ]);
    return `<path d="${line}" stroke="${IVORY}" stroke-opacity="${long ? 0.5 : 0.2}" stroke-width="${long ? 2.6 : 1.5}"/>`;
  });
  const rings = `<circle cx="${CENTRE.x}" cy="${CENTRE.y}" r="470" fill="none" stroke="${IVORY}" stroke-opacity="0.16" stroke-width="1.6"/><path d="${arc(CENTRE, 470, -0.3, 0.16)}" fill="none" stroke="${GOLD}" stroke-width="5" stroke-linecap="round"/>`;
  const end = onCircle(CENTRE, 470, 0.16);
  const body = `<circle cx="${CENTRE.x}" cy="${CENTRE.y}" r="560" fill="url(#halo)"/>${rings}<circle cx="${end.x}" cy="${end.y}" r="10" fill="${GOLD}"/>${marks.join('')}`;
  return scene({ width: WIDTH, height: HEIGHT, light: { x: 560, y: 520 }, seed: 17, defs, body });
}
