import { label } from '../glyphs.ts';
import { GOLD, GOLD_LIGHT, IVORY } from '../palette.ts';
import { blur, n, type Point, polyline } from '../svg.ts';
import { HEIGHT, MUTED, rule, SMALL, sheet, WIDTH } from './sheet.ts';

/** Seconds a kilometre, for each five kilometres of a marathon. */
const FAST_START = [315, 320, 335, 365, 390, 420, 445, 435, 410] as const;
const STEADY = [340, 342, 345, 348, 350, 355, 365, 362, 350] as const;
const MARKS = [5, 10, 15, 20, 25, 30, 35, 40, 42] as const;

const LEFT = 230;
const RIGHT = WIDTH - 130;
const TOP = 330;
const UNIT = 4.3;

/** Two marathons by the same runner: one started too fast, one steady. Slower is lower. */
export function paceChart(): string {
  const steady = points(STEADY);
  const body = `${axes()}<path d="${polyline(points(FAST_START))}" fill="none" stroke="${IVORY}" stroke-opacity="0.9" stroke-width="8" stroke-linejoin="round"/>${dots(points(FAST_START), IVORY)}<path d="${polyline(steady)}" fill="none" stroke="${GOLD}" stroke-width="14" stroke-opacity="0.4" filter="url(#glow)"/><path d="${polyline(steady)}" fill="none" stroke="${GOLD}" stroke-width="10" stroke-linejoin="round"/>${dots(steady, GOLD)}${names()}`;
  return sheet({ title: 'Allure au marathon, en minutes par km', defs: blur('glow', 12), body });
}

function xOf(index: number): number {
  return LEFT + ((RIGHT - LEFT) * index) / (MARKS.length - 1);
}

function yOf(seconds: number): number {
  return TOP + (seconds - 300) * UNIT;
}

function points(paces: readonly number[]): readonly Point[] {
  return paces.map((pace, index) => ({ x: xOf(index), y: yOf(pace) }));
}

function dots(places: readonly Point[], colour: string): string {
  return places.map(({ x, y }) => `<circle cx="${n(x)}" cy="${n(y)}" r="13" fill="${colour}"/>`).join('');
}

function axes(): string {
  const lines = [300, 360, 420].map((seconds) => {
    const text = label({
      text: `${seconds / 60}:00`,
      x: LEFT - 44,
      y: yOf(seconds) + 18,
      size: SMALL,
      fill: MUTED,
      anchor: 'end',
    });
    return rule(yOf(seconds), LEFT - 20, RIGHT + 30, 0.18) + text;
  });
  const marks = MARKS.flatMap((mark, index) =>
    index % 2 === 1
      ? [
          label({
            text: `${mark} km`,
            x: xOf(index),
            y: HEIGHT - 62,
            size: SMALL,
            fill: MUTED,
            anchor: 'middle',
          }),
        ]
      : [],
  );
  return lines.join('') + marks.join('');
}

function names(): string {
  const at = { weight: 700, anchor: 'start' } as const;
  return (
    label({ ...at, text: '2024 : 4 h 07', x: xOf(4) + 70, y: yOf(318), size: 62, fill: GOLD_LIGHT }) +
    label({ ...at, text: '2019 : 4 h 27', x: xOf(0) + 20, y: yOf(402), size: 62, fill: IVORY })
  );
}
