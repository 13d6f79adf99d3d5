import { type BodyPart, pickChanged } from '../../model/merge.ts';
import { bothInserted } from './both-inserted.ts';
import { type Entry, spanText } from './entries.ts';
import { alignedRegions, type Region, type Span, type Versions } from './regions.ts';
import { type Token, tokenOf } from './tokens.ts';

interface TokenVersions {
  readonly base: Token;
  readonly ours: Token;
  readonly theirs: Token;
}

/** Merges three versions of one token by looking inside it; null when they do not go together. */
export type MergeInside = (versions: TokenVersions) => readonly BodyPart[] | null;

interface Merging {
  readonly mergeInside: MergeInside;
  /** Tokens that one side moved: deleted by the other, they are for a person to judge. */
  readonly moved: ReadonlySet<Token>;
}

/**
 * The merge of three lists of tokens, stretch by stretch:
 * - changed by one side: that side's; by both alike: once;
 * - both inserted at one place: both, theirs first, what they share once; disputed when two of them say nearly the same;
 * - one token that both edited, or paragraphs that a side cut or joined: merged inside, by `mergeInside`;
 * - else (an edit or a move against a deletion, or two rewritings): disputed.
 */
export function mergeTokens(versions: Versions, merging: Merging): readonly Entry[] {
  return alignedRegions(versions).flatMap((region): readonly Entry[] => {
    switch (region.kind) {
      case 'kept':
        return [keptEntry(versions, region)];
      case 'ours':
      case 'theirs':
        return [changedByOne(versions, region, { side: region.kind, ...merging })];
      case 'both':
        return bothChanged(versions, region, merging.mergeInside);
    }
  });
}

function keptEntry(versions: Versions, region: Region): Entry {
  const [base, ours, theirs] = [
    spanText(versions.base, region.base),
    spanText(versions.ours, region.ours),
    spanText(versions.theirs, region.theirs),
  ];
  const text = pickChanged(base, ours, theirs);
  if (text !== null) return { ...region, parts: agreed(text.value) };
  // Counted anew by both: what follows the numbers is the same.
  const [mine, other] = [ours, theirs].map((version) => version.replace(/^\s*\d+/, ''));
  return { ...region, parts: mine === other ? agreed(theirs) : null };
}

interface OneSide extends Merging {
  readonly side: 'ours' | 'theirs';
}

/** The other side may have changed blanks of the same token, which its key does not show. */
function changedByOne(versions: Versions, region: Region, { side, mergeInside, moved }: OneSide): Entry {
  const other = side === 'ours' ? 'theirs' : 'ours';
  const isGone = region[side].start === region[side].end;
  if (isGone && sliceOf(versions.base, region.base).some((token) => moved.has(token)))
    return { ...region, parts: null };
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

function bothChanged(versions: Versions, region: Region, mergeInside: MergeInside): readonly Entry[] {
  const base = sliceOf(versions.base, region.base);
  const ours = sliceOf(versions.ours, region.ours);
  const theirs = sliceOf(versions.theirs, region.theirs);
  if (isSameText(ours, theirs)) return [takenFrom(versions, region, 'theirs')];
  if (base.length === 0 && versions.base.length > 0)
    return bothInserted(versions, region) ?? [{ ...region, parts: null }];
  const one = asOne(versions, region);
  return [{ ...region, parts: one === null ? null : mergeInside(one) }];
}

/** One token of each version; paragraphs that one side cut or joined are one together. */
function asOne(versions: Versions, region: Region): TokenVersions | null {
  const base = together(versions.base, region.base);
  const ours = together(versions.ours, region.ours);
  const theirs = together(versions.theirs, region.theirs);
  return base === null || ours === null || theirs === null ? null : { base, ours, theirs };
}

function together(tokens: readonly Token[], span: Span): Token | null {
  const some = sliceOf(tokens, span);
  const [first, ...more] = some;
  if (first === undefined || more.length === 0) return first ?? null;
  return some.every(({ kind }) => kind === 'prose') ? tokenOf(spanText(tokens, span), 'prose') : null;
}

function isSameText(ours: readonly Token[], theirs: readonly Token[]): boolean {
  return ours.length === theirs.length && ours.every(({ text }, at) => text === theirs[at]?.text);
}

function sliceOf(tokens: readonly Token[], { start, end }: Span): readonly Token[] {
  return tokens.slice(start, end);
}
