import { Worker } from 'node:worker_threads';
import type { ImageInfo } from '../model/image.ts';
import type { RenderedMarkdown } from '../model/markdown/rendered.ts';
import type { SnapshotPost } from '../model/snapshot.ts';
import { createBreathing } from '../search/breathe.ts';
import { type SearchDocument, sectionsOf } from '../search/document.ts';
import { type BuiltSegment, createSegmentBuilder } from '../search/segment-build.ts';
import { createTokenizer } from '../search/tokens.ts';

/** More posts than this, or longer texts in all, are read in a thread of their own: readers would wait. */
const THREAD_FROM_POSTS = 8;
const THREAD_FROM_LENGTH = 48 * 1024;

/** A post as the thread is given it. */
export interface UnreadDocument extends Omit<SearchDocument, 'sections'> {
  /** Markdown. */
  readonly body: string;
}

interface SegmentsOptions {
  readonly body: (post: SnapshotPost) => Promise<string>;
  readonly markdown: (source: string, images: ReadonlyMap<string, ImageInfo>) => Promise<RenderedMarkdown>;
  /** The built search-worker.ts. */
  readonly workerUrl: URL;
  readonly onError: (error: unknown) => void;
}

/**
 * Makes parts of the search’s index: a few posts here, many in a thread. A post whose text cannot be read is left out,
 * and so tried again with the next commit.
 */
export function createSearchSegments({ body, markdown, workerUrl, onError }: SegmentsOptions) {
  const tokenize = createTokenizer();

  async function unread(posts: readonly SnapshotPost[]): Promise<readonly UnreadDocument[]> {
    const breathe = createBreathing();
    const documents: UnreadDocument[] = [];
    for (const post of posts) {
      const { title, tags, category, excerpt, revision: blobId } = post;
      const text = await body(post).catch(onError);
      if (typeof text === 'string') documents.push({ blobId, title, tags, category, excerpt, body: text });
      await breathe();
    }
    return documents;
  }

  async function buildHere(documents: readonly UnreadDocument[]): Promise<BuiltSegment> {
    const breathe = createBreathing();
    const builder = createSegmentBuilder(tokenize);
    for (const { body: source, ...document } of documents) {
      builder.add({ ...document, sections: sectionsOf(await markdown(source, new Map())) });
      await breathe();
    }
    return builder.finish();
  }

  return async (posts: readonly SnapshotPost[]): Promise<BuiltSegment> => {
    const documents = await unread(posts);
    const length = documents.reduce((sum, { body: { length: own } }) => sum + own, 0);
    if (documents.length <= THREAD_FROM_POSTS && length <= THREAD_FROM_LENGTH) return buildHere(documents);
    return buildApart(workerUrl, documents).catch((error: unknown) => {
      onError(error);
      return buildHere(documents);
    });
  };
}

/** One thread for some hundreds of posts, ended afterwards: its memory goes back with it. */
function buildApart(workerUrl: URL, documents: readonly UnreadDocument[]): Promise<BuiltSegment> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerUrl, { resourceLimits: { maxOldGenerationSizeMb: 512 } });
    worker.once('message', (built: BuiltSegment) => {
      resolve(built);
      void worker.terminate();
    });
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`search thread ended with code ${code}`))); // Settled already when it had answered.
    worker.postMessage(documents);
  });
}
