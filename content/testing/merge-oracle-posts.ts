import type { Random } from './random.ts';

export type BlockKind =
  | 'prose'
  | 'heading'
  | 'quote'
  | 'bullets'
  | 'loose'
  | 'nested'
  | 'numbered'
  | 'code'
  | 'table'
  | 'html'
  | 'footnote';

/** A block of a post as its author thinks of it: sentences, items, rows or lines, each unlike every other. */
export interface OracleBlock {
  /** Stays with the block through edits and moves. */
  readonly id: string;
  readonly kind: BlockKind;
  readonly pieces: readonly string[];
  /** The number of the first item of a numbered list. */
  readonly first: number;
  /** What stands between two sentences. */
  readonly blank: ' ' | '\n';
}

export interface OraclePost {
  readonly title: string;
  readonly tags: readonly string[];
  /** A key that Encrier does not know. */
  readonly layout: string;
  /** Comments above the title and above the tags. */
  readonly comments: readonly [title: string, tags: string];
  readonly blocks: readonly OracleBlock[];
  readonly lineEnd: '\n' | '\r\n';
}

const WORDS =
  'prix marge client trésorerie semaine décision banque tableau équipe délai facture projet course effort chiffre saison méthode question réserve salaire contrat objectif rythme carnet visite stock'.split(
    ' ',
  );
const ENDINGS = ['.', '.', '.', '.', ' !', '\u202f?', '…', '. »'];
/** Sentences that a text may have more than once. */
export const FILLERS: readonly string[] = ['Voilà.', 'Et après ?', 'C’est tout.'];
/** A text that says `name` and which no other call makes. */
export function newPiece(random: Random, name: string, kind: BlockKind): string {
  if (kind === 'prose' && random.oneIn(14)) return random.pick(FILLERS);
  const words = Array.from({ length: 2 + random.below(7) }, () => random.pick(WORDS)).join(' ');
  switch (kind) {
    case 'prose':
    case 'quote':
    case 'html':
    case 'footnote':
      return `Le ${name} ${words}${random.pick(ENDINGS)}`;
    case 'code':
      return `const ${name} = '${words}';`;
    case 'table':
      return `${name} ${random.pick(WORDS)}`;
    default:
      return `${name} ${words}`;
  }
}

const KINDS: readonly BlockKind[] = [
  ...(['prose', 'prose', 'prose', 'prose', 'prose', 'heading', 'quote', 'bullets'] as const),
  ...(['loose', 'nested', 'numbered', 'code', 'table', 'html', 'footnote'] as const),
];

export function newBlock(random: Random, name: string): OracleBlock {
  const kind = random.pick(KINDS);
  const count = kind === 'heading' || kind === 'footnote' ? 1 : 1 + random.below(4);
  const pieces = Array.from({ length: count }, (_, at) => newPiece(random, `${name}x${at}`, kind));
  return { id: name, kind, pieces, first: 1, blank: ' ' };
}

export function newPost(random: Random): OraclePost {
  return {
    title: 'Titre',
    tags: ['discipline', 'prix', 'banque'].slice(0, random.below(4)),
    layout: 'large',
    comments: ['', ''],
    blocks: Array.from({ length: 1 + random.below(9) }, (_, at) => newBlock(random, `base${at}`)),
    lineEnd: '\n',
  };
}

export function postFile(post: OraclePost): string {
  const { title, tags, layout, comments } = post;
  const lines = [
    '---',
    ...(comments[0] === '' ? [] : [`# ${comments[0]}`]),
    `title: ${title}`,
    ...(comments[1] === '' ? [] : [`# ${comments[1]}`]),
    `tags: [${tags.join(', ')}]`,
    `layout: ${layout}`,
    '---',
    '',
    bodyText(post.blocks),
  ];
  return lines.join('\n').replaceAll('\n', post.lineEnd);
}

export function bodyText(blocks: readonly OracleBlock[]): string {
  return blocks.map((block) => `${blockText(block)}\n`).join('\n');
}

function blockText({ id, kind, pieces, first, blank }: OracleBlock): string {
  switch (kind) {
    case 'prose':
      return pieces.join(blank);
    case 'heading':
      return `## ${pieces.join(' ')}`;
    case 'quote':
      return pieces.map((piece) => `> ${piece}`).join('\n');
    case 'bullets':
      return pieces.map((piece) => `- ${piece}`).join('\n');
    case 'loose':
      return pieces.map((piece) => `- ${piece}`).join('\n\n');
    case 'nested':
      return `- ${pieces.join('\n  - ')}`;
    case 'numbered':
      return pieces.map((piece, at) => `${first + at}. ${piece}`).join('\n');
    case 'code':
      return `\`\`\`js\n${pieces.join('\n\n')}\n\`\`\``;
    case 'table':
      return `| Nom | Prix |\n|---|---|\n${pieces.map((piece) => `| ${piece} | 10 |`).join('\n')}`;
    case 'html':
      return `<div>\n${pieces.join('\n')}\n</div>`;
    case 'footnote':
      return `[^${id}]: ${pieces.join(' ')}`;
  }
}
