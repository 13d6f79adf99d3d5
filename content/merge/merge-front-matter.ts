import { CST, Lexer } from 'yaml';
import { isFrontMatterField } from '#content/files/front-matter-fields.ts';
import { type SplitFile, splitPostFile } from '#content/files/front-matter-split.ts';
import { meaningBeside, readYamlMapping } from '#content/files/yaml-document.ts';
import { linesOf } from '#content/files/yaml-places.ts';
import { pickChanged, type ThreeWay } from '#content/model/merge.ts';
import { ALL_FIELDS } from '#content/model/post-fields.ts';
import { withLineEnd } from './line-ends.ts';

/** A file of a post, taken apart. */
interface CutFile {
  readonly bytes: Uint8Array;
  readonly split: SplitFile;
}

export type MergedFrontMatter =
  /** A file that the merge's fields and body are to be written into: it holds all else of the front matter. */
  | { readonly kind: 'file'; readonly bytes: Uint8Array }
  /** Both changed keys that Encrier does not know, each to another value ({@link keysOfOurs}). */
  | { readonly kind: 'disputed' };

/**
 * Two front matters in one: that of the side that changed it, else key by key, each as the side that changed it wrote it.
 * Fields that both changed are as in theirs: their values are for `mergeFields`. Null when both changed one that cannot be
 * taken apart by key.
 */
export function mergeFrontMatter(files: ThreeWay<CutFile>): MergedFrontMatter | null {
  const [base, ours, theirs] = [files.base, files.ours, files.theirs].map(blockOf);
  if (base === undefined || ours === undefined || theirs === undefined) return null;
  const picked = pickChanged(base, ours, theirs);
  const merged = picked === null ? mergeKeys({ base, ours, theirs }) : picked.value;
  if (merged === null || typeof merged === 'object') return merged;
  const fences = pickChanged(fencesOf(files.base), fencesOf(files.ours), fencesOf(files.theirs));
  const side = fences === null || fences.value === fencesOf(files.theirs) ? files.theirs : files.ours;
  return { kind: 'file', bytes: withBlock(side, merged) };
}

/** The keys that Encrier does not know and that ours changed, to another value than theirs: a file of theirs does not have it. */
export function keysOfOurs({
  base,
  ours,
  theirs,
}: ThreeWay<Uint8Array, Uint8Array | null>): readonly string[] {
  const before = base === null ? null : unknownMeanings(base);
  const [mine, other] = [unknownMeanings(ours), unknownMeanings(theirs)];
  return [...new Set([...(before ?? other).keys(), ...mine.keys()])].filter((key) => {
    const said = mine.get(key);
    return said !== other.get(key) && (before === null || said !== before.get(key));
  });
}

function unknownMeanings(bytes: Uint8Array): ReadonlyMap<string, string> {
  const split = splitPostFile(bytes);
  const mapping = split.kind === 'fault' ? split : readYamlMapping(split.block);
  if (mapping.kind !== 'mapping') return new Map();
  return new Map(
    mapping.entries.flatMap(({ name, pair }) => {
      const isKnown = name === null || ALL_FIELDS.some((field) => field === name);
      return isKnown ? [] : [[name, meaningBeside(pair, null, mapping.aliases)]];
    }),
  );
}

/**
 * The merged file, with the comments that a side wrote and that the merge has no place for (both wrote one about a key, or
 * the key is gone) at the end of its front matter.
 */
export function withAllComments(bytes: Uint8Array, { base, ours, theirs }: ThreeWay<CutFile>): Uint8Array {
  const split = splitPostFile(bytes);
  if (split.kind === 'fault') return bytes;
  const known = new Set([...commentsIn(base.split.block), ...commentsIn(split.block)]);
  const lost = [theirs, ours]
    .flatMap((side) => commentsIn(side.split.block))
    .filter((comment) => !known.has(comment));
  if (lost.length === 0) return bytes;
  return withBlock(
    { bytes, split },
    split.block + [...new Set(lost)].map((comment) => `${comment}\n`).join(''),
  );
}

function blockOf({ split }: CutFile): string {
  return split.block.replaceAll('\r\n', '\n');
}

function withBlock({ bytes, split }: CutFile, block: string): Uint8Array {
  const written = Buffer.from(withLineEnd(block, split.lineEnd), 'utf8');
  return Buffer.concat([bytes.subarray(0, split.blockStart), written, bytes.subarray(split.blockEnd)]);
}

/** How the lines around a front matter are written; the body between the two is not looked at. */
function fencesOf({ bytes, split }: CutFile): string {
  const opening = Buffer.from(bytes.subarray(0, split.blockStart)).toString('utf8');
  const closing = Buffer.from(bytes.subarray(split.blockEnd, split.bodyStart)).toString('utf8');
  return `${opening}${closing}`.replaceAll('\r\n', '\n').replace('\ufeff', '');
}

