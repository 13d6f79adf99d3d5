import { type SplitFile, splitPostFile } from '../../files/front-matter-split.ts';
import { sideOfRest } from './front-matter-rest.ts';
import { withLineEnd } from './line-ends.ts';
import { withLostComments } from './lost-comments.ts';
import { type Blocks, mergeBlocks } from './merge-front-matter.ts';

/** A file of a post, taken apart. */
interface CutFile {
  readonly bytes: Uint8Array;
  readonly split: SplitFile;
}

interface CutFiles {
  readonly base: CutFile;
  readonly ours: CutFile;
  readonly theirs: CutFile;
}

export type Carrier =
  /** A file that a merge's fields and body are to be written into: it holds all else of the front matter. */
  | { readonly kind: 'file'; readonly bytes: Uint8Array }
  /** Keys that Encrier does not know and that both changed, each to another value. */
  | { readonly kind: 'disputed'; readonly keys: readonly string[] };

/** The file to write a merge into; null when both changed a front matter that cannot be taken apart. */
export function mergeCarriers(files: CutFiles): Carrier | null {
  const blocks = blocksOf(files);
  const merged = mergeBlocks(blocks);
  if (merged?.kind === 'disputed') return merged;
  if (merged === null) {
    const side = sideOfRest(blocks);
    return side === null ? null : { kind: 'file', bytes: files[side].bytes };
  }
  const [base, ours, theirs] = [files.base, files.ours, files.theirs].map(fencesOf);
  const isOurs = base === theirs && ours !== base;
  return { kind: 'file', bytes: withBlock(isOurs ? files.ours : files.theirs, merged.block) };
}

/** The merged file with every comment that a side wrote; null when one would be lost. */
export function withAllComments(bytes: Uint8Array, files: CutFiles): Uint8Array | null {
  const split = splitPostFile(bytes);
  if (split.kind === 'fault') return null;
  const block = withLostComments(split.block, blocksOf(files));
  if (block === split.block) return bytes;
  return block === null ? null : withBlock({ bytes, split }, block);
}

function blocksOf({ base, ours, theirs }: CutFiles): Blocks {
  return { base: base.split.block, ours: ours.split.block, theirs: theirs.split.block };
}

function withBlock({ bytes, split }: CutFile, block: string): Uint8Array {
  const written = Buffer.from(withLineEnd(block, split.lineEnd), 'utf8');
  return Buffer.concat([bytes.subarray(0, split.blockStart), written, bytes.subarray(split.blockEnd)]);
}

/** How the lines around a front matter are written; the body between the two is not looked at. */
function fencesOf({ bytes, split }: CutFile): string {
  const [opening, closing] = [
    bytes.subarray(0, split.blockStart),
    bytes.subarray(split.blockEnd, split.bodyStart),
  ].map((fence) => Buffer.from(fence).toString('utf8').replaceAll('\r\n', '\n'));
  return `${opening}${closing}`.replace('\ufeff', '');
}
