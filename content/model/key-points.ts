import { unescapeHtml } from './markdown/escape.ts';
import { attribute, readSafeHtml, type SafeTag } from './markdown/safe-html.ts';

/** docs/product.md, Key points. */
const MAX_KEY_POINTS = 4;
const MIN_KEY_POINT_LENGTH = 20;
const MAX_KEY_POINT_LENGTH = 120;

/** One thing to remember of a post; derived from its HTML, never stored (docs/product.md, Key points). */
export interface KeyPoint {
  readonly text: string;
  readonly type: KeyPointType;
  readonly priority: number;
}

type KeyPointType = 'conseil' | 'chiffre' | 'action' | 'lecon' | 'erreur' | 'resultat';

/** What a reader sees for each type, and which come first (docs/product.md, Key points). */
export const KEY_POINT_TYPES: Readonly<
  Record<KeyPointType, { readonly label: string; readonly priority: number }>
> = {
  conseil: { label: 'Conseil', priority: 5 },
  chiffre: { label: 'Chiffre clé', priority: 9 },
  action: { label: 'Action', priority: 6 },
  lecon: { label: 'Leçon', priority: 7 },
  erreur: { label: 'Attention', priority: 10 },
  resultat: { label: 'Résultat', priority: 8 },
};

/**
 * The key points of a post, best first, from the safe HTML of its body (docs/product.md, Key points): list items, quotes, emphasised
 * text, headings, and the sentences of paragraphs that speak of business, figures or lessons. Never throws.
 */
export function extractKeyPoints(html: string): readonly KeyPoint[] {
  return firstDifferent(collectPoints(html).sort((a, b) => b.priority - a.priority));
}

/** Of a text that is no known type. */
const FALLBACK_PRIORITY = 3;

function firstDifferent(points: readonly KeyPoint[]): readonly KeyPoint[] {
  const found = new Map<string, KeyPoint>();
  for (const point of points) {
    if (found.size === MAX_KEY_POINTS) break;
    const key = point.text.toLowerCase();
    if (!found.has(key)) found.set(key, point);
  }
  return [...found.values()];
}

/** More than any post has: a bound on the work, not on the choice. */
const MAX_POINTS = 5_000;
/** How many open sources a text may belong to. */
const MAX_SHARED = 6;
/** Stands for code inside a text: what it is part of cannot be quoted without it. */
const CODE = '\uFFFC';

const BONUS: Readonly<Record<string, number>> = {
  li: 2,
  blockquote: 1,
  strong: 1,
  b: 1,
  em: 1,
  i: 1,
  h2: 0,
  h3: 0,
  p: 0,
};

interface OpenSource {
  readonly name: string;
  text: string;
}

/** What may be a key point of a post's safe HTML, in the order in which they end; code, tables, captions and notes left out. */
function collectPoints(html: string): KeyPoint[] {
  const points: KeyPoint[] = [];
  const open: OpenSource[] = [];
  const isIgnored = ignoredParts();
  readSafeHtml(html, {
    text(source) {
      if (!isIgnored(null)) addText(open, source);
    },
    tag(tag) {
      if (isIgnored(tag)) {
        if (tag.name === 'code' && !tag.isClosing) addText(open, CODE);
        return;
      }
      if (tag.name === 'br') addText(open, ' ');
      if (BONUS[tag.name] === undefined || points.length >= MAX_POINTS) return;
      if (!tag.isClosing) open.push({ name: tag.name, text: '' });
      else if (open.at(-1)?.name === tag.name) points.push(...pointsOf(open.pop(), open));
    },
  });
  return points.slice(0, MAX_POINTS);
}

/** A text belongs to the sources it is in, up to its list item: an item does not speak for the items inside it. */
function addText(open: readonly OpenSource[], text: string): void {
  for (let at = open.length - 1; at >= 0 && at >= open.length - MAX_SHARED; at -= 1) {
    const source = open[at];
    if (source === undefined) return;
    source.text += text;
    if (source.name === 'li') return;
  }
}

function pointsOf(source: OpenSource | undefined, around: readonly OpenSource[]): readonly KeyPoint[] {
  if (source === undefined) return [];
  const { name } = source;
  const text = unescapeHtml(source.text)
    .replace(/[ \t\n\r]{2,}|[\t\n\r]/g, ' ')
    .trim();
  if (name !== 'p') return pointOf(text, source);
  const isPartOfAnother = around.some((one) => one.name === 'li' || one.name === 'blockquote');
  return isPartOfAnother ? [] : sentences(text).flatMap((sentence) => pointOf(sentence, source));
}

/** None where the text cannot be quoted, and where a sentence of a paragraph says nothing to remember. */
function pointOf(written: string, { name }: OpenSource): readonly KeyPoint[] {
  if (written.includes(CODE)) return [];
  const text = withoutConnectors(written);
  if (text.length < MIN_KEY_POINT_LENGTH || text.length > MAX_KEY_POINT_LENGTH) return [];
  const plain = folded(text);
  if (name === 'p' && !isTelling(plain)) return [];
  const { type, isCertain } = classify(plain);
  const priority = (isCertain ? KEY_POINT_TYPES[type].priority : FALLBACK_PRIORITY) + (BONUS[name] ?? 0);
  return [{ text, type, priority }];
}

function sentences(text: string): readonly string[] {
  return text.split(/(?<=[.!?…]) (?=\S)/);
}

