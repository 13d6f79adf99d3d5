import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ImageInfo } from '../model/image.ts';
import { renderMarkdown } from '../model/markdown/render.ts';
import { rawMarkdown } from '../model/markdown/rendered.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../testing/temporary-repository.ts';
import { openMarkdownCache } from './markdown-cache.ts';
import { createMarkdown } from './markdown-rendering.ts';

const ORIGIN = 'https://exemple.invalid';
const IMAGE: ImageInfo = { path: 'images/a.png', blobId: 'ab'.repeat(20), width: 640, height: 480 };
const TEXT =
  '# Un titre ?\n\n![Un arbre](/images/a.png) et [un lien](https://exemple.invalid/blog/a).\n\n**Fixez votre marge avant de fixer le prix.**\n';
const images = (image: ImageInfo = IMAGE) => new Map([['/images/a.png', image]]);
const onError = (error: unknown) => expect(error).toBe(null);

let folder: TemporaryFolder;
beforeEach(() => {
  folder = createTemporaryFolder();
});
afterEach(() => folder.remove());

/** What the folder holds, where the converter is this program. */
function open(program = 'un') {
  const worker = join(folder.path, 'worker.mjs');
  writeFileSync(worker, program);
  return openMarkdownCache({
    file: join(folder.path, 'markdown.sqlite'),
    workerUrl: pathToFileURL(worker),
    onError,
  });
}

describe('openMarkdownCache', () => {
  it('gives back, after a start, what a text became', () => {
    const task = { source: TEXT, origin: ORIGIN, images: images() };
    const rendered = renderMarkdown(TEXT, task);
    expect(rendered.keyPoints).toHaveLength(1);
    const cache = open();
    expect(cache.find(task)).toBe(null);
    cache.add(task, rendered);
    cache.close();
    const again = open();
    expect(again.find(task)).toEqual(rendered);
    again.close();
  });

  it('gives nothing where anything that HTML depends on is another', () => {
    const task = { source: TEXT, origin: ORIGIN, images: images() };
    const cache = open();
    cache.add(task, renderMarkdown(TEXT, task));
    const others = [
      { ...task, source: `${TEXT} ` },
      { ...task, origin: 'https://autre.invalid' },
      { ...task, images: new Map() },
      { ...task, images: images({ ...IMAGE, blobId: 'cd'.repeat(20) }) },
      { ...task, images: images({ ...IMAGE, width: 641 }) },
      { ...task, images: new Map([['/images/b.png', IMAGE]]) },
    ];
    expect(others.map(cache.find)).toEqual(others.map(() => null));
    cache.close();
    const changed = open('un autre convertisseur');
    expect(changed.find(task)).toBe(null);
    changed.close();
  });

  it('has nothing of a text that could not be converted', () => {
    const cache = open();
    const task = { source: TEXT, origin: ORIGIN, images: new Map() };
    cache.add(task, rawMarkdown(TEXT));
    expect(cache.find(task)).toBe(null);
    cache.close();
  });
});

describe('createMarkdown', () => {
  it('converts a text once, whatever was started since, images included', async () => {
    const read = async (program: string) => {
      const cache = open(program);
      const found: boolean[] = [];
      const markdown = createMarkdown({
        origin: ORIGIN,
        workerUrl: new URL('file:///nowhere.js'),
        onError,
        cache: () => ({
          ...cache,
          find: (task) => {
            const known = cache.find(task);
            found.push(known !== null);
            return known;
          },
        }),
      });
      const rendered = [await markdown(TEXT, images()), await markdown(TEXT, new Map())];
      cache.close();
      return { rendered, found };
    };
    const first = await read('un');
    expect(first.found).toEqual([false, false]);
    expect(await read('un')).toEqual({ ...first, found: [true, true] });
    expect(await read('deux')).toEqual(first);
  });
});
