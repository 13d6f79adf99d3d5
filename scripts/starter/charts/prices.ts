import { label } from '../glyphs.ts';
import { GOLD, GOLD_DARK, GOLD_LIGHT, IVORY, SLATE } from '../palette.ts';
import { linear, n } from '../svg.ts';
import { MUTED, rule, SMALL, sheet, WIDTH } from './sheet.ts';

/** Days invoiced in a year, and the lowest daily rate that covers 78,000 euros. */
const RATES = [
  { days: 170, rate: 459 },
  { days: 150, rate: 520 },
  { days: 130, rate: 600 },
  { days: 110, rate: 709 },
  { days: 90, rate: 867 },
] as const;
const FLOOR = 940;
const UNIT = 0.68;
const BAR = 190;

/** What a day must cost, by the number of days sold. */
export function pricesChart(): string {
  const defs =
    linear(
      'gold',
      [0, 400, 0, FLOOR],
      [
        [0, GOLD_LIGHT, 1],
        [0.25, GOLD, 1],
        [1, GOLD_DARK, 1],
      ],
    ) +
    linear(
      'slate',
      [0, 300, 0, FLOOR],
      [
        [0, '#7F8DA3', 1],
        [1, SLATE, 1],
      ],
    );
  const bars = RATES.map(bar).join('');
  const axis = label({
    text: 'jours facturés dans l’année',
    x: WIDTH / 2,
    y: 1106,
    size: SMALL,
    fill: MUTED,
    anchor: 'middle',
  });
  return sheet({
    title: 'Tarif plancher, en euros HT par jour',
    defs,
    body: bars + rule(FLOOR, 60, WIDTH - 60, 0.5) + axis,
  });
}

function bar({ days, rate }: { readonly days: number; readonly rate: number }, index: number): string {
  const x = 120 + index * ((WIDTH - 240 - BAR) / (RATES.length - 1));
  const height = rate * UNIT;
  const chosen = days === 130;
  const middle = x + BAR / 2;
  return (
    `<rect x="${n(x)}" y="${n(FLOOR - height)}" width="${BAR}" height="${n(height)}" rx="8" fill="url(#${chosen ? 'gold' : 'slate'})"/>` +
    label({
      text: `${rate} €`,
      x: middle,
      y: FLOOR - height - 30,
      size: 66,
      weight: 700,
      fill: chosen ? GOLD_LIGHT : IVORY,
      anchor: 'middle',
    }) +
    label({
      text: String(days),
      x: middle,
      y: FLOOR + 78,
      size: 62,
      weight: chosen ? 700 : 500,
      fill: chosen ? GOLD_LIGHT : IVORY,
      anchor: 'middle',
    })
  );
}
