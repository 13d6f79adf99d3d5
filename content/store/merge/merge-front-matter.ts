import { diff3Merge } from 'node-diff3';
import { pickChanged } from '../../model/merge.ts';
import { type BlockEntries, type BlockEntry, splitEntries } from './front-matter-entries.ts';

/** The three front matters of a merge, without their fences. */
export interface Blocks {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

export type MergedBlock =
  /** Lines end with a line feed. Fields that both changed are as in theirs: their values are for `mergeFields`. */
  | { readonly kind: 'merged'; readonly block: string }
  /** Keys that Encrier does not know and that both changed, each to another value. */
  | { readonly kind: 'disputed'; readonly keys: readonly string[] };

/**
 * Two front matters in one, key by key: each is as the side that changed it wrote it, with the comments above it of both.
 * Null when one cannot be taken apart, or the result would not say what it should.
 */
export function mergeBlocks(blocks: Blocks): MergedBlock | null {
  const [base, ours, theirs] = [blocks.base, blocks.ours, blocks.theirs].map(splitEntries);
  if (!base || !ours || !theirs) return null;
  const versions = versionsOf({ base, ours, theirs });
  const keys = versions.filter((version) => pickedMeaning(version) === null).map(({ name }) => name);
  if (keys.length > 0) return { kind: 'disputed', keys };
  const tail = mergedLead(base.tail, ours.tail, theirs.tail);
  const block = versions.map(mergedEntry).join('') + tail;
  return says(block, versions) ? { kind: 'merged', block } : null;
}

interface Splits {
  readonly base: BlockEntries;
  readonly ours: BlockEntries;
  readonly theirs: BlockEntries;
}

interface Versions {
  readonly name: string;
  readonly base: BlockEntry | null;
  readonly ours: BlockEntry | null;
  readonly theirs: BlockEntry | null;
}

/** Every key of the three, in the order of the result. */
function versionsOf({ base, ours, theirs }: Splits): readonly Versions[] {
  const [inBase, mine, other] = [base, ours, theirs].map(
    ({ entries }) => new Map(entries.map((entry) => [entry.name, entry])),
  );
  if (!inBase || !mine || !other) return [];
  const names = orderOfAll([...inBase.keys()], [...mine.keys()], [...other.keys()]);
  return names.map((name) => ({
    name,
    base: inBase.get(name) ?? null,
    ours: mine.get(name) ?? null,
    theirs: other.get(name) ?? null,
  }));
}

type Names = readonly string[];

/** As in theirs, or in ours when only we changed the order; what the other has alone is after what it follows there. */
function orderOfAll(base: Names, ours: Names, theirs: Names): Names {
  const [mine, other] = [new Set(ours), new Set(theirs)];
  const common = new Set(base.filter((name) => mine.has(name) && other.has(name)));
  const orderOf = (names: Names): string => JSON.stringify(names.filter((name) => common.has(name)));
  const isOurs = orderOf(theirs) === orderOf(base) && orderOf(ours) !== orderOf(base);
  const [guide, guest, inGuide] = isOurs ? [ours, theirs, mine] : [theirs, ours, other];
  const after = new Map<string | null, string[]>();
  let before: string | null = null;
  for (const name of guest) {
    if (inGuide.has(name)) before = name;
    else after.set(before, [...(after.get(before) ?? []), name]);
  }
  return [...(after.get(null) ?? []), ...guide.flatMap((name) => [name, ...(after.get(name) ?? [])])];
}

/** What a key of ours says is for `mergeFields`; null: both changed a key that Encrier does not know. */
function pickedMeaning({ base, ours, theirs }: Versions): { readonly value: string | null } | null {
  const meaningOf = (entry: BlockEntry | null): string | null => entry?.meaning ?? null;
  const picked = pickChanged(meaningOf(base), meaningOf(ours), meaningOf(theirs));
  const isField = [base, ours, theirs].some((entry) => entry?.isField === true);
  return picked ?? (isField ? { value: meaningOf(theirs) ?? meaningOf(ours) } : null);
}

function mergedEntry(versions: Versions): string {
  const { base, ours, theirs } = versions;
  const lines = mergedLines(versions);
  // Its comments go with a key that a side removed; those that the other wrote since are put back by withLostComments.
  if (lines === null) return '';
  if (ours === null || theirs === null || base === null)
    return ours !== null && theirs !== null
      ? mergedLead('', ours.lead, theirs.lead) + lines
      : ((theirs ?? ours)?.lead ?? '') + lines;
  return mergedLead(base.lead, ours.lead, theirs.lead) + lines;
}

/** As written by the side that changed what it says, else by the one that changed how. */
function mergedLines(versions: Versions): string | null {
  const { base, ours, theirs } = versions;
  const linesIn = (entry: BlockEntry | null): string | null => entry?.lines ?? null;
  const picked = pickChanged(linesIn(base), linesIn(ours), linesIn(theirs));
  if (picked !== null) return picked.value;
  const meaning = pickedMeaning(versions)?.value ?? null;
  if (meaning === null) return null;
  return [theirs, ours].find((entry) => entry?.meaning === meaning)?.lines ?? null;
}

/** The lines above a key: of both, where both changed them. */
function mergedLead(base: string, ours: string, theirs: string): string {
  const picked = pickChanged(base, ours, theirs);
  if (picked !== null) return picked.value;
  const lines = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const regions = diff3Merge(lines(ours), lines(base), lines(theirs), { excludeFalseConflicts: true });
  return regions
    .flatMap(({ ok, conflict }) => {
      if (conflict === undefined) return ok ?? [];
      return [...conflict.b, ...conflict.a.filter((line) => !conflict.b.includes(line))];
    })
    .join('');
}

function says(block: string, versions: readonly Versions[]): boolean {
  const split = splitEntries(block);
  if (split === null) return false;
  const said = new Map(split.entries.map(({ name, meaning }) => [name, meaning]));
  return versions.every(
    (version) => (said.get(version.name) ?? null) === (pickedMeaning(version)?.value ?? null),
  );
}
