import { parentPort, workerData } from 'node:worker_threads';
import { type DocumentSection, plainSections, sectionsOf } from '../search/document.ts';
import { createSearchIndex, type ListedPost, type ReadPost } from '../search/search-index.ts';
import type { Asked, FromSearch, PostText, SearchThreadData, ToSearch } from './search-thread.ts';

const NO_IMAGES = new Map();

const { file } = workerData as SearchThreadData; // written by search-thread.ts
const reading = new Map<number, (texts: readonly (PostText | null)[]) => void>();
let reads = 0;

const index = createSearchIndex({
  file,
  read,
  onProgress: (left) => tell({ kind: 'progress', left }),
  onError: (error) => tell({ kind: 'error', error }),
});

tell({ kind: 'loaded' });

function tell(message: FromSearch): void {
  parentPort?.postMessage(message);
}

/** The other side reads them. */
async function read(posts: readonly ListedPost[]): Promise<readonly (ReadPost | null)[]> {
  reads += 1;
  const id = reads;
  const texts = await new Promise<readonly (PostText | null)[]>((resolve) => {
    reading.set(id, resolve);
    tell({ kind: 'read', id, posts });
  });
  return Promise.all(texts.map(documentOf));
}

async function documentOf(text: PostText | null): Promise<ReadPost | null> {
  if (text === null) return null;
  const { body, ...others } = text;
  return { ...others, sections: plainSections(body) ?? (await renderedSections(body)) };
}

/** The renderer is loaded, some ten megabytes, for the first text that needs it. */
async function renderedSections(body: string): Promise<readonly DocumentSection[]> {
  const { renderMarkdown } = await import('../model/markdown/render.ts');
  return sectionsOf(renderMarkdown(body, { images: NO_IMAGES }));
}

async function check(): Promise<void> {
  await index.idle();
  index.check();
  tell({ kind: 'checked' });
}

async function answer({ id, question, slice }: Asked): Promise<void> {
  tell({ kind: 'answer', id, answer: await index.search(question, slice) });
}

parentPort?.on('message', (message: ToSearch) => {
  switch (message.kind) {
    case 'list':
      index.notice(message.change);
      break;
    case 'question':
      void answer(message);
      break;
    case 'texts':
      reading.get(message.id)?.(message.texts);
      reading.delete(message.id);
      break;
    case 'check':
      void check();
      break;
    case 'close':
      index.close();
      tell({ kind: 'closed' });
      break;
  }
});
