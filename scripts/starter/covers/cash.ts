import { CAUTIOUS, EXPECTED } from '../cash-figures.ts';
import { GOLD, GOLD_LIGHT, IVORY } from '../palette.ts';
import { blur, linear, n, type Point, scene, smooth } from '../svg.ts';

const WIDTH = 1600;
const HEIGHT = 900;
const WATER = 640;
const LEFT = 130;
const STEP = (WIDTH - 2 * LEFT) / 12;
const SCENARIOS = 16;

/** Thirteen weeks: what is expected, what could happen, and the line under which nobody can be paid. */
export function cashCover(): string {
  const expected = curve(0);
  const defs =
    blur('glow', 10) +
    linear(
      'area',
      [0, 180, 0, WATER],
      [
        [0, GOLD, 0.32],
        [1, GOLD, 0],
      ],
    ) +
    linear(
      'under',
      [0, WATER, 0, WATER + 190],
      [
        [0, GOLD, 0.3],
        [1, GOLD, 0.02],
      ],
    ) +
    linear(
      'line',
      [0, 0, WIDTH, 0],
      [
        [0, GOLD, 0.5],
        [0.3, GOLD, 1],
        [0.6, GOLD_LIGHT, 1],
        [1, GOLD, 0.9],
      ],
    ) +
    `<clipPath id="above"><rect width="${WIDTH}" height="${WATER}"/></clipPath><clipPath id="below"><rect y="${WATER}" width="${WIDTH}" height="${HEIGHT - WATER}"/></clipPath>`;
  const closed = `${smooth(curve(1), 0.55)}L${WIDTH - LEFT} ${WATER}L${LEFT} ${WATER}Z`;
  const line = smooth(curve(1), 0.55);
  const body = `${weeks()}${water()}<path d="${closed}" fill="url(#area)" clip-path="url(#above)"/><path d="${closed}" fill="url(#under)" clip-path="url(#below)"/>${fan()}<path d="${smooth(expected, 0.55)}" fill="none" stroke="${IVORY}" stroke-width="3" stroke-opacity="0.8" stroke-dasharray="2 12" stroke-linecap="round"/><path d="${line}" fill="none" stroke="${GOLD}" stroke-width="16" stroke-opacity="0.5" filter="url(#glow)"/><path d="${line}" fill="none" stroke="url(#line)" stroke-width="6.5" stroke-linecap="round"/>${marks()}`;
  return scene({ width: WIDTH, height: HEIGHT, light: { x: 980, y: 300 }, seed: 11, defs, body });
}

/** The weekly balances as points; `share` 0 is the expected scenario, 1 the cautious one. */
function curve(share: number): readonly Point[] {
  return EXPECTED.map((expected, week) => {
    const cautious = CAUTIOUS[week] ?? expected;
    const balance = expected + (cautious - expected) * share * 1.28;
    return { x: LEFT + week * STEP, y: WATER - balance * 10.6 };
  });
}

function fan(): string {
  return Array.from({ length: SCENARIOS }, (_, index) => {
    const share = (index + 1) / (SCENARIOS + 1);
    return `<path d="${smooth(curve(share), 0.55)}" fill="none" stroke="${share > 0.5 ? GOLD : IVORY}" stroke-opacity="${n(0.1 + share * 0.16)}" stroke-width="1.3"/>`;
  }).join('');
}

function weeks(): string {
  return EXPECTED.map((_, week) => {
    const x = n(LEFT + week * STEP);
    return `<path d="M${x} 90V${HEIGHT - 60}" stroke="${IVORY}" stroke-opacity="${week % 4 === 0 ? 0.16 : 0.08}" stroke-width="1.4"/>`;
  }).join('');
}

/** The water line and the ripples under it, wider apart as they come near. */
function water(): string {
  const ripples = Array.from({ length: 9 }, (_, index) => {
    const y = WATER + 14 + index ** 1.75 * 5.2;
    return `<path d="M${n(40 + index * 9)} ${n(y)}H${n(WIDTH - 40 - index * 9)}" stroke="${IVORY}" stroke-opacity="${n(0.16 - index * 0.014)}" stroke-width="1.3"/>`;
  });
  return `<path d="M0 ${WATER}H${WIDTH}" stroke="${IVORY}" stroke-opacity="0.7" stroke-width="2"/>${ripples.join('')}`;
}

function marks(): string {
  const points = curve(1);
  const lowest = points.reduce((low, point) => (point.y > low.y ? point : low));
  const dots = points.map(
    ({ x, y }) =>
      `<circle cx="${n(x)}" cy="${n(y)}" r="7.5" fill="#0B0F17" stroke="${GOLD_LIGHT}" stroke-width="3.5"/>`,
  );
  const target = [26, 46].map(
    (radius, index) =>
      `<circle cx="${n(lowest.x)}" cy="${n(lowest.y)}" r="${radius}" fill="none" stroke="${IVORY}" stroke-opacity="${index === 0 ? 0.9 : 0.4}" stroke-width="2"/>`,
  );
  return `${dots.join('')}${target.join('')}<circle cx="${n(lowest.x)}" cy="${n(lowest.y)}" r="10" fill="${IVORY}"/>`;
}