/** Says whether the reader is inside a part that has no key points, given each tag on the way. */
function ignoredParts(): (tag: SafeTag | null) => boolean {
  let inside: { readonly name: string; depth: number } | null = null;
  return (tag) => {
    if (tag === null) return inside !== null;
    if (inside === null) {
      if (tag.isClosing || !startsIgnoredPart(tag)) return false;
      inside = { name: tag.name, depth: 1 };
    } else if (tag.name === inside.name) {
      inside.depth += tag.isClosing ? -1 : 1;
      if (inside.depth === 0) inside = null;
    }
    return true;
  };
}

function startsIgnoredPart(tag: SafeTag): boolean {
  switch (tag.name) {
    case 'pre':
    case 'code':
    case 'table':
    case 'figcaption':
      return true;
    case 'section':
      return attribute(tag, 'class') === 'notes';
    case 'sup':
      return attribute(tag, 'class') === 'appel-note';
    default:
      return false;
  }
}

// Words are compared without accents, in lowercase; each is the beginning of a word.
const ERROR = words(
  `erreur piege attention jamais danger risque echec echoue evite eviter evitez mefie illusion gaspill fatal neglig`,
);
const RESULT = words(
  `resultat gagne gain augment progress double triple ameliore reussi reussite succes benefice obten obtien retour
  rentab croissance performance economis`,
);
const LESSON = words(
  `lecon appris apprend apprentissage compris comprendre comprend retenir retenez retient enseigne decouvert
  realise verite experience principe secret`,
);
const ACTION = words(
  `commence commencez faites fixez definissez mettez creez testez mesurez choisissez planifiez planifier notez ecrivez
  bloquez preparez verifiez suivez listez demandez appelez decidez agissez construisez etape lancez calculez comparez
  reservez relisez organisez automatisez deleguez negociez identifiez analysez etablissez`,
);
const ADVICE = words(
  `conseil conseille astuce recommand privilegi pensez penser prefere preferez mieux faut devez devrait important
  essentiel cle indispensable necessaire utile gardez restez prenez essayez n'hesitez utilisez`,
);
const BUSINESS = words(
  `entreprise business client chiffre marge tresorerie rentab benefice profit cout prix vente vendre marche investi
  strateg croissance equipe dirigeant entrepreneur financ fiscal impot budget capital objectif resultat performance
  discipline revenu epargne facture salaire projet produit valeur banque credit dette`,
);

const DIGIT = /\d/;
const AMOUNT = /[€$£¥%]|\b(?:users?|utilisat(?:eur|rice)s?|client(?:e)?s?)\b/;

function words(list: string): RegExp {
  return new RegExp(`\\b(?:${list.trim().split(/\s+/).join('|')})`);
}

/** The blocks of combining signs of Latin letters: a class of this kind takes a tenth of the time of `\p{M}`. */
const ACCENTS = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+/g;

/** `text` as keywords are compared: lowercase, without accents, with straight apostrophes. */
function folded(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(ACCENTS, '').replaceAll('œ', 'oe').replaceAll('’', "'");
}

/** The type of a folded text, and whether anything in it says so; a text that says nothing is taken for advice. */
function classify(plain: string): { readonly type: KeyPointType; readonly isCertain: boolean } {
  if (ERROR.test(plain)) return { type: 'erreur', isCertain: true };
  if (DIGIT.test(plain) && AMOUNT.test(plain)) return { type: 'chiffre', isCertain: true };
  if (RESULT.test(plain)) return { type: 'resultat', isCertain: true };
  if (LESSON.test(plain)) return { type: 'lecon', isCertain: true };
  if (ACTION.test(plain)) return { type: 'action', isCertain: true };
  return { type: 'conseil', isCertain: ADVICE.test(plain) };
}

/** Whether a folded sentence of a paragraph is worth a look: it has business words, digits or words of lessons (docs/product.md, Key points). */
function isTelling(plain: string): boolean {
  return DIGIT.test(plain) || BUSINESS.test(plain) || LESSON.test(plain);
}

const CONNECTORS = [
  'donc',
  'ainsi',
  'cependant',
  'mais',
  'et',
  'or',
  'car',
  'puis',
  'alors',
  'ensuite',
  'enfin',
  'pourtant',
  'toutefois',
  'néanmoins',
  'finalement',
  'bref',
  'du coup',
  'en effet',
  'de plus',
  'en outre',
  'en fait',
  'en résumé',
  'en conclusion',
  'en revanche',
  'par ailleurs',
  'par conséquent',
  'par exemple',
  'au contraire',
  'au final',
  'd’abord',
  'd’ailleurs',
  'c’est pourquoi',
  'autrement dit',
  'de même',
  'surtout',
];
const SPACE = '[ \\u00A0\\u202F]';
/** Not before que or qu’ (« Alors que… », « Ainsi que… »), which the word belongs to. */
const LEADING = new RegExp(
  `^(?:${CONNECTORS.join('|').replaceAll('’', "['’]").replaceAll(' ', SPACE)})(?:${SPACE}?[,:]${SPACE}*|${SPACE}+(?!qu(?:e\\b|['’])))`,
  'iu',
);

/** A sentence that can stand alone: leading French connector words taken away, first letter a capital (docs/product.md, Key points). */
function withoutConnectors(text: string): string {
  let rest = text.trim();
  for (let match = LEADING.exec(rest); match !== null; match = LEADING.exec(rest)) {
    rest = rest.slice(match[0].length);
  }
  const [first = ''] = rest;
  return first.toUpperCase() + rest.slice(first.length);
}
