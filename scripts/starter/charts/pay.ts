import { label } from '../glyphs.ts';
import { GOLD, GOLD_DARK, GOLD_LIGHT, INK, IVORY } from '../palette.ts';
import { linear, n } from '../svg.ts';
import { MUTED, SMALL, sheet, WIDTH } from './sheet.ts';

/** What becomes of 10,000 euros of profit, in euros, for a household taxed at 30 % at the margin. */
const PATHS = [
  { name: 'Salaire, SASU', social: 4470, company: 0, tax: 1550, left: 3980 },
  { name: 'Gérant majoritaire', social: 3100, company: 0, tax: 1920, left: 4980 },
  { name: 'Dividendes, IS à 15 %', social: 0, company: 1500, tax: 2670, left: 5830 },
  { name: 'Dividendes, IS à 25 %', social: 0, company: 2500, tax: 2350, left: 5150 },
] as const;
type Path = (typeof PATHS)[number];

const LEFT = 80;
const SCALE = (WIDTH - 160) / 10_000;
const BAR = 92;
const SOCIAL = '#5A7194';
const COMPANY = '#A9B4C6';
const TAX = '#3A485E';

/** Four bars of 10,000 euros: what is left first, then what went where. */
export function payChart(): string {
  const defs = linear(
    'gold',
    [LEFT, 0, 960, 0],
    [
      [0, GOLD_DARK, 1],
      [0.5, GOLD, 1],
      [1, GOLD_LIGHT, 1],
    ],
  );
  const rows = PATHS.map(row).join('');
  return sheet({ title: 'Ce qu’il reste de 10 000 €', defs, body: rows + legend() });
}

function row(path: Path, index: number): string {
  const y = 222 + index * 198;
  const parts = [
    { amount: path.left, fill: 'url(#gold)' },
    { amount: path.social, fill: SOCIAL },
    { amount: path.company, fill: COMPANY },
    { amount: path.tax, fill: TAX },
  ].filter(({ amount }) => amount > 0);
  let start = LEFT;
  const bars = parts.map(({ amount, fill }) => {
    const width = amount * SCALE;
    const drawn = `<rect x="${n(start)}" y="${y + 64}" width="${n(width - 6)}" height="${BAR}" rx="6" fill="${fill}"/>`;
    start += width;
    return drawn;
  });
  const amount = label({
    text: thousands(path.left),
    x: LEFT + path.left * SCALE - 36,
    y: y + 132,
    size: 62,
    weight: 700,
    fill: INK,
    anchor: 'end',
  });
  return label({ text: path.name, x: LEFT, y: y + 42, size: SMALL, fill: IVORY }) + bars.join('') + amount;
}

function legend(): string {
  const entries = [
    { text: 'Il reste', colour: GOLD, x: 80 },
    { text: 'Cotisations', colour: SOCIAL, x: 366 },
    { text: 'IS', colour: COMPANY, x: 764 },
    { text: 'Impôt et prélèvements', colour: TAX, x: 932 },
  ];
  return entries
    .map(
      ({ text, colour, x }) =>
        `<circle cx="${x + 18}" cy="1066" r="18" fill="${colour}"/>${label({ text, x: x + 54, y: 1084, size: 50, fill: MUTED })}`,
    )
    .join('');
}

function thousands(amount: number): string {
  return `${Math.floor(amount / 1000)} ${String(amount % 1000).padStart(3, '0')} €`;
}
