import { inflateSync } from 'node:zlib';
import { createBreathing } from './breathe.ts';
import type { DocumentSection } from './document.ts';
import type { Segment } from './segment.ts';
import type { BuiltSegment } from './segment-build.ts';
import { openSegmentFile, type SegmentFile } from './segment-file.ts';
import { mergeSegments } from './segment-merge.ts';

/** A segment that can be searched, and the texts of its posts, in memory or in a file. */
export type KeptSegment = SegmentFile;

/** A segment that is in memory only. */
export function inMemory({ segment, texts }: BuiltSegment): KeptSegment {
  return {
    segment,
    text: (document) => Promise.resolve(texts[document] ?? new Uint8Array()),
    close: () => Promise.resolve(),
  };
}

/** The segment of a file; null when there is none that can be used. */
export async function fromFile(file: string): Promise<KeptSegment | null> {
  return openSegmentFile(file).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
}

/** The sections of one of its posts; null when its file no longer gives them. */
export async function sectionsIn(
  { text }: KeptSegment,
  document: number,
): Promise<readonly DocumentSection[] | null> {
  try {
    // Packed by segment-build.ts; a checksum of zlib's own is in the packing.
    return JSON.parse(inflateSync(await text(document)).toString('utf8')) as readonly DocumentSection[];
  } catch {
    return null;
  }
}

/** One of several, with the posts that are kept only: `isKept` tells them by segment and place in it. */
export async function merged(
  kept: readonly KeptSegment[],
  isKept: (segment: Segment, document: number) => boolean,
): Promise<BuiltSegment> {
  const breathe = createBreathing();
  const parts = kept.map(({ segment }) => ({
    segment,
    isKept: (document: number) => isKept(segment, document),
  }));
  const { segment, origins } = await mergeSegments(parts, breathe);
  const texts: Uint8Array[] = [];
  for (const { part, document } of origins) {
    texts.push((await kept[part]?.text(document)) ?? new Uint8Array());
    await breathe();
  }
  return { segment, texts };
}
