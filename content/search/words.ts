export interface Token {
  /** Where it stands, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** Which word of the text it is: two neighbours differ by one. A compound stands where its first part does. */
  readonly position: number;
  readonly folded: string;
  /** As it is written, in lowercase. */
  readonly written: string;
  /** Its stem: what is looked for. */
  readonly term: string;
  /** Whether it is words joined by hyphens, which are tokens as well. */
  readonly isCompound: boolean;
}

const NUMBERS = [
  // A telephone’s, in pairs.
  String.raw`0\d(?:[ .\-\u00A0\u2009\u202F]\d{2}){4}(?!\d)`,
  // Its thousands apart.
  String.raw`\d{1,3}(?:[ .\u00A0\u2009\u202F]\d{3})+(?!\d)`,
  // Its decimals after a comma, or a point that is none of a date’s.
  String.raw`\d+(?:,\d+|\.\d{1,2}(?![.\d]))?`,
];
/** The letters of an acronym, a point after each: S.A.R.L. */
const ACRONYM = String.raw`\p{L}(?:\.\p{L})+(?![\p{L}\p{M}\p{N}])\.?`;
/** A number, an acronym, or letters with digits after them. */
const WORD = new RegExp([...NUMBERS, ACRONYM, String.raw`\p{L}[\p{L}\p{M}\p{N}]*`].join('|'), 'uy');
/** What characters are to a word: common ones are known by their code, about others {@link WORD} is asked. */
const [BETWEEN, LETTER, OTHER, APOSTROPHE, HYPHEN] = [0, 1, 2, 3, 4];
const KINDS = kindsBelow(0x2100);
const POINT = '.'.charCodeAt(0);
/** What loses its last vowel before another one: l’, d’, qu’, jusqu’ … */
const ELIDED = /^(?:[cdjlmnst]|(?:jus|lors|puis|quoi|quel|pres)?qu|aujourd)$/;
/** Words met often keep their stem: a text has few different ones. */
const MAX_KNOWN = 50_000;

/** A token, or a stop word: that has no term. */
type Word = Token | (Omit<Token, 'term'> & { readonly term: null });

/** Cuts texts into words, as both what is indexed and what is looked for are. */
export type Tokenize = (text: string) => readonly Token[];

/** A tokenizer that remembers the stems of the words it met. */
export function createTokenizer(): Tokenize {
  const known = new Map<string, Pick<Word, 'folded' | 'written' | 'term'>>();

  function look(word: string): Pick<Word, 'folded' | 'written' | 'term'> {
    const found = known.get(word);
    if (found !== undefined) return found;
    if (known.size > MAX_KNOWN) known.clear();
    const folded = /^\d/.test(word) ? plainNumber(word) : fold(word.replaceAll('.', ''));
    const made = { folded, written: word.toLowerCase(), term: isStopWord(folded) ? null : stem(folded) };
    known.set(word, made);
    return made;
  }

  return (text) => {
    const tokens: Token[] = [];
    /** The last word, after those that are joined with it. */
    let joined: Word[] = [];
    let joinedEnd = -1;
    let position = 0;

    function note(word: Word): void {
      const isJoined = word.start - 1 === joinedEnd && kindAt(text, joinedEnd) >= APOSTROPHE;
      if (!isJoined && joined.length > 1) addCompound();
      if (isJoined) joined.push(word);
      else joined = [word];
      joinedEnd = word.end;
      if (isToken(word)) tokens.push(word);
    }

    /** « burnout » where a text says « burn-out »: its parts are words too, and stay. With a part that is no word of its own it is none. */
    function addCompound(): void {
      const [first] = joined;
      if (first === undefined || !joined.every((word) => isToken(word) && word.folded.length > 1)) return;
      const folded = joined.map((word) => word.folded).join('');
      const written = text.slice(first.start, joinedEnd).toLowerCase();
      tokens.push({ ...first, end: joinedEnd, folded, written, term: stem(folded), isCompound: true });
    }

    for (let start = 0; start < text.length; ) {
      const end = endOfWord(text, start);
      if (end === start) start += 1;
      else {
        const written = text.slice(start, end);
        if (kindAt(text, end) !== APOSTROPHE || !ELIDED.test(fold(written))) {
          const { folded, term, written: lower } = look(written);
          note({ start, end, position, folded, written: lower, term, isCompound: false });
          position += 1;
        }
        start = end;
      }
    }
    if (joined.length > 1) addCompound();
    return tokens;
  };
}

function isToken(word: Word): word is Token {
  return word.term !== null;
}

/** Of the characters below a code: whole runs at once, for a start waits for this. */
function kindsBelow(end: number): Uint8Array {
  const kinds = new Uint8Array(end).fill(BETWEEN);
  const all = String.fromCharCode(...kinds.keys());
  const set = (characters: RegExp, kind: number): void => {
    for (const { 0: run, index } of all.matchAll(characters)) kinds.fill(kind, index, index + run.length);
  };
  set(/\p{L}+/gu, LETTER);
  set(/[\p{M}\p{N}]+/gu, OTHER);
  set(/['’]/g, APOSTROPHE);
  set(/[-\u2010\u2011]/g, HYPHEN);
  return kinds;
}

function kindAt(text: string, at: number): number {
  if (at < 0 || at >= text.length) return BETWEEN;
  return KINDS[text.charCodeAt(at)] ?? OTHER;
}

/** Where the word that begins here ends; here where none does. */
function endOfWord(text: string, start: number): number {
  let end = start;
  while (kindAt(text, end) === LETTER) end += 1;
  const isAcronym = end === start + 1 && text.charCodeAt(end) === POINT;
  if (kindAt(text, end) !== OTHER && !isAcronym) return end;
  WORD.lastIndex = start;
  return start + (WORD.exec(text)?.[0].length ?? 0);
}

/** 10 000, 10.000 and 10000 are one number, and so are 3.5 and 3,5. */
function plainNumber(written: string): string {
  return written.replace(/^(\d+)\.(\d{1,2})$/, '$1,$2').replace(/[ .\-\u00A0\u2009\u202F]/g, '');
}

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
function fold(word: string): string {
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
function isStopWord(folded: string): boolean {
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
