import { join } from 'node:path';
import { answerTo, type SearchAnswer } from './answer.ts';
import { fromFile, inMemory, type KeptSegment, merged, sectionsIn } from './kept-segment.ts';
import { createLostTexts } from './lost-texts.ts';
import { type SearchedContent, type SearchedPost, type SearchedView, WAITED_FOR } from './post-list.ts';
import type { Slice } from './rank.ts';
import { type Searched, searchedIn } from './searched.ts';
import { blobIdAt, countOf } from './segment.ts';
import type { BuiltSegment } from './segment-build.ts';
import { encodeSegment } from './segment-file.ts';
import { createTokenizer } from './tokens.ts';

export interface IndexProgress {
  /** Posts still to be read; 0 when all are found. */
  readonly left: number;
  /** Posts that only memory has: without a gentle stop the next start reads them again. */
  readonly unsaved: number;
}

export interface SearchIndexOptions {
  /** Where the index is kept from one start to the next; null where nothing may be written. */
  readonly folder: string | null;
  /** Reads posts and makes a segment of them, without holding up anybody; may end at once when the signal says so. */
  readonly build: (posts: readonly SearchedPost[], signal: AbortSignal) => Promise<BuiltSegment>;
  /** Writes a file whole and on disk, or not at all, in a folder that it makes when it is missing. */
  readonly write: (file: string, bytes: Uint8Array) => Promise<void>;
  /** Told whenever more was read, or kept. */
  readonly onProgress?: (progress: IndexProgress) => void;
  /** Some posts could not be indexed, or the file not be written; it is tried again when next there is a reason. */
  readonly onError: (error: unknown) => void;
}

/** Posts in one segment while many are indexed: their words are in memory at once. */
const BATCH = 400;
/** Segments of recent commits, past which they become one. */
const MAX_RECENT = 8;
/** Recent posts, past which all becomes one file again: this many, and this part of all. */
const MERGE_AFTER = 200;
const MERGE_PART = 0.05;

interface Held {
  readonly main: KeptSegment | null;
  /** The newest first. */
  readonly recent: readonly KeptSegment[];
}

interface Shown {
  readonly view: SearchedView;
  readonly segments: readonly KeptSegment[];
  readonly searched: readonly Searched[];
  readonly missing: number;
}

/**
 * The index of the full text of posts that are published, by blob id: a commit costs what it changed. It lies in two files,
 * a large one that is seldom written and one of what came since; whatever is wrong with them, it is made anew.
 *
 * A search waits at most for some new posts to be read; nothing here waits for a search.
 */
