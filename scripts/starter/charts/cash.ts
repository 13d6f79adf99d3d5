import { ALERT, CAUTIOUS, EXPECTED } from '../cash-figures.ts';
import { label } from '../glyphs.ts';
import { GOLD, GOLD_LIGHT, IVORY } from '../palette.ts';
import { blur, n, type Point, polyline } from '../svg.ts';
import { HEIGHT, MUTED, rule, SMALL, sheet, WIDTH } from './sheet.ts';

const LEFT = 190;
const RIGHT = WIDTH - 90;
const ZERO = 900;
const UNIT = 12.4;
const ALARM = '#E8836B';

/** Balance at the end of each of thirteen weeks, expected and cautious. */
export function cashChart(): string {
  const cautious = points(CAUTIOUS);
  const body = `${axes()}<path d="${polyline(points(EXPECTED))}" fill="none" stroke="${IVORY}" stroke-width="6" stroke-dasharray="3 15" stroke-linecap="round"/><path d="${polyline(cautious)}" fill="none" stroke="${GOLD}" stroke-width="14" stroke-opacity="0.4" filter="url(#glow)"/><path d="${polyline(cautious)}" fill="none" stroke="${GOLD}" stroke-width="9" stroke-linejoin="round" stroke-linecap="round"/>${lowest()}${legend()}`;
  return sheet({ title: 'Solde bancaire, en milliers d’euros', defs: blur('glow', 12), body });
}

function xOf(week: number): number {
  return LEFT + ((RIGHT - LEFT) * week) / (EXPECTED.length - 1);
}

function points(balances: readonly number[]): readonly Point[] {
  return balances.map((balance, week) => ({ x: xOf(week), y: ZERO - balance * UNIT }));
}

function axes(): string {
  const lines = [0, 20, 40].map((value) => {
    const y = ZERO - value * UNIT;
    const text = label({
      text: String(value),
      x: LEFT - 44,
      y: y + 18,
      size: SMALL,
      fill: MUTED,
      anchor: 'end',
    });
    return rule(y, LEFT - 20, RIGHT, value === 0 ? 0.75 : 0.16) + text;
  });
  const weeks = [1, 3, 5, 7, 9, 11, 13].map((week) =>
    label({ text: `S${week}`, x: xOf(week - 1), y: HEIGHT - 48, size: SMALL, fill: MUTED, anchor: 'middle' }),
  );
  const y = ZERO - ALERT * UNIT;
  const alert = `<path d="M${LEFT - 20} ${y}H${RIGHT}" stroke="${ALARM}" stroke-width="4" stroke-dasharray="18 12"/>`;
  const name = label({ text: 'Seuil d’alerte : 15', x: LEFT, y: y + 66, size: SMALL, fill: ALARM });
  return lines.join('') + weeks.join('') + alert + name;
}

function lowest(): string {
  const week = 8;
  const x = xOf(week);
  const y = ZERO - CAUTIOUS[week] * UNIT;
  const ring = `<circle cx="${n(x)}" cy="${n(y)}" r="17" fill="${IVORY}"/><circle cx="${n(x)}" cy="${n(y)}" r="34" fill="none" stroke="${IVORY}" stroke-opacity="0.6" stroke-width="3"/>`;
  return (
    ring +
    label({ text: '−5,25', x: x - 56, y: y + 34, size: 64, weight: 700, fill: GOLD_LIGHT, anchor: 'end' })
  );
}

function legend(): string {
  const y = 208;
  return `<path d="M80 ${y}h90" stroke="${IVORY}" stroke-width="7" stroke-dasharray="3 15" stroke-linecap="round"/>${label({ text: 'Prévu', x: 196, y: y + 18, size: SMALL, fill: IVORY })}<path d="M430 ${y}h90" stroke="${GOLD}" stroke-width="9" stroke-linecap="round"/>${label({ text: 'Prudent : un client paie en retard', x: 546, y: y + 18, size: SMALL, fill: GOLD_LIGHT })}`;
}