/** The comments of a piece of YAML, each from its # to the end of its line. A # inside of a text is none. */
export function commentsIn(yaml: string): readonly string[] {
  const comments: string[] = [];
  let previous = '';
  for (const lexeme of new Lexer().lex(yaml)) {
    if (previous !== CST.SCALAR && lexeme.startsWith('#')) comments.push(lexeme.trimEnd());
    previous = lexeme;
  }
  return comments;
}

/** One key of a front matter, in whole lines that end with a line feed. */
interface BlockEntry {
  readonly isField: boolean;
  /** Comments and blank lines above it: they are about this key. */
  readonly lead: string;
  readonly lines: string;
  /** What the key says, however it is written. */
  readonly meaning: string;
}

/** A front matter taken apart: leads and lines in order, then the tail, are the text. */
interface BlockEntries {
  readonly entries: ReadonlyMap<string, BlockEntry>;
  readonly tail: string;
}

/** Takes a front matter apart by key; null when keys share lines (`{ … }`), or one is no text. */
function splitEntries(block: string): BlockEntries | null {
  const mapping = readYamlMapping(block);
  if (mapping.kind !== 'mapping' || mapping.map.flow === true) return null;
  const entries = new Map<string, BlockEntry>();
  let at = 0;
  for (const entry of mapping.entries) {
    const { start, end } = linesOf(block, entry.pair);
    if (entry.name === null || start < at || !block.slice(start, end).endsWith('\n')) return null;
    entries.set(entry.name, {
      isField: isFrontMatterField(entry.name),
      lead: block.slice(at, start),
      lines: block.slice(start, end),
      meaning: meaningBeside(entry.pair, null, mapping.aliases),
    });
    at = end;
  }
  return { entries, tail: block.slice(at) };
}

function mergeKeys(
  blocks: ThreeWay<string>,
): string | Extract<MergedFrontMatter, { kind: 'disputed' }> | null {
  const [base, ours, theirs] = [blocks.base, blocks.ours, blocks.theirs].map(splitEntries);
  if (!base || !ours || !theirs) return null;
  const versions = orderOfAll([...theirs.entries.keys()], [...ours.entries.keys()]).map((name) => ({
    name,
    base: base.entries.get(name) ?? null,
    ours: ours.entries.get(name) ?? null,
    theirs: theirs.entries.get(name) ?? null,
  }));
  if (versions.some((version) => pickedMeaning(version) === null)) return { kind: 'disputed' };
  const block = versions.map(mergedEntry).join('') + picked(base.tail, ours.tail, theirs.tail);
  return says(block, versions) ? block : null;
}

/** As in theirs; what ours has alone is after what it follows there. */
function orderOfAll(theirs: readonly string[], ours: readonly string[]): readonly string[] {
  const names = [...theirs];
  const known = new Set(theirs);
  ours.forEach((name, at) => {
    const before = ours[at - 1];
    if (!known.has(name)) names.splice(before === undefined ? 0 : names.indexOf(before) + 1, 0, name);
  });
  return names;
}

interface Versions extends ThreeWay<BlockEntry | null> {
  readonly name: string;
}

/** What a key of ours says is for `mergeFields`; null: both changed a key that Encrier does not know. */
function pickedMeaning({ base, ours, theirs }: Versions): { readonly value: string | null } | null {
  const meaningOf = (entry: BlockEntry | null): string | null => entry?.meaning ?? null;
  const meaning = pickChanged(meaningOf(base), meaningOf(ours), meaningOf(theirs));
  const isField = [base, ours, theirs].some((entry) => entry?.isField === true);
  return meaning ?? (isField ? { value: meaningOf(theirs) ?? meaningOf(ours) } : null);
}

/** As written by the side that changed what it says, else by the one that changed how; with the comments above it. */
function mergedEntry(versions: Versions): string {
  const { base, ours, theirs } = versions;
  const meaning = pickedMeaning(versions)?.value ?? null;
  if (meaning === null) return '';
  const lines = pickChanged(base?.lines, ours?.lines, theirs?.lines)?.value;
  const written = [theirs, ours].find((entry) => entry?.meaning === meaning)?.lines ?? '';
  const lead = picked(base?.lead ?? '', (ours ?? theirs)?.lead ?? '', (theirs ?? ours)?.lead ?? '');
  return lead + (lines ?? written);
}

/** Of lines that both changed, theirs. */
function picked(base: string, ours: string, theirs: string): string {
  return pickChanged(base, ours, theirs)?.value ?? theirs;
}

function says(block: string, versions: readonly Versions[]): boolean {
  const said = splitEntries(block)?.entries;
  return (
    said !== undefined &&
    versions.every(
      (version) => (said.get(version.name)?.meaning ?? null) === (pickedMeaning(version)?.value ?? null),
    )
  );
}