export function createSearchIndex({ folder, build, write, onProgress, onError }: SearchIndexOptions) {
  const files = folder === null ? null : { main: join(folder, 'main'), recent: join(folder, 'recent') };
  const tokenize = createTokenizer();
  const lost = createLostTexts();
  const closing = new AbortController();
  const { signal } = closing;
  let main: KeptSegment | null = null;
  let recent: readonly KeptSegment[] = [];
  let loading: Promise<void> | null = null;
  let running: Promise<void> = Promise.resolve();
  let tidying: Promise<void> | null = null;
  /** The content whose posts the last tidying kept. */
  let tidied: SearchedContent | null = null;
  let reached: SearchedContent | null = null;
  let shown: Shown | null = null;
  let isUnsaved = false;
  let left = 0;

  /** The newest first: of a post that is in two of them the first is taken. */
  const segments = (): readonly KeptSegment[] => (main === null ? recent : [...recent, main]);

  function load(): Promise<void> {
    loading ??= readFiles();
    return loading;
  }

  async function readFiles(): Promise<void> {
    if (files === null) return;
    main = await fromFile(files.main).catch(nothingAfter(onError));
    const last = await fromFile(files.recent).catch(nothingAfter(onError));
    if (last !== null) recent = [last];
  }

  /** Brings the index to a snapshot; one after the other, and only to what is newest by then. */
  function reach(snapshot: SearchedContent): Promise<void> {
    running = running.then(async () => {
      if (reached === snapshot) return;
      await load();
      if (!signal.aborted) await index(snapshot).catch(tellUnlessClosed);
    });
    return running;
  }

  async function index(snapshot: SearchedContent): Promise<void> {
    const wanted = new Map(snapshot.posts.filter(mayBeFound).map((post) => [post.revision, post]));
    const lookups = segments().map(lost.lookupIn);
    const isHeld = (blobId: string) => lookups.some((holds) => holds(blobId));
    const missing = [...wanted.values()].filter(({ revision }) => !isHeld(revision));
    for (let from = 0; from < missing.length; from += BATCH) {
      left = missing.length - from;
      tellProgress();
      const made = inMemory(await build(missing.slice(from, from + BATCH), signal));
      if (signal.aborted) return;
      recent = [made, ...recent];
      isUnsaved = true;
    }
    reached = snapshot;
    left = 0;
    tellProgress();
    tidying ??= tidy(snapshot, (blobId) => wanted.has(blobId))
      .then(tellProgress, tellUnlessClosed)
      .finally(() => {
        tidying = null;
      });
  }

  function tellProgress(): void {
    onProgress?.({ left, unsaved: isUnsaved ? countIn(recent) : 0 });
  }

  function tellUnlessClosed(error: unknown): void {
    if (!signal.aborted) onError(error);
  }

  /** The sections of a post; one whose text its file no longer gives is read anew from the repository. */
  async function readSections(kept: KeptSegment | undefined, document: number, snapshot: SearchedContent) {
    const sections = kept === undefined ? null : await sectionsIn(kept, document);
    if (sections !== null || kept === undefined) return sections;
    if (lost.note(kept, document)) {
      reached = null;
      void reach(snapshot);
    }
    return null;
  }

  /** Beside it posts are found, and new ones are read. */
  async function tidy(snapshot: SearchedContent, isWanted: (blobId: string) => boolean): Promise<void> {
    tidied = snapshot;
    const ofMain = main === null ? 0 : countOf(main.segment);
    const ofRecent = countIn(recent);
    const isKept = onlyOnce(isWanted);
    if (ofRecent > Math.max(MERGE_AFTER, ofMain * MERGE_PART)) await mergeAll(isKept);
    else if (recent.length > MAX_RECENT) {
      const parts = recent;
      const one = await merged(parts, { isKept, signal });
      replace(parts, { main, recent: [inMemory(one)] });
    }
  }

  async function mergeAll(isKept: ReturnType<typeof onlyOnce>): Promise<void> {
    const parts = segments();
    const one = await merged(parts, { isKept, signal });
    const written = files === null ? null : await writeTo(files.main, one);
    replace(parts, { main: written ?? inMemory(one), recent: [] });
    isUnsaved = written === null || recent.length > 0;
    if (files !== null && written !== null) await write(files.recent, new Uint8Array()).catch(onError);
  }

  /** What came since the parts were taken stays; searches under way end with what they began with. */
  function replace(parts: readonly KeptSegment[], by: Held): void {
    main = by.main;
    recent = [...recent.filter((segment) => !parts.includes(segment)), ...by.recent];
    shown = null;
    // What is wanted again since then was left out: a search that misses it has it read anew.
    if (reached !== tidied) reached = null;
    letGo(parts);
  }

  /** The segment as its file has it, its texts no longer in memory; null when it could not be written. */
  async function writeTo(file: string, { segment, texts }: BuiltSegment): Promise<KeptSegment | null> {
    try {
      await write(file, encodeSegment(segment, texts));
      return await fromFile(file);
    } catch (error) {
      onError(error);
      return null;
    }
  }

  function letGo(parts: readonly KeptSegment[]): void {
    for (const part of parts) part.letGo().catch(onError);
  }

  function shownNow(view: SearchedView): Shown {
    const now = segments();
    if (shown?.view === view && shown.segments.length === now.length && shown.segments[0] === now[0])
      return shown;
    const { searched, missing } = searchedIn(
      now.map(({ segment }) => segment),
      view,
    );
    shown = { view, segments: now, searched, missing };
    return shown;
  }

  async function answer(view: SearchedView, question: string, slice: Slice): Promise<SearchAnswer | null> {
    await load();
    let now = shownNow(view);
    if (now.missing > 0 && reached !== view.snapshot) {
      const reaching = reach(view.snapshot);
      if (now.missing > WAITED_FOR) return null;
      await reaching;
      now = shownNow(view);
    }
    if (signal.aborted) return null;
    const { segments: parts, searched } = now;
    for (const part of parts) part.hold();
    return answerTo(question, slice, {
      ...{ searched, view, tokenize },
      sections: (part, document) => readSections(parts[part], document, view.snapshot),
    }).finally(() => letGo(parts));
  }

  /** Keeps what came since the main file was written. */
  async function save(): Promise<void> {
    if (files === null || !isUnsaved || recent.length === 0) return;
    const { segment, texts } = await merged(recent, { isKept: onlyOnce(() => true) });
    await write(files.recent, encodeSegment(segment, texts));
  }

  return {
    /** Reads what the last start kept, before anybody asks. */
    load: (): void => void load(),

    /** Takes note of the newest content; what is new in it is indexed in the background. */
    notice: (snapshot: SearchedContent): void => void reach(snapshot),

    /**
     * The public posts of a view that a question finds, best first; null while the index is made, and once it is closed. A
     * post of the last commits is waited for.
     */
    search: answer,

    /** Resolves when what was noticed is indexed. */
    settled: (): Promise<void> => running,

    /** Keeps what the next start can use. Posts that are being read, and who waits for them, are let go of. */
    async close(): Promise<void> {
      closing.abort();
      await Promise.all([loading, running]);
      await tidying;
      await save().catch(onError);
      const parts = segments();
      main = null;
      recent = [];
      await Promise.all(parts.map((part) => part.letGo()));
    },
  };
}

function countIn(segments: readonly KeptSegment[]): number {
  return segments.reduce((sum, { segment }) => sum + countOf(segment), 0);
}

/** Drafts are not even indexed; what is dated in the future is, and shown from its second on. */
function mayBeFound({ isPublished, publishedAt }: SearchedPost): boolean {
  return isPublished && publishedAt !== null;
}

/** Of posts that are in two segments the first is kept. */
function onlyOnce(isWanted: (blobId: string) => boolean) {
  const seen = new Set<string>();
  return (segment: KeptSegment['segment'], document: number): boolean => {
    const blobId = blobIdAt(segment, document);
    if (!isWanted(blobId) || seen.has(blobId)) return false;
    seen.add(blobId);
    return true;
  };
}

function nothingAfter(onError: (error: unknown) => void): (error: unknown) => null {
  return (error) => {
    onError(error);
    return null;
  };
}
