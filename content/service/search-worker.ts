import { parentPort } from 'node:worker_threads';
import { createMarkdownRenderer } from '../model/markdown/render.ts';
import { sectionsOf } from '../search/document.ts';
import { createSegmentBuilder } from '../search/segment-build.ts';
import { createTokenizer } from '../search/tokens.ts';
import type { UnreadDocument } from './search-segments.ts';

const render = createMarkdownRenderer();
const NO_IMAGES = new Map();

parentPort?.on('message', (documents: readonly UnreadDocument[]) => {
  const builder = createSegmentBuilder(createTokenizer());
  for (const { body, ...document } of documents)
    builder.add({ ...document, sections: sectionsOf(render(body, { images: NO_IMAGES })) });
  parentPort?.postMessage(builder.finish());
});
