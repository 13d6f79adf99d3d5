import type { Random } from './random.ts';

/**
 * A YAML text whose top is a mapping, written in one of the many ways in which YAML can be: comments anywhere, every kind of
 * quotes, blocks with and without signs, brackets over several lines, anchors and aliases, merge keys, odd retreats,
 * tabs before comments, CRLF, no line end at the end. Some are no YAML after all, or repeat a key.
 */
export function oddYaml(random: Random): string {
  const whole = random.oneIn(12)
    ? `${flowMap(random, 0)}${tail(random)}`
    : mapIn(random, random.oneIn(10) ? '  ' : '', 0);
  const opened = random.oneIn(10)
    ? `${random.pick(['---\n', '--- # début\n', '%YAML 1.2\n---\n', '# a\n---\n'])}${whole}`
    : whole;
  const anchored = random.oneIn(2) ? opened : `x: &x un\ny: &y { p: q }\n${opened}`;
  const closed = random.oneIn(12) ? `${anchored}...\n` : anchored;
  const text = random.oneIn(6) ? closed.replace(/\n+$/, '') : closed;
  if (random.oneIn(4)) return text.replaceAll('\n', '\r\n');
  return random.oneIn(30) ? text.replace(/\n/g, () => (random.oneIn(2) ? '\n' : '\r\n')) : text;
}

const ANCHORS = ['x', 'y'];

function mapIn(random: Random, indent: string, depth: number): string {
  const names = ['a', 'b', 'c', 'k0', 'k1', 'é', 'title', '1', 'un mot'].filter(() => !random.oneIn(2));
  if (random.oneIn(60)) names.push('a');
  const pairs = (names.length === 0 ? ['seul'] : names.slice(0, 4)).map((name) =>
    pairIn(random, { name, indent, depth }),
  );
  if (random.oneIn(12)) pairs.push(`${indent}<<: *${random.pick(ANCHORS)}\n`);
  if (random.oneIn(25)) pairs.push(`${indent}? [a, b]\n${indent}: c\n`);
  return (
    pairs.map((pair) => above(random, indent) + pair).join('') +
    (random.oneIn(8) ? above(random, indent) : '')
  );
}

function above(random: Random, indent: string): string {
  if (!random.oneIn(3)) return '';
  return random.pick([
    '\n',
    `${indent}# dessus\n`,
    '# au bord\n',
    `${indent}   # dedans\n`,
    `\n${indent}# un\n\n`,
    '   \n',
    '\t\n',
  ]);
}

interface PairIn {
  readonly name: string;
  readonly indent: string;
  readonly depth: number;
}

function pairIn(random: Random, { name, indent, depth }: PairIn): string {
  const key = random.pick([name, name, name, name, `"${name}"`, `'${name}'`, `&k ${name}`]);
  const colon = random.pick([':', ':', ':', ':', ' :', '  :']);
  if (random.oneIn(15)) return `${indent}? ${key}\n${indent}:${valueIn(random, indent, depth)}`;
  if (random.oneIn(60)) return `${indent}? ${key}\n`;
  return `${indent}${key}${colon}${valueIn(random, indent, depth)}`;
}

/** What follows a `:` or a `-`, with its line end. */
function valueIn(random: Random, indent: string, depth: number): string {
  const inner = indent + random.pick([' ', '  ', '  ', '    ']);
  const props = random.pick([
    '',
    '',
    '',
    '',
    '',
    '',
    ` &${random.pick(ANCHORS)}`,
    ' !!str',
    ' !x',
    ` &${random.pick(ANCHORS)} !!str`,
  ]);
  const leaf = (): string => ` ${flowLeaf(random, inner)}${tail(random)}`;
  const ways = [
    leaf,
    leaf,
    leaf,
    () => ` ${block(random, inner)}`,
    () => tail(random),
    () => ` *${random.pick(ANCHORS)}${tail(random)}`,
    () => `\n${inner}${flowLeaf(random, inner)}${tail(random)}`,
  ];
  const deep = [
    () => `${tail(random)}${mapIn(random, inner, depth + 1)}`,
    () => `${tail(random)}${mapIn(random, inner, depth + 1)}`,
    () => `${tail(random)}${listIn(random, random.oneIn(3) && indent !== '' ? indent : inner, depth + 1)}`,
    () => `${tail(random)}${listIn(random, inner, depth + 1)}`,
    () => ` ${flowMap(random, depth + 1)}${tail(random)}`,
    () => ` ${flowList(random, depth + 1)}${tail(random)}`,
  ];
  return props + random.pick(depth > 2 ? ways : [...ways, ...deep])();
}

