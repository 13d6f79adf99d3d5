import type { Entry } from './joined-text.ts';
import { standTogether } from './paragraphs.ts';
import type { Region } from './regions.ts';
import { similarity, spanText, type Token, type Versions, wordsOf } from './tokens.ts';

/** Two tokens inserted at one place that share this part of their words are two versions of one thought. */
const SAME_THOUGHT = 0.6;
/** Items of a list say much the same (« Acheter du pain », « Acheter du lait ») and are two all the same. */
const SAME_ITEM = 0.85;
/** Above this many comparisons, what both inserted at one place is disputed. */
const MAX_COMPARISONS = 2_500;

/**
 * What both sides inserted at one place: theirs, then what ours has beside it. Null when something of each says the same or
 * nearly, names one footnote or fills one row of a table twice, something was cut off the text beside it, or there is too much
 * to tell: a person is asked.
 */
export function bothInserted(
  versions: Versions,
  region: Region,
  piecesOf: (token: Token) => readonly string[],
): readonly Entry[] | null {
  const ours = versions.ours.slice(region.ours.start, region.ours.end);
  const theirs = versions.theirs.slice(region.theirs.start, region.theirs.end);
  const around = new Set(
    versions.base.slice(Math.max(0, region.base.start - 1), region.base.start + 1).flatMap(piecesOf),
  );
  // What was cut off a neighbour: on which side of it the other one's text belongs, nobody knows.
  if ([...ours, ...theirs].some((token) => piecesOf(token).some((piece) => around.has(piece)))) return null;
  const inTheirs = new Set(theirs.map(({ key }) => key));
  const pieces = new Set(theirs.flatMap(piecesOf));
  const share = ours.some(
    (token) => !inTheirs.has(token.key) && piecesOf(token).some((piece) => pieces.has(piece)),
  );
  if (share || sayTheSame(ours, theirs)) return null;
  const nowhere = { start: region.base.start, end: region.base.start };
  const text = spanText(versions.theirs, region.theirs);
  const shared = theirs.map(({ key }) => key);
  const own = ours.flatMap((token, at): readonly Entry[] => {
    const twin = shared.indexOf(token.key);
    if (twin !== -1) {
      // One for one: what ours has more often stays.
      shared.splice(twin, 1);
      return [];
    }
    const start = region.ours.start + at;
    return [
      {
        base: nowhere,
        ours: { start, end: start + 1 },
        theirs: nowhere,
        parts: [{ kind: 'agreed', text: token.text }],
      },
    ];
  });
  const other: Entry = {
    base: nowhere,
    ours: nowhere,
    theirs: region.theirs,
    parts: [{ kind: 'agreed', text }],
  };
  return isOursFirst(versions, region) ? [...own, other] : [other, ...own];
}

/** An item stays with the items of its list. */
function isOursFirst({ base, ours, theirs }: Versions, region: Region): boolean {
  const [mine, other] = [ours[region.ours.start], theirs[region.theirs.start]];
  if (mine === undefined || other === undefined) return false;
  const isOneList = (a: Token | undefined, b: Token | undefined): boolean =>
    a !== undefined && b !== undefined && standTogether(a, b);
  const [above, below] = [base[region.base.start - 1], base[region.base.start]];
  if (isOneList(above, mine) !== isOneList(above, other)) return isOneList(above, mine);
  return isOneList(below, theirs[region.theirs.end - 1]) && !isOneList(below, ours[region.ours.end - 1]);
}

function sayTheSame(ours: readonly Token[], theirs: readonly Token[]): boolean {
  if (ours.length * theirs.length > MAX_COMPARISONS) return true;
  const others = theirs.map((token) => ({ token, words: wordsOf(token) }));
  return ours.some((token) => {
    const words = wordsOf(token);
    return others.some((other) => token.key !== other.token.key && isSameThought({ token, words }, other));
  });
}

interface Read {
  readonly token: Token;
  readonly words: ReadonlySet<string>;
}

function isSameThought(a: Read, b: Read): boolean {
  const name = nameOf(a.token);
  if (name !== null && name === nameOf(b.token)) return true;
  if (a.token.kind !== b.token.kind) return similarity(a.words, b.words) >= SAME_THOUGHT;
  if (a.token.kind === 'definition' || a.token.kind === 'row') return false;
  return similarity(a.words, b.words) >= (a.token.kind === 'item' ? SAME_ITEM : SAME_THOUGHT);
}

/** What a footnote is called, or the first cell of a row; null for what has no name. */
export function nameOf({ kind, text }: Token): string | null {
  if (kind !== 'row' && kind !== 'definition') return null;
  const [first = ''] = kind === 'row' ? text.trim().replace(/^\|/, '').split('|') : text.split(']:');
  return first.trim().toLowerCase();
}
