import { changesBetween } from './changes.ts';
import { type Entry, spanText } from './entries.ts';
import type { Region, Span, Versions } from './regions.ts';
import { similarity, type Token, wordsOf } from './tokens.ts';

/** Two tokens inserted at one place that share this part of their words are two versions of one thought. */
const SAME_THOUGHT = 0.6;
/** Items of a list say much the same (« Acheter du pain », « Acheter du lait ») and are two all the same. */
const SAME_ITEM = 0.85;
/** Above this many comparisons, what both inserted at one place is disputed. */
const MAX_COMPARISONS = 2_500;

/**
 * What both sides inserted at one place: both, theirs first, what they share once. Null when something of each says nearly
 * the same, names one footnote or fills one row of a table twice, or there is too much to tell: a person is asked.
 */
export function bothInserted(versions: Versions, region: Region): readonly Entry[] | null {
  const ours = versions.ours.slice(region.ours.start, region.ours.end);
  const theirs = versions.theirs.slice(region.theirs.start, region.theirs.end);
  if (sayTheSame(ours, theirs)) return null;
  const entries: Entry[] = [];
  const entry = entryAt(versions, region);
  let at = { theirs: 0, ours: 0 };
  const end = { baseStart: theirs.length, baseEnd: theirs.length };
  const last = { ...end, sideStart: ours.length, sideEnd: ours.length };
  const inTheirs = new Set(theirs.map(({ key }) => key));
  for (const change of [...changesBetween(theirs, ours), last]) {
    for (; at.theirs < change.baseStart; at = { theirs: at.theirs + 1, ours: at.ours + 1 })
      entries.push(entry({ theirs: oneAt(at.theirs), ours: oneAt(at.ours) }));
    if (change.baseStart < change.baseEnd)
      entries.push(entry({ theirs: { start: change.baseStart, end: change.baseEnd } }));
    for (let own = change.sideStart; own < change.sideEnd; own += 1)
      // What stands elsewhere among theirs, in another order, stands there.
      if (!inTheirs.has(ours[own]?.key ?? '')) entries.push(entry({ ours: oneAt(own) }));
    at = { theirs: change.baseEnd, ours: change.sideEnd };
  }
  return entries;
}

type Spans = { readonly ours?: Span; readonly theirs?: Span };

/** An entry of the region, from where its tokens stand among those inserted. */
function entryAt(versions: Versions, region: Region): (from: Spans) => Entry {
  const nowhere = { start: region.base.start, end: region.base.start };
  const moved = (by: number, span: Span | undefined): Span =>
    span === undefined ? nowhere : { start: by + span.start, end: by + span.end };
  return (from) => {
    const ours = moved(region.ours.start, from.ours);
    const theirs = moved(region.theirs.start, from.theirs);
    const text =
      from.theirs === undefined ? spanText(versions.ours, ours) : spanText(versions.theirs, theirs);
    return { base: nowhere, ours, theirs, parts: [{ kind: 'agreed', text }] };
  };
}

function oneAt(start: number): Span {
  return { start, end: start + 1 };
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
  if (a.token.kind === b.token.kind) {
    const { kind } = a.token;
    if (kind === 'definition' || kind === 'row') return nameOf(a.token) === nameOf(b.token);
    if (kind === 'item') return similarity(a.words, b.words) >= SAME_ITEM;
  }
  return similarity(a.words, b.words) >= SAME_THOUGHT;
}

/** What a footnote is called, or the first cell of a row. */
function nameOf({ kind, text }: Token): string {
  const [first = ''] = kind === 'row' ? text.trim().replace(/^\|/, '').split('|') : text.split(']:');
  return first.trim().toLowerCase();
}
