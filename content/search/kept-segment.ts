import { inflateSync } from 'node:zlib';
import { createBreathing } from './breathe.ts';
import type { DocumentSection } from './document.ts';
import type { Segment } from './segment.ts';
import type { BuiltSegment } from './segment-build.ts';
import { openSegmentFile, type SegmentFile } from './segment-file.ts';
import { mergeSegments } from './segment-merge.ts';

/**
 * A segment that can be searched, and the texts of its posts, in memory or in a file. Whoever made it holds it; the file is
 * closed when the last holder lets go, so that nobody who replaces a segment waits for its readers.
 */
export interface KeptSegment extends Omit<SegmentFile, 'close'> {
  hold(): void;
  letGo(): Promise<void>;
}

function held({ segment, text, close }: SegmentFile): KeptSegment {
  let holders = 1;
  return {
    segment,
    text,
    hold() {
      holders += 1;
    },
    async letGo() {
      holders -= 1;
      if (holders === 0) await close();
    },
  };
}

/** A segment that is in memory only. */
export function inMemory({ segment, texts }: BuiltSegment): KeptSegment {
  return held({
    segment,
    text: (document) => Promise.resolve(texts[document] ?? new Uint8Array()),
    close: () => Promise.resolve(),
  });
}

/** The segment of a file; null when there is none that can be used. */
export async function fromFile(file: string): Promise<KeptSegment | null> {
  try {
    const opened = await openSegmentFile(file);
    return opened === null ? null : held(opened);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
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

interface MergeOptions {
  /** Which posts go along, by segment and place in it. */
  readonly isKept: (segment: Segment, document: number) => boolean;
  /** Ends it, with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** One of several, with the posts that are kept only. */
export async function merged(
  kept: readonly KeptSegment[],
  { isKept, signal }: MergeOptions,
): Promise<BuiltSegment> {
  const rest = createBreathing();
  const breathe = () => {
    signal?.throwIfAborted();
    return rest();
  };
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
