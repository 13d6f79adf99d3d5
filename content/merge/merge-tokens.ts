import { type BodyPart, pickChanged } from '#content/model/merge.ts';
import { bothInserted } from './both-inserted.ts';
import { crossingRegions } from './crossing-changes.ts';
import type { Entry } from './joined-text.ts';
import { alignedRegions, type Region } from './regions.ts';
import { type Span, spanText, type Token, tokenOf, type Versions } from './tokens.ts';

interface TokenVersions {
  readonly base: Token;
  readonly ours: Token;
  readonly theirs: Token;
}

/** How tokens of one kind of text are merged. */
export interface Merging {
  /** Merges three versions of one token by looking inside it; null when they do not go together. */
  readonly mergeInside: (versions: TokenVersions) => readonly BodyPart[] | null;
  /** What a token says, piece by piece: each is to be where one side put it, and in no second place. */
  readonly piecesOf: (token: Token) => readonly string[];
}

/**
 * The merge of three lists of tokens, stretch by stretch:
 * - changed by one side: that side's; by both alike: once;
 * - both inserted at one place: both, theirs first, what they share once; disputed when two of them say nearly the same;
 * - one token that both edited, or paragraphs that a side cut or joined: merged inside, by `mergeInside`;
 * - else (an edit against a deletion, or two rewritings): disputed;
 * - what one side moved, or counted anew, and the other changed as well: disputed wherever it stands.
 */
export function mergeTokens(versions: Versions, merging: Merging): readonly Entry[] {
  const regions = alignedRegions(versions);
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

/** Two neighbouring stretches as one. */
function together(first: Omit<Region, 'kind'>, last: Omit<Region, 'kind'>): Omit<Region, 'kind'> {
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
function asOne(versions: Versions, region: Region): TokenVersions | null {
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
