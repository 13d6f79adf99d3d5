import { parentPort } from 'node:worker_threads';
import { renderMarkdown } from '../model/markdown/render.ts';
import type { MarkdownTask } from './markdown-rendering.ts';

parentPort?.on('message', ({ source, origin, images }: MarkdownTask) => {
  parentPort?.postMessage(renderMarkdown(source, { images, origin }));
});
