import { FRONT_MATTER_FIELDS, type FrontMatterField } from '../model/post-fields.ts';
import { type OddLines, oddField, oddForeignLines } from './odd-fields.ts';
import { createRandom, type Random } from './random.ts';

/** An odd but legal post file, and what it says. */
export interface OddPost {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** What the front matter states, null for a field that is written empty. */
  readonly fields: ReadonlyMap<FrontMatterField, OddLines['value']>;
  /** Lines of the file, counted from 0, `to` not included, on which each field stands. */
  readonly lines: ReadonlyMap<FrontMatterField, { readonly from: number; readonly to: number }>;
  /** Fields whose value another key borrows through an alias. */
  readonly shared: ReadonlySet<FrontMatterField>;
  readonly body: string;
}

/** `count` odd but legal post files; the same seed makes the same files. */
export function oddPosts(count: number, seed = 1): readonly OddPost[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, at) =>
    oddPost(random, `posts/20${10 + (at % 17)}/article-${at}.md`),
  );
}

const BODIES: readonly string[] = [
  '',
  'Bonjour',
  '\n\nBonjour\n',
  '---\nisPublished: true\n---\n',
  '---js\nprocess.exit(1)\n---\n',
  '---\n',
  '\r\nLigne\r\n\r\nLigne\n',
  'Un\u2028deux\u2029trois\u0085',
  '😀 ﷺ e\u0301 \u202e',
  'Titre\n=======\n\n> citation\n',
  '```\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> b\n```\n',
  '\ufeffcommence par une marque',
  '\t# code\n   \n',
  'sans fin de ligne finale',
  '<script>alert(1)</script>\n\u0007',
];

function oddPost(random: Random, path: string): OddPost {
  const lineEnd = random.oneIn(3) ? '\r\n' : '\n';
  const mark = random.oneIn(6) ? '\ufeff' : '';
  const body = random.pick(BODIES);
  const chunks = random.oneIn(20) ? [braces()] : oddChunks(random);
  const indent =
    random.oneIn(12) && chunks.every(({ lines }) => lines.every((line) => !line.startsWith('{'))) ? '  ' : '';
  const opening = random.pick(['---', '---', '---', '--- ', '---yaml', '--- yaml']);
  const closing = `${random.pick(['---', '---', '---', '---\t', '---  '])}${body === '' && random.oneIn(2) ? '' : lineEnd}`;
  const ending = random.oneIn(15) && indent === '' ? ['...'] : [];
  const block = [
    ...chunks.flatMap(({ lines }) => lines.map((line) => (line === '' ? '' : indent + line))),
    ...ending,
  ];
  const text = `${mark}${[opening, ...block, closing].join(lineEnd)}${body}`;
  return { path, body, bytes: Buffer.from(text, 'utf8'), ...described(chunks) };
}

function braces(): OddLines {
  return { field: 'title', lines: ['{ "title": "Entre accolades", layout: x }'], value: 'Entre accolades' };
}

function oddChunks(random: Random): readonly OddLines[] {
  const optional = FRONT_MATTER_FIELDS.filter((field) => field !== 'title' && random.oneIn(2));
  const chunks = ['title' as const, ...optional].map((field) => oddField(random, field));
  const isUndated = !optional.includes('published');
  const legal = chunks.filter(
    ({ field, value }) => !(isUndated && field === 'isPublished' && value === true),
  );
  const mixed = random.oneIn(2) ? legal : shuffled(random, legal);
  const shared = random.oneIn(8) ? withAlias(mixed) : mixed;
  return shared
    .flatMap((chunk) => (random.oneIn(4) ? [oddForeignLines(random), chunk] : [chunk]))
    .reduce(withoutRepeats, []);
}

/** Foreign lines may come up twice, but no key may. */
function withoutRepeats(kept: readonly OddLines[], chunk: OddLines): readonly OddLines[] {
  const isRepeated =
    chunk.field === null &&
    kept.some(({ lines }) => lines === chunk.lines) &&
    /^[^#]/.test(chunk.lines[0] ?? '');
  return isRepeated ? kept : [...kept, chunk];
}

function withAlias(chunks: readonly OddLines[]): readonly OddLines[] {
  const named: OddLines = { field: 'title', lines: ['title: &nom Un nom'], value: 'Un nom', isShared: true };
  return [
    ...chunks.map((chunk) => (chunk.field === 'title' ? named : chunk)),
    { field: null, lines: ['rappel: *nom'], value: null },
  ].sort((a, b) => Number(b.isShared ?? false) - Number(a.isShared ?? false));
}

function shuffled<Value>(random: Random, values: readonly Value[]): readonly Value[] {
  const ranked = values.map((value) => ({ value, rank: random.below(1_000_000) }));
  return ranked.sort((a, b) => a.rank - b.rank).map(({ value }) => value);
}

function described(chunks: readonly OddLines[]): Pick<OddPost, 'fields' | 'lines' | 'shared'> {
  const fields = new Map<FrontMatterField, OddLines['value']>();
  const lines = new Map<FrontMatterField, { from: number; to: number }>();
  const shared = new Set<FrontMatterField>();
  let at = 1;
  for (const chunk of chunks) {
    if (chunk.field !== null) {
      fields.set(chunk.field, chunk.value);
      lines.set(chunk.field, { from: at, to: at + chunk.lines.length });
      if (chunk.isShared === true) shared.add(chunk.field);
    }
    at += chunk.lines.length;
  }
  return { fields, lines, shared };
}
