/** A group of bars: one measure of several things, the first one being ours. */
export interface BarGroup {
  readonly label: string;
  readonly bars: readonly { readonly name: string; readonly value: number }[];
}

const WIDTH = 760;
const LEFT = 190;
const BAR = 18;
const GAP = 22;
const COLOURS = ['#E0A84B', '#8FA3BF', '#4C5A70'];

/** Horizontal bars as an SVG picture on the site's dark ground; `unit` follows each number. */
export function barPlot(title: string, unit: string, groups: readonly BarGroup[]): string {
  const largest = Math.max(...groups.flatMap(({ bars }) => bars.map(({ value }) => value)));
  const scale = (WIDTH - LEFT - 190) / largest;
  const rows: string[] = [];
  let y = 64;
  for (const { label, bars } of groups) {
    rows.push(text(LEFT - 12, y + (bars.length * BAR) / 2 + 5, label, 'end'));
    bars.forEach(({ name, value }, index) => {
      const width = Math.max(2, value * scale);
      const colour = COLOURS[index % COLOURS.length] ?? '#8FA3BF';
      rows.push(
        `<rect x="${LEFT}" y="${y}" width="${width.toFixed(1)}" height="${BAR - 3}" rx="2" fill="${colour}"/>`,
      );
      rows.push(text(LEFT + width + 8, y + 12, `${value.toFixed(1)} ${unit} · ${name}`, 'start', 12));
      y += BAR;
    });
    y += GAP;
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y}" width="${WIDTH}" height="${y}" font-family="sans-serif">`,
    `<rect width="100%" height="100%" fill="#0B0F17"/>`,
    text(24, 36, title, 'start', 16),
    ...rows,
    '</svg>',
    '',
  ].join('\n');
}

function text(x: number, y: number, words: string, anchor: 'start' | 'end', size = 13): string {
  const safe = words.replace(/&/g, '&amp;').replace(/</g, '&lt;');
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" font-size="${size}" fill="#F3EDE0">${safe}</text>`;
}
