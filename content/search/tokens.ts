import { fold } from './fold.ts';
import { stem } from './stem.ts';
import { isStopWord } from './stop-words.ts';

/** A word of a text. */
export interface Token {
  /** Where it stands, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** Which word of the text it is: two neighbours differ by one. A compound stands where its first part does. */
  readonly position: number;
  readonly folded: string;
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
const WORD = new RegExp([...NUMBERS, ACRONYM, String.raw`\p{L}[\p{L}\p{M}\p{N}]*`].join('|'), 'gu');
const APOSTROPHES = "'’ʼ";
const HYPHENS = '-\u2010\u2011';
/** What loses its last vowel before another one: l’, d’, qu’, jusqu’ … */
const ELIDED = /^(?:[cdjlmnst]|(?:jus|lors|puis|quoi|quel|pres)?qu|aujourd)$/;
/** Words met often keep their stem: a text has few different ones. */
const MAX_KNOWN = 50_000;

interface Known {
  readonly folded: string;
  /** null for a stop word. */
  readonly term: string | null;
}

/** Cuts texts into words, as both what is indexed and what is looked for are. */
export type Tokenize = (text: string) => readonly Token[];

/** A tokenizer that remembers the stems of the words it met. */
export function createTokenizer(): Tokenize {
  const known = new Map<string, Known>();

  function look(word: string): Known {
    const found = known.get(word);
    if (found !== undefined) return found;
    if (known.size > MAX_KNOWN) known.clear();
    const folded = /^\d/.test(word) ? plainNumber(word) : fold(word.replaceAll('.', ''));
    const made = { folded, term: isStopWord(folded) ? null : stem(folded) };
    known.set(word, made);
    return made;
  }

  return (text) => {
    const tokens: Token[] = [];
    const compound = createCompounds(tokens);
    let position = 0;
    for (const match of text.matchAll(WORD)) {
      const [word] = match;
      const start = match.index;
      const end = start + word.length;
      if (APOSTROPHES.includes(text.charAt(end) || ' ') && ELIDED.test(fold(word))) continue;
      const { folded, term } = look(word);
      compound.note({ start, end, position, folded, term }, text);
      if (term !== null) tokens.push({ start, end, position, folded, term, isCompound: false });
      position += 1;
    }
    compound.end();
    return tokens;
  };
}

/** 10 000, 10.000 and 10000 are one number, and so are 3.5 and 3,5. */
function plainNumber(written: string): string {
  return written.replace(/^(\d+)\.(\d{1,2})$/, '$1,$2').replace(/[ .\-\u00A0\u2009\u202F]/g, '');
}

interface Part extends Omit<Token, 'term' | 'isCompound'> {
  readonly term: string | null;
}

/** Adds « burnout » where a text says « burn-out »: its parts are words too, and stay. */
function createCompounds(tokens: Token[]) {
  let parts: Part[] = [];

  function end(): void {
    const [first] = parts;
    const last = parts.at(-1);
    const isOne = parts.length > 1 && parts.every(({ term, folded }) => term !== null && folded.length > 1);
    if (first !== undefined && last !== undefined && isOne) {
      const folded = parts.map((part) => part.folded).join('');
      tokens.push({
        start: first.start,
        end: last.end,
        position: first.position,
        folded,
        term: stem(folded),
        isCompound: true,
      });
    }
    parts = [];
  }

  return {
    note(part: Part, text: string): void {
      const last = parts.at(-1);
      const joint = last === undefined || part.start !== last.end + 1 ? '' : text.charAt(last.end);
      if (joint === '' || !(HYPHENS + APOSTROPHES).includes(joint)) end();
      parts.push(part);
    },
    end,
  };
}
