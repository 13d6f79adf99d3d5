export interface Line {
  readonly name: string;
  /** From left to right; both above 0. */
  readonly points: readonly (readonly [x: number, y: number])[];
}

interface Plot {
  readonly title: string;
  /** Of what goes up. */
  readonly unit: string;
  readonly lines: readonly Line[];
}

const [WIDTH, HEIGHT] = [760, 420];
const AREA = { left: 80, right: 740, top: 56, bottom: 330 } as const;
const LEGEND = { top: 372, step: 18 } as const;
/** Told apart by their marks too. */
const STYLES = [
  { colour: '#1d4ed8', mark: (x: number, y: number) => `<circle cx="${x}" cy="${y}" r="4"/>` },
  {
    colour: '#b45309',
    mark: (x: number, y: number) => `<rect x="${x - 4}" y="${y - 4}" width="8" height="8"/>`,
  },
  { colour: '#047857', mark: (x: number, y: number) => `<path d="M${x} ${y - 5}l5 9h-10z"/>` },
] as const;

/** Lines over articles, both scales in powers of ten, as an SVG picture that stands on a dark page too. */
export function plot({ title, unit, lines }: Plot): string {
  const points = lines.flatMap((line) => line.points);
  const [x, y] = [scaleOf(points.map((point) => point[0])), scaleOf(points.map((point) => point[1]))];
  const across = (value: number) => round(AREA.left + x.part(value) * (AREA.right - AREA.left));
  const up = (value: number) => round(AREA.bottom - y.part(value) * (AREA.bottom - AREA.top));
  const grid = [
    ...x.powers.map((value) => {
      const at = across(value);
      return `<path d="M${at} ${AREA.top}V${AREA.bottom}"/>${text(at, AREA.bottom + 20, numberOf(value), 'middle')}`;
    }),
    ...y.powers.map((value) => {
      const at = up(value);
      return `<path d="M${AREA.left} ${at}H${AREA.right}"/>${text(AREA.left - 8, at + 4, numberOf(value), 'end')}`;
    }),
  ];
  const drawn = lines.map((line, at) => {
    const { colour, mark } = STYLES[at % STYLES.length] ?? STYLES[0];
    const places = line.points.map(([a, b]) => [across(a), up(b)] as const);
    const marks = places.map(([a, b]) => mark(a, b)).join('');
    const labels = line.points.map(([a, b]) => text(across(a), up(b) - 9, figureOf(b), 'middle')).join('');
    const below = LEGEND.top + at * LEGEND.step;
    return [
      `<g fill="${colour}"><polyline points="${places.map((place) => place.join()).join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`,
      `${marks}${labels}${mark(AREA.left + 4, below - 4)}${text(AREA.left + 18, below, line.name, 'start')}</g>`,
    ].join('');
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" font-family="system-ui, sans-serif" font-size="12">`,
    `<title>${title}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    text(AREA.left, 28, `${title} (${unit})`, 'start', 'font-size="16" font-weight="600" fill="#111"'),
    `<g stroke="#ddd" fill="#444">${grid.join('').replaceAll('<text', '<text stroke="none"')}</g>`,
    ...drawn,
    '</svg>',
    '',
  ].join('\n');
}

/** From the power of ten below to the one above, each of them, and how far between the two a value lies, from 0 to 1. */
function scaleOf(values: readonly number[]) {
  const first = Math.floor(Math.log10(Math.min(...values)));
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...values))));
  return {
    powers: Array.from({ length: last - first + 1 }, (_, at) => 10 ** (first + at)),
    part: (value: number) => (Math.log10(value) - first) / (last - first),
  };
}

function text(x: number, y: number, words: string, anchor: string, more = ''): string {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}" ${more}>${words}</text>`;
}

function numberOf(value: number): string {
  return value.toLocaleString('en');
}

function figureOf(value: number): string {
  return value < 10 ? value.toFixed(1) : numberOf(Math.round(value));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