/** The end of a line: perhaps blanks or a comment before it. */
function tail(random: Random): string {
  return random.pick(['\n', '\n', '\n', ' # note\n', '\t# note\n', '  \n', ' #\n', ' # a: b\n']);
}

function listIn(random: Random, indent: string, depth: number): string {
  const items = Array.from({ length: 1 + random.below(4) }, () => {
    if (random.oneIn(8)) return `${indent}- - ${flowLeaf(random, indent)}\n${indent}  - deux\n`;
    if (random.oneIn(4)) {
      const gap = random.pick([' ', ' ', '   ']);
      const map = mapIn(random, `${indent} ${gap}`, depth + 1);
      return /^ *[^ #\n\t]/.test(map) ? `${indent}-${gap}${map.trimStart()}` : `${indent}-\n${map}`;
    }
    return `${indent}-${valueIn(random, indent, depth + 1)}`;
  });
  return items.map((item) => above(random, indent) + item).join('');
}

function flowLeaf(random: Random, indent: string): string {
  return random.pick([
    'un',
    'un mot',
    '42',
    '1.10',
    'true',
    '~',
    'null',
    '2024-01-05',
    'http://a.fr/x#y',
    '"a \\"b\\" \\u00e9"',
    '"" ',
    "'l''été # non'",
    `"un\n${indent}  deux"`,
    `"un \\\n${indent}  deux"`,
    `'un\n\n${indent}  deux'`,
    `un\n${indent}  deux`,
    `un\n\n${indent}  deux\n${indent}  trois`,
    '!!str 12',
    '&z un',
  ]);
}

function block(random: Random, indent: string): string {
  const sign = random.pick(['|', '>', '|-', '>-', '|+', '>+']);
  const body = random.pick([
    `${indent}un\n`,
    `${indent}un\n${indent}deux\n`,
    `${indent}un\n\n${indent}  deux\n${indent}# pas une note\n`,
    `\n${indent}un\n\n\n`,
    `${indent}un \n${indent}deux: trois\n\n`,
    '',
  ]);
  return `${sign}${random.pick(['', '', ' # note', '  '])}\n${body}`;
}

function flowMap(random: Random, depth: number): string {
  const names = ['a', 'b', 'c', '"d"'].filter(() => !random.oneIn(2));
  const pairs = names.map((name) =>
    random.oneIn(8) ? name : `${name}${random.pick([': ', ' : ', ':  '])}${flowValue(random, depth)}`,
  );
  return `{${joined(random, pairs)}}`;
}

function flowList(random: Random, depth: number): string {
  const items = Array.from({ length: random.below(5) }, () =>
    random.oneIn(12) ? 'p: q' : flowValue(random, depth),
  );
  return `[${joined(random, items)}]`;
}

function joined(random: Random, items: readonly string[]): string {
  const comma = random.pick([', ', ',', ' , ', ',\n      ', ', # note\n      ']);
  const gap = random.pick(['', ' ', ' ', '\n      ']);
  const last = items.length > 0 && random.oneIn(6) ? ',' : '';
  return `${gap}${items.join(comma)}${last}${gap}`;
}

function flowValue(random: Random, depth: number): string {
  const leaves = ['un', 'un mot', '42', '"x, y"', "'l''un'", '~', '&x trois', '*x', '!!str 5', '""'];
  if (depth > 2 || !random.oneIn(4)) return random.pick(leaves);
  return random.oneIn(2) ? flowMap(random, depth + 1) : flowList(random, depth + 1);
}
