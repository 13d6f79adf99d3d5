import type { RoomNode } from './graph.ts';

interface Place {
  readonly row: number;
  /** The middle of the box, in columns. */
  readonly column: number;
  /** In columns. */
  readonly width?: number;
  readonly what: string;
}

/** Where each room is drawn, importers above what they import, and what it is. */
const PLACES: Readonly<Record<string, Place>> = {
  server: { row: 0, column: 0, what: 'pages, API, git remote' },
  'desktop/main': { row: 0, column: 1, what: 'the program' },
  'site/pages': { row: 0, column: 2, what: 'routes of Vike' },
  'site/renderer': { row: 0, column: 3, what: 'hooks of Vike' },
  'site/pages/app': { row: 0, column: 4, what: 'sign-in, maintenance' },
  'desktop/renderer': { row: 0, column: 5, what: 'the window' },
  'site/render': { row: 1, column: 2, what: 'address → page' },
  'site/islands': { row: 1, column: 2.93, what: 'what wakes up' },
  'site/admin': { row: 1, column: 4.35, what: 'where one writes' },
  'desktop/host': { row: 1, column: 5.3, what: 'calls of the window' },
  'content/service': { row: 2, column: 0, what: 'every operation' },
  'server/data': { row: 2, column: 1, what: 'DATA_DIR, accounts' },
  'site/ui': { row: 2, column: 3.55, what: 'components, no state' },
  'content/search': { row: 3, column: 0, what: 'the full text' },
  'content/snapshot': { row: 3, column: 0.95, what: 'a commit, read' },
  'content/folder': { row: 3, column: 1.9, what: 'the author’s files' },
  'content/merge': { row: 3, column: 2.85, what: 'three ways: pure' },
  'content/import': { row: 3, column: 3.8, what: 'other systems’ exports' },
  'content/index': { row: 4, column: 0, what: 'an SQLite file' },
  'content/history': { row: 4, column: 0.95, what: 'who changed what' },
  'content/remote': { row: 4, column: 1.9, what: 'fetch, push, clone' },
  'content/import/html': { row: 4, column: 3.3, what: 'HTML → Markdown: pure' },
  'content/git': { row: 5, column: 1.2, what: 'objects, refs, commits' },
  'content/files': { row: 5, column: 2.2, what: 'bytes ⇄ posts, settings' },
  'content/contract': { row: 5, column: 3.2, what: 'the table of calls: pure' },
  'site/styles': { row: 5, column: 4.2, what: 'CSS and fonts' },
  'site/offline': { row: 5, column: 5.2, what: 'the service worker' },
  'content/model': {
    row: 6,
    column: 1.5,
    width: 3.84,
    what: 'articles, settings, Markdown: pure, in Node and browsers',
  },
  'desktop/preload': { row: 6, column: 5, what: 'one function' },
};

/** Imported from nearly everywhere: a dot of their colour stands for the arrow. */
const DOTS: Readonly<Record<string, string>> = {
  'content/model': '#f0b429',
  'content/contract': '#e8765c',
  'site/styles': '#9fb3c8',
};

const COLOURS: readonly (readonly [string, string])[] = [
  ['content/', '#f0b429'],
  ['site/', '#5fa8e8'],
  ['server', '#5fc6a0'],
  ['desktop/', '#b794f4'],
];

const COLUMN = 196;
const ROW = 112;
const BOX = { width: 0.84 * COLUMN, height: 60 };
const LEFT = 112;
const TOP = 40;
const WIDTH = LEFT + 6 * COLUMN;
const HEIGHT = TOP + 6 * ROW + BOX.height + 68;

