interface Rule {
  readonly ending: string;
  readonly becomes: string;
  /** Letters that must be left before the ending. */
  readonly least: number;
}

/** Plurals that no rule makes, and what they are plurals of. */
const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ['travaux', 'travail'],
  ['baux', 'bail'],
  ['yeux', 'oeil'],
  ['vitraux', 'vitrail'],
  ['emaux', 'email'],
  ['cieux', 'ciel'],
  ['taux', 'taux'],
  ['faux', 'faux'],
  ['mieux', 'mieux'],
]);

const NOUNS_IN_EUSE: ReadonlySet<string> = new Set(
  `acheteuse vendeuse travailleuse entrepreneuse coureuse nageuse chercheuse joueuse serveuse coiffeuse blogueuse
  visiteuse repreneuse preneuse footballeuse danseuse chanteuse emprunteuse preteuse payeuse`.split(/\s+/),
);

/** Words of one family, brought to what they share. The first ending that fits is taken, so the longest come first. */
const RULES: readonly Rule[] = [
  ...rules(4, { issement: '', isseuse: '', isseur: '', issante: '', issant: '', issent: '' }),
  ...rules(4, { abilite: 'abl', ibilite: 'ibl', ivite: 'if', atrice: '', ateur: '', ation: '' }),
  ...rules(4, { nnelle: 'nnel', euse: 'eu', eux: 'eu', iere: '', ier: '', ive: 'if', elle: 'el' }),
  ...rules(5, { ivement: 'if', ement: '', ance: 'ant', ence: 'ent', ante: 'ant', ente: 'ent' }),
  ...rules(5, { ition: '', ique: '', isme: '', iste: '', age: '', ite: '', eur: '', ie: '' }),
  ...rules(3, { er: '', ez: '', ee: '' }),
  ...rules(5, { ir: '', it: '' }),
];

function rules(least: number, endings: Readonly<Record<string, string>>): readonly Rule[] {
  return Object.entries(endings).map(([ending, becomes]) => ({ ending, becomes, least }));
}

/**
 * What a folded French word shares with its plural, its feminine and the nearest words of its family: « fiscaux » and
 * « fiscalité » are both `fiscal`. It is no root and no word; equal stems are what counts.
 */
export function stem(folded: string): string {
  const singular = IRREGULAR.get(folded) ?? withoutPlural(folded);
  if (singular.length < 4 || /[0-9]/.test(singular)) return singular;
  return withoutEnd(shortened(masculine(singular)));
}

/** « Directrice » as « directeur », and those in -euse that are no adjectives: « coûteuse » is said of « coûteux ». */
function masculine(word: string): string {
  if (word.endsWith('euse') && NOUNS_IN_EUSE.has(word)) return `${word.slice(0, -4)}eur`;
  return word.length > 7 && /[^a]trice$/.test(word) ? `${word.slice(0, -5)}teur` : word;
}

function withoutPlural(word: string): string {
  if (word.length > 5 && word.endsWith('eaux')) return word.slice(0, -1);
  if (word.length > 5 && word.endsWith('aux')) return `${word.slice(0, -2)}l`;
  if (word.length > 4 && word.endsWith('x')) return word.slice(0, -1);
  return word.length > 3 && word.endsWith('s') ? word.slice(0, -1) : word;
}

function shortened(word: string): string {
  for (const { ending, becomes, least } of RULES) {
    if (word.length - ending.length >= least && word.endsWith(ending))
      return word.slice(0, -ending.length) + becomes;
  }
  return word;
}

/** The mute e, the i of « négocie » and « investi », and the letter that French doubles before them. */
function withoutEnd(word: string): string {
  const bare = word.replace(/(?<=...)e+$/, '').replace(/(?<=.....)i$/, '');
  return bare.length > 4 ? bare.replace(/([b-df-hj-np-tv-z])\1$/, '$1') : bare;
}
