import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { createMarkdownRenderer } from '../model/markdown/render.ts';
import { createBreathing } from '../search/breathe.ts';
import { sectionsOf } from '../search/document.ts';
import { changedPosts, type SearchedContent, type SearchedPost, searchedView } from '../search/post-list.ts';
import { createSearchIndex } from '../search/search-index.ts';
import { type BuiltSegment, createSegmentBuilder } from '../search/segment-build.ts';
import { createTokenizer } from '../search/tokens.ts';
import { ensureFolderDurably, writeFileDurably } from '../store/durable-fs.ts';
import type { Asked, FromSearch, SearchThreadData, ToSearch } from './search-thread.ts';

const NO_IMAGES = new Map();

const { folder } = workerData as SearchThreadData; // written by search-thread.ts
const render = createMarkdownRenderer();
const tokenize = createTokenizer();
const reading = new Map<number, (text: string | null) => void>();
let reads = 0;
let content: SearchedContent = { posts: [] };
let view = { ...searchedView(content, 0), moment: 0 };

const index = createSearchIndex({
  folder,
  build,
  write: async (file, bytes) => {
    await ensureFolderDurably(join(file, '..'));
    await writeFileDurably(file, bytes);
  },
  onProgress: (progress) => tell({ kind: 'progress', ...progress }),
  onError: (error) => tell({ kind: 'error', error }),
});

function tell(message: FromSearch): void {
  parentPort?.postMessage(message);
}

/** The text of a post, which the other side reads; null when it cannot be read. */
function textOf({ revision }: SearchedPost): Promise<string | null> {
  reads += 1;
  const id = reads;
  return new Promise((resolve) => {
    reading.set(id, resolve);
    tell({ kind: 'read', id, revision });
  });
}

/** A post whose text cannot be read is left out, and so tried again with the next commit. */
async function build(posts: readonly SearchedPost[], signal: AbortSignal): Promise<BuiltSegment> {
  const breathe = createBreathing();
  const builder = createSegmentBuilder(tokenize);
  for (const post of posts) {
    const source = await textOf(post);
    signal.throwIfAborted();
    if (source === null) continue;
    const sections = sectionsOf(render(source, { images: NO_IMAGES }));
    builder.add({ ...post, blobId: post.revision, sections });
    await breathe();
  }
  return builder.finish();
}

async function answer({ id, question, slice, moment }: Asked): Promise<void> {
  if (view.snapshot !== content || view.moment !== moment)
    view = { ...searchedView(content, moment), moment };
  try {
    const answered = await index.search(view, question, slice);
    const hits = answered?.hits.map(({ post, ...hit }) => ({ ...hit, slug: post.slug })) ?? [];
    tell({ kind: 'answer', id, answer: answered && { ...answered, hits } });
  } catch (error) {
    tell({ kind: 'error', error });
    tell({ kind: 'answer', id, answer: null });
  }
}

/** What is being read is given up: who would read it waits for this to end. */
async function close(): Promise<void> {
  const closing = index.close();
  for (const settle of reading.values()) settle(null);
  await closing;
  tell({ kind: 'closed' });
}

parentPort?.on('message', (message: ToSearch) => {
  switch (message.kind) {
    case 'posts':
      content = { posts: changedPosts(content.posts, message.change) };
      index.notice(content);
      break;
    case 'question':
      void answer(message);
      break;
    case 'text':
      reading.get(message.id)?.(message.text);
      reading.delete(message.id);
      break;
    case 'close':
      void close();
      break;
  }
});
index.load();
