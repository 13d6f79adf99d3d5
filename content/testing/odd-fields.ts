import { type FrontMatterField, fieldRow } from '../model/post-fields.ts';
import { ODD_TEXTS } from './odd-texts.ts';
import type { Random } from './random.ts';

/** Lines of front matter that state one field, or nothing of ours when `field` is null. */
export interface OddLines {
  readonly field: FrontMatterField | null;
  readonly lines: readonly string[];
  readonly value: string | boolean | readonly string[] | null;
  /** The value carries an anchor that another key uses: changing it alone would change two. */
  readonly isShared?: boolean;
}

type Written = Pick<OddLines, 'lines' | 'value'>;

const PLAIN_TEXTS = [
  'Tenir',
  'Un titre simple',
  "L'art d'entreprendre",
  '1.10',
  'yes',
  '5:30',
  'Été 2026',
  'a#b',
  'http://exemple.fr',
];

/** A text in one of the many ways in which YAML can write it; the first line lacks its key. */
function oddScalar(random: Random): Written {
  const plain = random.pick(PLAIN_TEXTS);
  const text = random.pick(ODD_TEXTS);
  const quoted = random.pick(["L'un « et » l'autre", 'a: b', '# rien', 'ç', '2024-01-05']);
  return random.pick<() => Written>([
    () => ({ lines: [plain], value: plain }),
    () => ({ lines: [JSON.stringify(text)], value: text }),
    () => ({ lines: [JSON.stringify(text)], value: text }),
    () => ({ lines: [`'${quoted.replaceAll("'", "''")}'`], value: quoted }),
    () => ({ lines: ['!!str 2024'], value: '2024' }),
    () => ({ lines: ['&inutile Texte'], value: 'Texte' }),
    () => ({ lines: ['Un texte', '  sur deux', '  lignes'], value: 'Un texte sur deux lignes' }),
    () => ({ lines: ['"un \\', '  deux', '', '  trois"'], value: 'un deux\ntrois' }),
    () => ({ lines: ["'un", '', "  d''eux'"], value: "un\nd'eux" }),
    () => ({ lines: ['|', '  un', '    deux', '  # trois'], value: 'un\n  deux\n# trois\n' }),
    () => ({ lines: ['|2-', '    un'], value: '  un' }),
    () => ({ lines: ['|+ # gardé', '  un', ''], value: 'un\n\n' }),
    () => ({ lines: ['>-', '  un', '  deux', '', '  trois', ''], value: 'un deux\ntrois' }),
    () => ({ lines: ['> # plié', '  un'], value: 'un\n' }),
    () => ({ lines: [''], value: null }),
    () => ({ lines: [random.pick(['~', 'null', '""'])], value: null }),
  ])();
}

function oddTags(random: Random): Written {
  return random.pick<() => Written>([
    () => ({ lines: ['[discipline, mindset]'], value: ['discipline', 'mindset'] }),
    () => ({ lines: ['[ "a b" ,\'c\',d ]'], value: ['a b', 'c', 'd'] }),
    () => ({ lines: ['[a, # un', '  b,', '  c]'], value: ['a', 'b', 'c'] }),
    () => ({ lines: ['[]'], value: [] }),
    () => ({
      lines: ['', '  - a', '  - "b: c"', '  # entre', '  -   d # dernier'],
      value: ['a', 'b: c', 'd'],
    }),
    () => ({ lines: ['', '- 2024-01-05', '- 1.10', '', '- yes'], value: ['2024-01-05', '1.10', 'yes'] }),
    () => ({ lines: [' # vide'], value: null }),
    () => ({ lines: ['seul'], value: ['seul'] }),
    () => ({ lines: ['un, deux ,trois'], value: ['un', 'deux', 'trois'] }),
  ])();
}

const DATES: readonly (readonly [string, string])[] = [
  ['2026-11-20T08:00:00.000Z', '2026-11-20T08:00:00.000Z'],
  ['2024-01-05', '2024-01-04T23:00:00.000Z'],
  ['"2024-07-05"', '2024-07-04T22:00:00.000Z'],
  ['2024-07-05T10:00', '2024-07-05T08:00:00.000Z'],
  ["'2024-01-05 10:00:30'", '2024-01-05T09:00:30.000Z'],
  ['2024-01-05T10:00:00+05:30', '2024-01-05T04:30:00.000Z'],
  ['2001-12-14 21:59:43.10 -5', '2001-12-15T02:59:43.100Z'],
];

function oddDate(random: Random): Written {
  const [written, value] = random.pick(DATES);
  return { lines: [written], value };
}

function oddFlag(random: Random): Written {
  const [written, value] = random.pick([
    ['true', true],
    ['false', false],
    ['"true"', true],
    ['False', false],
    ["'false'", false],
  ] as const);
  return { lines: [written], value };
}

/** One field, written oddly. A title is never empty. */
export function oddField(random: Random, field: FrontMatterField): OddLines {
  const { kind } = fieldRow(field);
  if (kind === 'id')
    return dressed(random, field, {
      lines: ['6f1f0000-0000-4000-8000-0000000000aa'],
      value: '6f1f0000-0000-4000-8000-0000000000aa',
    });
  if (kind === 'tags') return dressed(random, field, oddTags(random));
  if (kind === 'flag') return dressed(random, field, oddFlag(random));
  if (kind === 'moment') return dressed(random, field, oddDate(random));
  let written = oddScalar(random);
  if (kind === 'name') {
    while (typeof written.value !== 'string' || written.value.trim() === '') written = oddScalar(random);
    // The line end of a block is its form.
    if (/^[|>]/.test(written.lines[0] ?? '')) written = { ...written, value: written.value.trim() };
  }
  return dressed(random, field, written);
}

/** The key, and what may stand around it: blanks, quotes, a `?`, a comment behind a value of one line. */
function dressed(random: Random, field: FrontMatterField, { lines, value }: Written): OddLines {
  const [first = '', ...others] = lines;
  const key = random.oneIn(8) ? `"${field}"` : random.oneIn(8) ? `${field} ` : field;
  const comment =
    others.length === 0 && random.oneIn(4) ? random.pick([' # une note', '\t# une note', '   ', ' #']) : '';
  if (random.oneIn(12) && others.length === 0)
    return { field, value, lines: [`? ${key}`, `: ${first}${comment}`] };
  const gap = first === '' ? '' : random.pick([' ', ' ', ' ', '   ']);
  return { field, value, lines: [`${key}:${gap}${first}${comment}`, ...others] };
}

const FOREIGN: readonly (readonly string[])[] = [
  ['# un commentaire'],
  ['# avant une ligne vide', ''],
  ['layout: post'],
  ['slug: ignoré'],
  ['"clé: étrange": [1, {a: b}]'],
  ['auteur:', '  nom: "X" # qui', '  tags:', '    - title: non'],
  ['note: |', '  title: ceci est du texte', '', '  published: aussi'],
  ['? [clé, composée]', ': valeur'],
  ['<<: {title: fusion}'],
  ['vide:'],
  ['date: 2024-01-05', '# title: ancien titre'],
];

/** Lines that state none of our fields. */
export function oddForeignLines(random: Random): OddLines {
  return { field: null, lines: random.pick(FOREIGN), value: null };
}
