import { type ObjectType, objectId } from '#content/git/objects/object-id.ts';
import { formatTree, type TreeEntry } from '#content/git/tree.ts';
import { createRandom, type Random } from '../random.ts';
import { deltaBetween, type MadeDelta, randomDelta } from './made-deltas.ts';
import { randomBytesOf } from './random-bytes.ts';

export interface GeneratedObject {
  readonly id: string;
  readonly type: ObjectType;
  readonly bytes: Buffer;
  /** What makes it of an object before it, where one was made. */
  readonly delta: { readonly base: string; readonly bytes: Buffer } | null;
}

/** A history: every object of it is reached from its last commit or from one of its tags. */
export interface GeneratedHistory {
  readonly objects: readonly GeneratedObject[];
  readonly tip: string;
  readonly tags: readonly string[];
}

/** What is larger is no base: its deltas would be as long as it. */
const LARGEST_BASE = 200_000;
const EXTRA_HEADERS = [
  '',
  'encoding ISO-8859-1\n',
  'gpgsig -----BEGIN PGP SIGNATURE-----\n \n iQEzBAABCAAdFiEE\n -----END PGP SIGNATURE-----\n',
];

/** About `count` objects of all four types and of every size; the same seed gives the same. */
export function generateObjects({
  count,
  seed,
}: {
  readonly count: number;
  readonly seed: number;
}): GeneratedHistory {
  const random = createRandom(seed);
  const made = new Map<string, GeneratedObject>();
  const last: Partial<Record<ObjectType, GeneratedObject>> = {};
  const tags: string[] = [];

  function add(type: ObjectType, bytes: Buffer, delta: GeneratedObject['delta'] = null): string {
    const id = objectId(type, bytes);
    const before = last[type];
    const own =
      delta ?? (before === undefined ? null : asDelta(before, deltaBetween(before.bytes, bytes, random)));
    const object = made.get(id) ?? { id, type, bytes, delta: own };
    made.set(id, object);
    if (bytes.length < LARGEST_BASE) last[type] = object;
    return id;
  }

  function addBlob(): string {
    const base = last.blob;
    if (base === undefined || random.oneIn(2)) return add('blob', randomBytesOf(random));
    const delta = randomDelta(base.bytes, random);
    return add('blob', delta.target, asDelta(base, delta));
  }

  function addTree(): string {
    const files = Array.from(
      { length: random.oneIn(20) ? 120 : 1 + random.below(5) },
      (_, number): TreeEntry => {
        const mode = random.pick(['100644', '100644', '100755', '120000']);
        return { mode, name: nameOf(number, random), id: addBlob() };
      },
    );
    const below = last.tree === undefined ? [] : [{ mode: '40000', name: 'dossier', id: last.tree.id }];
    return add('tree', formatTree([...files, ...(random.oneIn(3) ? [] : below)]));
  }

  let tip = '';
  let moment = 1_700_000_000;
  while (made.size < count) {
    moment += random.below(100_000);
    const parents = tip === '' ? [] : [tip];
    const tree = addTree();
    const side = random.oneIn(6) ? [add('commit', commitOf({ tree, parents, moment }, random))] : [];
    tip = add('commit', commitOf({ tree, parents: [...parents, ...side], moment: moment + 1 }, random));
    if (random.oneIn(4)) tags.push(add('tag', tagOf(random.pick([...made.values()]), tags.length)));
  }
  return { objects: [...made.values()], tip, tags };
}

function asDelta(base: GeneratedObject, { bytes }: MadeDelta): GeneratedObject['delta'] {
  return { base: base.id, bytes };
}

/** Bytes that are not UTF-8 too. */
function nameOf(number: number, random: Random): string {
  return `${number}-${random.pick(['article.md', 'été', 'a b', '\udce9t\udce9.jpg', 'x'.repeat(120)])}`;
}

interface CommitParts {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly moment: number;
}

function commitOf({ tree, parents, moment }: CommitParts, random: Random): Buffer {
  const who = `Camille Écrit <camille@exemple.fr> ${moment} ${random.pick(['+0100', '-0330', '+0000'])}`;
  const lines = [
    `tree ${tree}`,
    ...parents.map((parent) => `parent ${parent}`),
    `author ${who}`,
    `committer ${who}`,
  ];
  const message = random.pick([
    '',
    'Modifier\n',
    `Créer « ${random.below(1e9)} »\n\n${'mot '.repeat(random.below(2000))}`,
  ]);
  return Buffer.from(`${lines.join('\n')}\n${random.pick(EXTRA_HEADERS)}\n${message}`);
}

function tagOf({ id, type }: GeneratedObject, number: number): Buffer {
  return Buffer.from(
    `object ${id}\ntype ${type}\ntag v${number}\ntagger Camille <camille@exemple.fr> 1700000000 +0100\n\nVersion ${number}\n`,
  );
}
