/** Letters that are no others with an accent, as readers type them. */
const LETTERS: Readonly<Record<string, string>> = {
  œ: 'oe',
  æ: 'ae',
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** A word as words are compared: lowercase, without accents or ligatures, œ and æ as two letters. */
export function fold(word: string): string {
  const lower = word.toLowerCase();
  // Most words of a text have nothing else to lose; asking first is cheaper than decomposing all of them.
  if (/^[a-z0-9]*$/.test(lower)) return lower;
  return lower
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[œæßøłđðþı]/g, (letter) => LETTERS[letter] ?? letter);
}

/** Words that say nothing of what a text is about, as `fold` writes them. They are neither indexed nor looked for. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  `a afin ai ainsi alors apres as assez au aucun aucune aujourd aujourdhui aupres auquel aussi autre autres aux avait avant avec avez
  avoir avons ayant beaucoup bien bon c car ce ceci cela celle celles celui cependant ces cet cette ceux chaque chez ci
  combien comme comment contre d dans de deja depuis des desormais dessous dessus devrait dit dois doit donc dont du durant
  elle elles en encore enfin ensuite entre es est et etaient etait etant etat ete etes etre eu eux fait faire fais faut fois
  font hui il ils j je jusqu jusque juste l la laquelle le lequel les lesquels leur leurs lorsqu lorsque lui m ma mais me
  meme memes mes mieux moins mon n ne ni non nos notre nous on ont ou oui par parce parfois parmi pas pendant peu peut
  peuvent peux plus plusieurs plutot pour pourquoi pourtant pouvez pouvoir presque pu puis puisqu puisque qu quand que quel
  quelle quelles quelqu quels quelque quelques qui quoi quoique rien s sa sans se selon sera serait ses seulement si sien
  soient soit sommes son sont sous souvent suis sur surtout t ta tandis tant te tel telle tellement tels tes ton toujours
  tous tout toute toutes tres trop tu un une va vers veut veux voici voila vont vos votre vous vraiment vu y`.split(
    /\s+/,
  ),
);

/** Whether a folded word is one of those, or a letter that stands alone. */
export function isStopWord(folded: string): boolean {
  return STOP_WORDS.has(folded) || (folded.length === 1 && !/[0-9]/.test(folded));
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

/** Endings of one family, what they become, and how many letters must be left before them. The first that fits is taken, so the longest come first. */
const RULES: readonly (readonly [ending: string, becomes: string, least: number])[] = [
  ...rules(4, { issement: '', isseuse: '', isseur: '', issante: '', issant: '', issent: '' }),
  ...rules(4, { abilite: 'abl', ibilite: 'ibl', ivite: 'if', atrice: '', ateur: '', ation: '' }),
  ...rules(4, { nnelle: 'nnel', euse: 'eu', eux: 'eu', iere: '', ier: '', ive: 'if', elle: 'el' }),
  ...rules(5, { ivement: 'if', ement: '', ance: 'ant', ence: 'ent', ante: 'ant', ente: 'ent' }),
  ...rules(5, { ition: '', ique: '', isme: '', iste: '', age: '', ite: '', eur: '', ie: '' }),
  ...rules(3, { er: '', ez: '', ee: '' }),
  ...rules(5, { ir: '', it: '' }),
];

function rules(least: number, endings: Readonly<Record<string, string>>) {
  return Object.entries(endings).map(([ending, becomes]) => [ending, becomes, least] as const);
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
  for (const [ending, becomes, least] of RULES)
    if (word.length - ending.length >= least && word.endsWith(ending))
      return word.slice(0, -ending.length) + becomes;
  return word;
}

/** The mute e, the i of « négocie » and « investi », and the letter that French doubles before them. */
function withoutEnd(word: string): string {
  const bare = word.replace(/(?<=...)e+$/, '').replace(/(?<=.....)i$/, '');
  return bare.length > 4 ? bare.replace(/([b-df-hj-np-tv-z])\1$/, '$1') : bare;
}
