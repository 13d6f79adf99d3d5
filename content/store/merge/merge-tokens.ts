import { type BodyPart, pickChanged } from '../../model/merge.ts';
import { changesBetween } from './changes.ts';
import { type Entry, spanText } from './entries.ts';
import { alignedRegions, type Region, type Span, type Versions } from './regions.ts';
import { similarity, type Token, wordsOf } from './tokens.ts';

/** Two tokens inserted at one place that share this part of their words are two versions of one thought. */
const SAME_THOUGHT = 0.6;
/** Above this many comparisons, what both inserted at one place is disputed. */
const MAX_COMPARISONS = 2_500;

export interface TokenVersions {
  readonly base: Token;
  readonly ours: Token;
  readonly theirs: Token;
}

/** Merges three versions of one token by looking inside it; null when they do not go together. */
export type MergeInside = (versions: TokenVersions) => readonly BodyPart[] | null;

/**
 * The merge of three lists of tokens, stretch by stretch:
 * - changed by one side: that side's; by both alike: once;
 * - both inserted at one place: both, theirs first, what they share once; disputed when two of them say nearly the same;
 * - one token that both edited: merged inside, by `mergeInside`;
 * - else (an edit against a deletion, or two rewritings): disputed.
 */
export function mergeTokens(versions: Versions, mergeInside: MergeInside): readonly Entry[] {
  return alignedRegions(versions).flatMap((region): readonly Entry[] => {
    switch (region.kind) {
      case 'kept':
        return [keptEntry(versions, region)];
      case 'ours':
      case 'theirs':
        return [changedByOne(versions, region, { side: region.kind, mergeInside })];
      case 'both':
        return bothChanged(versions, region, mergeInside);
    }
  });
}

function keptEntry(versions: Versions, region: Region): Entry {
  const text = pickChanged(
    spanText(versions.base, region.base),
    spanText(versions.ours, region.ours),
    spanText(versions.theirs, region.theirs),
  );
  return { ...region, parts: text === null ? null : agreed(text.value) };
}

interface OneSide {
  readonly side: 'ours' | 'theirs';
  readonly mergeInside: MergeInside;
}

/** The other side may have changed blanks of the same token, which its key does not show. */
function changedByOne(versions: Versions, region: Region, { side, mergeInside }: OneSide): Entry {
  const other = side === 'ours' ? 'theirs' : 'ours';
  const isSame = spanText(versions[other], region[other]) === spanText(versions.base, region.base);
  const one = isSame ? null : oneOfEach(versions, region);
  return one === null ? takenFrom(versions, region, side) : { ...region, parts: mergeInside(one) };
}

function takenFrom(versions: Versions, region: Region, side: 'ours' | 'theirs'): Entry {
  return { ...region, parts: agreed(spanText(versions[side], region[side])) };
}

function agreed(text: string): readonly BodyPart[] {
  return text === '' ? [] : [{ kind: 'agreed', text }];
}

function bothChanged(versions: Versions, region: Region, mergeInside: MergeInside): readonly Entry[] {
  const base = sliceOf(versions.base, region.base);
  const ours = sliceOf(versions.ours, region.ours);
  const theirs = sliceOf(versions.theirs, region.theirs);
  if (isSameText(ours, theirs)) return [takenFrom(versions, region, 'theirs')];
  if (base.length === 0) return bothInserted(versions, region) ?? [{ ...region, parts: null }];
  const one = oneOfEach(versions, region);
  return [{ ...region, parts: one === null ? null : mergeInside(one) }];
}

function oneOfEach(versions: Versions, region: Region): TokenVersions | null {
  const base = sliceOf(versions.base, region.base);
  const ours = sliceOf(versions.ours, region.ours);
  const theirs = sliceOf(versions.theirs, region.theirs);
  const [inBase, inOurs, inTheirs] = [base[0], ours[0], theirs[0]];
  if (base.length + ours.length + theirs.length !== 3 || !inBase || !inOurs || !inTheirs) return null;
  return { base: inBase, ours: inOurs, theirs: inTheirs };
}

function bothInserted(versions: Versions, region: Region): readonly Entry[] | null {
  const ours = sliceOf(versions.ours, region.ours);
  const theirs = sliceOf(versions.theirs, region.theirs);
  if (versions.base.length === 0 || sayTheSame(ours, theirs)) return null;
  const nowhere = { start: region.base.start, end: region.base.start };
  const entry = (from: { readonly ours?: Span; readonly theirs?: Span }): Entry => {
    const spans = { base: nowhere, ours: from.ours ?? nowhere, theirs: from.theirs ?? nowhere };
    const text = from.theirs ? spanText(versions.theirs, from.theirs) : spanText(versions.ours, spans.ours);
    return { ...spans, parts: agreed(text) };
  };
  const within = (offset: number, start: number, end: number): Span => ({
    start: offset + start,
    end: offset + end,
  });
  const entries: Entry[] = [];
  let at = { theirs: 0, ours: 0 };
  const last = {
    baseStart: theirs.length,
    baseEnd: theirs.length,
    sideStart: ours.length,
    sideEnd: ours.length,
  };
  for (const change of [...changesBetween(theirs, ours), last]) {
    for (; at.theirs < change.baseStart; at = { theirs: at.theirs + 1, ours: at.ours + 1 }) {
      entries.push(
        entry({
          theirs: within(region.theirs.start, at.theirs, at.theirs + 1),
          ours: within(region.ours.start, at.ours, at.ours + 1),
        }),
      );
    }
    if (change.baseStart < change.baseEnd)
      entries.push(entry({ theirs: within(region.theirs.start, change.baseStart, change.baseEnd) }));
    if (change.sideStart < change.sideEnd)
      entries.push(entry({ ours: within(region.ours.start, change.sideStart, change.sideEnd) }));
    at = { theirs: change.baseEnd, ours: change.sideEnd };
  }
  return entries;
}

/** Whether something of each list is a version of one text, or the lists are too long to tell. */
function sayTheSame(ours: readonly Token[], theirs: readonly Token[]): boolean {
  if (ours.length * theirs.length > MAX_COMPARISONS) return true;
  const words = theirs.map(wordsOf);
  return ours.some((token) => {
    const own = wordsOf(token);
    return theirs.some(
      ({ key }, at) => key !== token.key && similarity(own, words[at] ?? new Set()) >= SAME_THOUGHT,
    );
  });
}

function isSameText(ours: readonly Token[], theirs: readonly Token[]): boolean {
  return ours.length === theirs.length && ours.every(({ text }, at) => text === theirs[at]?.text);
}

function sliceOf(tokens: readonly Token[], { start, end }: Span): readonly Token[] {
  return tokens.slice(start, end);
}
