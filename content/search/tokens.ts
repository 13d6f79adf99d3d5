import { fold, isStopWord, stem } from './stem.ts';

/** A word of a text. */
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
const KINDS = Uint8Array.from({ length: 0x2100 }, (_, code) => kindOf(String.fromCharCode(code)));
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

function kindOf(character: string): number {
  if ("'’".includes(character)) return APOSTROPHE;
  if ('-\u2010\u2011'.includes(character)) return HYPHEN;
  if (/\p{L}/u.test(character)) return LETTER;
  return /[\p{M}\p{N}]/u.test(character) ? OTHER : BETWEEN;
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