/** The picture of docs/architecture.md. Throws for a room without a place, and for an arrow that would not lead down. */
export function drawing(rooms: readonly RoomNode[]): string {
  const arrows = rooms.flatMap(({ folder, imports }) =>
    imports.filter((to) => DOTS[to] === undefined).map((to) => ({ from: folder, to })),
  );
  for (const { folder, imports } of rooms)
    for (const to of imports)
      if (placeOf(to).row <= placeOf(folder).row)
        throw new Error(`${folder} imports ${to}, which is not below it`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="The rooms of Encrier, and which imports which" font-family="system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" rx="14" fill="#0b0f17"/>`,
    `<defs>${COLOURS.map(([, colour]) => arrowHead(colour)).join('')}</defs>`,
    ...arrows.map((arrow) => path(arrow, arrows)),
    ...rooms.map(box),
    legend(),
    '</svg>\n',
  ].join('\n');
}

/** The sizes a picture shows, so that it can be compared without them. */
export function sizesIn(svg: string): ReadonlyMap<string, number> {
  return new Map(
    [...svg.matchAll(/data-room="([^"]+)" data-lines="([0-9]+)"/g)].map(([, room = '', lines]) => [
      room,
      Number(lines),
    ]),
  );
}

function placeOf(folder: string): Place {
  const place = PLACES[folder];
  if (place === undefined) throw new Error(`${folder} has no place in scripts/architecture/drawing.ts`);
  return place;
}

function box({ folder, lines, imports }: RoomNode): string {
  const { column, row, width = 0.84, what } = placeOf(folder);
  const [x, y, w] = [LEFT + column * COLUMN, TOP + row * ROW, width * COLUMN];
  const colour = DOTS[folder] ?? colourOf(folder);
  const size = lines === 0 ? 'small' : `${lines / 1000},000 lines`;
  const dots = Object.keys(DOTS).filter((room) => imports.includes(room));
  return [
    `<g data-room="${folder}" data-lines="${lines}">`,
    `<rect x="${n(x - w / 2)}" y="${y}" width="${n(w)}" height="${BOX.height}" rx="9" fill="#161c28" stroke="${colour}" stroke-width="1.6"/>`,
    `<text x="${n(x)}" y="${y + 20}" text-anchor="middle" font-size="15.5" font-weight="600" fill="#f5efe0">${folder}</text>`,
    `<text x="${n(x)}" y="${y + 36}" text-anchor="middle" font-size="12.5" fill="#d6d0c2">${what}</text>`,
    `<text x="${n(x)}" y="${y + 51}" text-anchor="middle" font-size="12" fill="#a3acbb">${size}</text>`,
    ...dots.map((room, i) => dot(x - w / 2 + 13 + i * 12, y + BOX.height - 11, DOTS[room] ?? '')),
    '</g>',
  ].join('');
}

interface Arrow {
  readonly from: string;
  readonly to: string;
}

/** From the lower edge of one box, turning at once, to the upper edge of another; ends that share an edge stand side by side. */
function path(arrow: Arrow, all: readonly Arrow[]): string {
  const x1 = endOn(arrow.from, arrow, all.filter(({ from }) => from === arrow.from).sort(by('to')));
  const x2 = endOn(arrow.to, arrow, all.filter(({ to }) => to === arrow.to).sort(by('from')));
  const y1 = TOP + placeOf(arrow.from).row * ROW + BOX.height;
  const turned = y1 + ROW - BOX.height - 16;
  const y2 = TOP + placeOf(arrow.to).row * ROW - 7;
  const bend = (turned - y1) / 2;
  const colour = colourOf(arrow.from);
  const turn = `C${n(x1)} ${n(y1 + bend)} ${n(x2)} ${n(turned - bend)} ${n(x2)} ${turned}`;
  return `<path d="M${n(x1)} ${y1}${turn}V${y2}" fill="none" stroke="${colour}" stroke-opacity="0.75" stroke-width="1.5" marker-end="url(#${markerOf(colour)})"/>`;
}

function endOn(folder: string, arrow: Arrow, there: readonly Arrow[]): number {
  const { column, width = 0.84 } = placeOf(folder);
  const step = (width * COLUMN * 0.8) / (there.length + 1);
  const index = there.findIndex(({ from, to }) => from === arrow.from && to === arrow.to);
  return LEFT + column * COLUMN + step * (index - (there.length - 1) / 2);
}

function by(end: 'from' | 'to') {
  return (a: Arrow, b: Arrow) => placeOf(a[end]).column - placeOf(b[end]).column;
}

function colourOf(folder: string): string {
  return COLOURS.find(([start]) => folder.startsWith(start))?.[1] ?? '#ffffff';
}

function markerOf(colour: string): string {
  return `head-${colour.slice(1)}`;
}

function arrowHead(colour: string): string {
  return `<marker id="${markerOf(colour)}" viewBox="0 0 8 8" refX="5" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0.5 8 4 0 7.5Z" fill="${colour}"/></marker>`;
}

function dot(x: number, y: number, colour: string): string {
  return `<circle cx="${n(x)}" cy="${n(y)}" r="4" fill="${colour}"/>`;
}

function legend(): string {
  const y = HEIGHT - 26;
  const parts = Object.entries(DOTS).map(
    ([room, colour], i) =>
      `${dot(LEFT - 60 + i * 190, y - 4, colour)}<text x="${LEFT - 48 + i * 190}" y="${y}" font-size="12.5" fill="#c9c3b4">imports ${room}</text>`,
  );
  return `${parts.join('')}<text x="${LEFT + 530}" y="${y}" font-size="12.5" fill="#c9c3b4">An arrow leads from who imports to what is imported. Tests and tools are left out.</text>`;
}

/** A coordinate, short. */
function n(value: number): string {
  return String(Math.round(value * 10) / 10);
}
