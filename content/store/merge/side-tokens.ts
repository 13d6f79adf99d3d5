import { changesBetween } from './changes.ts';
import { similarity, type Token, wordsOf } from './tokens.ts';

/** What became of the tokens of the base in one side. */
export interface SideTokens {
  /** By the place of a token in the base, the place of the same one, edited or not, in the side. */
  readonly placeOf: ReadonlyMap<number, number>;
  /** Places in the base of those that the side cut out and put in elsewhere, reworded or not. */
  readonly moved: ReadonlySet<number>;
}

/** Edited in place, a token shares this part of its words with what it was. */
const EDITED = 0.4;
/** Moved and edited, it shares this part, and has so many words that this is no chance. */
const MOVED_AND_EDITED = 0.6;
const MIN_WORDS = 4;
/** Above this many comparisons, tokens that were moved and edited too are taken for deleted and new. */
const MAX_COMPARISONS = 2_500;

/** Follows every token of the base into a side. */
export function followTokens(base: readonly Token[], side: readonly Token[]): SideTokens {
  const placeOf = new Map<number, number>();
  const removed: number[] = [];
  const added: number[] = [];
  const [replaced, replacing]: readonly [number[], number[]] = [[], []];
  const elsewhere = { base: new Set(base.map(({ key }) => key)), side: new Set(side.map(({ key }) => key)) };
  let at = { base: 0, side: 0 };
  const keepUntil = (end: number): void => {
    for (; at.base < end; at = { base: at.base + 1, side: at.side + 1 }) placeOf.set(at.base, at.side);
  };
  for (const { baseStart, baseEnd, sideStart, sideEnd } of changesBetween(base, side)) {
    keepUntil(baseStart);
    const isOne = baseEnd - baseStart === 1 && sideEnd - sideStart === 1;
    if (isOne && isEdited(base[baseStart], side[sideStart], elsewhere)) placeOf.set(baseStart, sideStart);
    else {
      // Several that became several may be a paragraph cut or joined: of these only what stayed as it was has moved.
      const isLoose = isOne || baseStart === baseEnd || sideStart === sideEnd;
      for (let place = baseStart; place < baseEnd; place += 1) (isLoose ? removed : replaced).push(place);
      for (let place = sideStart; place < sideEnd; place += 1) (isLoose ? added : replacing).push(place);
    }
    at = { base: baseEnd, side: sideEnd };
  }
  keepUntil(base.length);
  const all = { removed: [...removed, ...replaced], added: [...added, ...replacing] };
  const moves = [...movedAsTheyWere(base, side, all)];
  moves.push(...movedAndEdited(base, side, without({ removed, added }, moves)));
  for (const [from, to] of moves) placeOf.set(from, to);
  return { placeOf, moved: new Set(moves.map(([from]) => from)) };
}

type Move = readonly [base: number, side: number];

interface Loose {
  readonly removed: readonly number[];
  readonly added: readonly number[];
}

interface Keys {
  readonly base: ReadonlySet<string>;
  readonly side: ReadonlySet<string>;
}

/** Two that look alike are not one edited when either stands, as it is, in the other version too. */
function isEdited(before: Token | undefined, after: Token | undefined, keys: Keys): boolean {
  if (before === undefined || after === undefined) return false;
  if (keys.side.has(before.key) || keys.base.has(after.key)) return false;
  return similarity(wordsOf(before), wordsOf(after)) >= EDITED;
}

function without({ removed, added }: Loose, moves: readonly Move[]): Loose {
  const [from, to] = [new Set(moves.map(([place]) => place)), new Set(moves.map(([, place]) => place))];
  return { removed: removed.filter((at) => !from.has(at)), added: added.filter((at) => !to.has(at)) };
}

/** Tokens that occur once in both versions, and not where they were. */
function movedAsTheyWere(base: readonly Token[], side: readonly Token[], loose: Loose): readonly Move[] {
  if (loose.removed.length === 0 || loose.added.length === 0) return [];
  const [inBase, inSide] = [placesOfUnique(base), placesOfUnique(side)];
  const added = new Set(loose.added);
  return loose.removed.flatMap((from): readonly Move[] => {
    const key = base[from]?.key ?? '';
    const to = inSide.get(key);
    return inBase.get(key) === from && to !== undefined && added.has(to) ? [[from, to]] : [];
  });
}

function placesOfUnique(tokens: readonly Token[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  const repeated = new Set<string>();
  tokens.forEach(({ key }, at) => {
    if (places.has(key)) repeated.add(key);
    places.set(key, at);
  });
  for (const key of repeated) places.delete(key);
  return places;
}

function movedAndEdited(base: readonly Token[], side: readonly Token[], loose: Loose): readonly Move[] {
  if (loose.removed.length * loose.added.length > MAX_COMPARISONS) return [];
  const read = (tokens: readonly Token[], places: readonly number[]) =>
    places.flatMap((place) => {
      const token = tokens[place];
      const words = token === undefined ? new Set<string>() : wordsOf(token);
      return token !== undefined && words.size >= MIN_WORDS ? [{ place, words, kind: token.kind }] : [];
    });
  const added = read(side, loose.added);
  const taken = new Set<number>();
  return read(base, loose.removed).flatMap(({ place, words, kind }): readonly Move[] => {
    const found = added
      .filter((other) => other.kind === kind && !taken.has(other.place))
      .map((other) => ({ to: other.place, shared: similarity(words, other.words) }))
      .sort((a, b) => b.shared - a.shared)[0];
    if (found === undefined || found.shared < MOVED_AND_EDITED) return [];
    taken.add(found.to);
    return [[place, found.to]];
  });
}
