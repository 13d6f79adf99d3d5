import { parentPort } from 'node:worker_threads';
import { createMarkdownRenderer } from '../model/markdown/render.ts';
import type { MarkdownTask } from './markdown-rendering.ts';

const render = createMarkdownRenderer();

parentPort?.on('message', ({ id, source, origin, images }: MarkdownTask) => {
  parentPort?.postMessage({ id, rendered: render(source, { images: new Map(images), origin }) });
});
