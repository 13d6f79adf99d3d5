import { similarity } from '../model/difference/pairs-alike.ts';
import { type BodyPart, pickChanged, type ThreeWay } from '../model/merge.ts';
import { crossingRegions } from './crossing-changes.ts';
import type { Entry } from './joined-text.ts';
import { standTogether } from './paragraphs.ts';
import { alignedRegions, type Region } from './regions.ts';
import { type Span, spanText, type Token, tokenOf, type Versions, wordsOf } from './tokens.ts';

/** How tokens of one kind of text are merged. */
export interface Merging {
  /** Merges three versions of one token by looking inside it; null when they do not go together. */
  readonly mergeInside: (versions: ThreeWay<Token>) => readonly BodyPart[] | null;
  /** What a token says, piece by piece: each is to be where one side put it, and in no second place. */
  readonly piecesOf: (token: Token) => readonly string[];
}

/**
 * The merge of three lists of tokens, stretch by stretch:
 * - changed by one side: that side's; by both alike: once;
 * - both inserted at one place, and took nothing away there: both, theirs first, what they share once; disputed when two of them say nearly the same;
 * - one token that both edited, or paragraphs that a side cut or joined: merged inside, by `mergeInside`;
 * - else (an edit against a deletion, or two rewritings): disputed;
 * - what one side moved, or counted anew, and the other changed as well: disputed wherever it stands.
 */
export function mergeTokens(versions: Versions, merging: Merging): readonly Entry[] {
  const regions = withRewritings(versions, alignedRegions(versions));
  const merged = regions.map((region) => mergedRegion(versions, region, merging));
  const asked = merged.map((entries) => entries.some(isAsked));
  const crossing = crossingRegions({ versions, regions, asked, piecesOf: merging.piecesOf });
  const entries: Entry[] = [];
  let question: Entry | null = null;
  regions.forEach((region, at) => {
    if (crossing.has(at) && !isSameText(versions, region)) {
      if (question !== null) entries.pop();
      question = { ...together(question ?? region, region), parts: null };
      entries.push(question);
    } else {
      question = null;
      entries.push(...(merged[at] ?? []));
    }
  });
  return entries;
}

/** The same stretches, where what both added is one with what both took away there: two rewritings, and not two additions. */
function withRewritings(versions: Versions, regions: readonly Region[]): readonly Region[] {
  const joined: Region[] = [];
  let added: Region | null = null;
  for (const region of regions) {
    if (added !== null && isTakenAway(region)) {
      added = { kind: 'both', ...together(added, region) };
      joined.splice(-1, 1, added);
      continue;
    }
    added = region.kind === 'both' && isNothing(region.base) && !isSameText(versions, region) ? region : null;
    joined.push(region);
  }
  return joined;
}

function isNothing({ start, end }: Span): boolean {
  return start === end;
}

/** By both sides. */
function isTakenAway({ base, ours, theirs }: Region): boolean {
  return !isNothing(base) && isNothing(ours) && isNothing(theirs);
}

/** Two neighbouring stretches as one. */
function together(first: ThreeWay<Span>, last: ThreeWay<Span>): ThreeWay<Span> {
  return {
    base: { start: first.base.start, end: last.base.end },
    ours: { start: first.ours.start, end: last.ours.end },
    theirs: { start: first.theirs.start, end: last.theirs.end },
  };
}

function isAsked({ parts }: Entry): boolean {
  return parts === null || parts.some(({ kind }) => kind === 'disputed');
}

function mergedRegion(versions: Versions, region: Region, merging: Merging): readonly Entry[] {
  switch (region.kind) {
    case 'kept':
      return [keptEntry(versions, region)];
    case 'ours':
    case 'theirs':
      return [changedByOne(versions, region, { side: region.kind, ...merging })];
    case 'both':
      return bothChanged(versions, region, merging);
  }
}

/** The same words in three versions, whose blanks may differ. */
function keptEntry(versions: Versions, region: Region): Entry {
  const text = pickChanged(
    spanText(versions.base, region.base),
    spanText(versions.ours, region.ours),
    spanText(versions.theirs, region.theirs),
  );
  return { ...region, parts: text === null ? null : agreed(text.value) };
}

interface OneSide extends Merging {
  readonly side: 'ours' | 'theirs';
}

/** The other side may have changed blanks of the same token, which its key does not show. */
function changedByOne(versions: Versions, region: Region, { side, mergeInside }: OneSide): Entry {
  const other = side === 'ours' ? 'theirs' : 'ours';
  const isSame = spanText(versions[other], region[other]) === spanText(versions.base, region.base);
  const one = isSame ? null : asOne(versions, region);
  return one === null ? takenFrom(versions, region, side) : { ...region, parts: mergeInside(one) };
}

function takenFrom(versions: Versions, region: Region, side: 'ours' | 'theirs'): Entry {
  return { ...region, parts: agreed(spanText(versions[side], region[side])) };
}

function agreed(text: string): readonly BodyPart[] {
  return text === '' ? [] : [{ kind: 'agreed', text }];
}

function bothChanged(
  versions: Versions,
  region: Region,
  { mergeInside, piecesOf }: Merging,
): readonly Entry[] {
  if (isSameText(versions, region)) return [takenFrom(versions, region, 'theirs')];
  if (region.base.start === region.base.end && versions.base.length > 0)
    return bothInserted(versions, region, piecesOf) ?? [{ ...region, parts: null }];
  const one = asOne(versions, region);
  return [{ ...region, parts: one === null ? null : mergeInside(one) }];
}

/** One token of each version; paragraphs that one side cut or joined are one together. */
function asOne(versions: Versions, region: Region): ThreeWay<Token> | null {
  const base = oneOf(versions.base, region.base);
  const ours = oneOf(versions.ours, region.ours);
  const theirs = oneOf(versions.theirs, region.theirs);
  return base === null || ours === null || theirs === null ? null : { base, ours, theirs };
}

function oneOf(tokens: readonly Token[], span: Span): Token | null {
  const some = tokens.slice(span.start, span.end);
  const [first, ...more] = some;
  if (first === undefined || more.length === 0) return first ?? null;
  return some.every(({ kind }) => kind === 'prose') ? tokenOf(spanText(tokens, span), 'prose') : null;
}

function isSameText(versions: Versions, region: Region): boolean {
  return spanText(versions.ours, region.ours) === spanText(versions.theirs, region.theirs);
}

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
function bothInserted(
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
