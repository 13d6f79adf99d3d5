import { parentPort, workerData } from 'node:worker_threads';
import type { ObjectStore } from '../git/objects/objects.ts';
import { lowerOwnPriority } from '../git/processes.ts';
import { type DocumentSection, plainSections, sectionsOf } from '../search/document.ts';
import type { ListedPost } from '../search/listed-posts.ts';
import { createSearchIndex, type ReadPost } from '../search/search-index.ts';
import { giveMemoryBack } from './give-back.ts';
import type { Asked, FromSearch, PostText, SearchData, ToSearch } from './search-programs.ts';

const NO_IMAGES = new Map();
/** A list of so many posts, or as many that come one after the other, leaves more than the index keeps of them. */
const MANY = 500;

/** As search-programs.ts wrote it. */
const { file, gitDir } = workerData as SearchData;
/** The repository, while many texts are read. */
let repository: Promise<ObjectStore> | null = null;
const reading = new Map<number, (texts: readonly (PostText | null)[]) => void>();
let reads = 0;
/** How many posts were listed since it gave memory back. */
let listed = 0;

const index = createSearchIndex({
  file,
  read,
  onProgress,
  onError: (error) => tell({ kind: 'error', error }),
});

// Pages go first: who searches waits for a thread that counts and orders, who reads for one that has the page.
lowerOwnPriority();
tell({ kind: 'loaded' });

function onProgress(left: number): void {
  tell({ kind: 'progress', left });
  if (left > 0) return;
  // Where it could not be opened, that was told.
  repository?.then((objects) => objects.close()).catch(() => undefined);
  repository = null;
  if (listed < MANY) return;
  listed = 0;
  giveMemoryBack();
}

function tell(message: FromSearch): void {
  parentPort?.postMessage(message);
}

/** The other side says what is to be found of them, but for the text of many. */
async function read(posts: readonly ListedPost[]): Promise<readonly (ReadPost | null)[]> {
  reads += 1;
  const id = reads;
  const texts = await new Promise<readonly (PostText | null)[]>((resolve) => {
    reading.set(id, resolve);
    tell({ kind: 'read', id, posts });
  });
  return Promise.all(texts.map(documentOf));
}

/** Null as well for one of which the text cannot be read. */
async function documentOf(text: PostText | null): Promise<ReadPost | null> {
  if (text === null) return null;
  const { body: given, blobId, ...others } = text;
  const body = given ?? (await ownText(blobId));
  if (body === null) return null;
  return { ...others, sections: plainSections(body) ?? (await renderedSections(body)) };
}

/** The Markdown of a blob; null, and told, where that is lost. */
async function ownText(blobId: string): Promise<string | null> {
  if (gitDir === null) return null;
  repository ??= openRepository(gitDir);
  const { bodyOf } = await import('../files/front-matter-split.ts');
  try {
    return bodyOf((await (await repository).read(blobId)).bytes);
  } catch (error) {
    tell({ kind: 'error', error });
    return null;
  }
}

async function openRepository(folder: string): Promise<ObjectStore> {
  const { createObjectStore } = await import('../git/objects/objects.ts');
  return createObjectStore({ gitDir: folder });
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

parentPort?.on('message', hear);

function hear(message: ToSearch): void {
  switch (message.kind) {
    case 'list':
      listed += message.change.listed.length;
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
}
