import { parentPort } from 'node:worker_threads';
import { renderMarkdown } from '../model/markdown/render.ts';
import type { MarkdownTask } from './markdown-cache.ts';

parentPort?.on('message', ({ source, origin, images }: MarkdownTask) => {
  parentPort?.postMessage(renderMarkdown(source, { images, origin }));
});
