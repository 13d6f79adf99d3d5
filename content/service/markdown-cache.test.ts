import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openIndexFile } from '../index/index-file.ts';
import type { ImageInfo } from '../model/image.ts';
import { renderMarkdown } from '../model/markdown/render.ts';
import { type RenderedMarkdown, rawMarkdown } from '../model/markdown/rendered.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../testing/temporary-repository.ts';
import { type MarkdownTask, openMarkdownCache } from './markdown-cache.ts';
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

describe('the file of openMarkdownCache', () => {
  let file: string;
  let errors: unknown[];
  beforeEach(() => {
    file = join(folder.path, 'cache/markdown.sqlite');
    errors = [];
    writeFileSync(join(folder.path, 'worker.mjs'), 'un');
  });

  const openFile = (maxBytes = 1e9) =>
    openMarkdownCache({
      file,
      maxBytes,
      workerUrl: pathToFileURL(join(folder.path, 'worker.mjs')),
      onError: (error) => errors.push(error),
    });
  const taskOf = (source: string): MarkdownTask => ({ source, origin: ORIGIN, images: new Map() });
  const became = (html: string): RenderedMarkdown => ({ html, headings: [], keyPoints: [], failed: false });
  const htmlIn = (cache: ReturnType<typeof openFile>, source: string) =>
    cache.find(taskOf(source))?.html ?? null;

  /** What a program has written, and closed. */
  function addThese(texts: Readonly<Record<string, string>>): void {
    const cache = openFile();
    for (const [source, html] of Object.entries(texts)) cache.add(taskOf(source), became(html));
    cache.close();
  }

  /** What another program does to it. */
  function spoil(...statements: readonly string[]): void {
    const { index } = openIndexFile(file, { version: 1, tables: '', prepare: () => null }, onError);
    for (const statement of statements) index.exec(statement);
    index.close();
  }

  it('gives a text back as it was written, at once and after a start, and nothing for another one', () => {
    const cache = openFile();
    const text = 'Été\u202F; « œuvre » 🦉\u2028<p>';
    cache.add(taskOf('a'), became(text));
    expect([htmlIn(cache, 'a'), htmlIn(cache, 'b')]).toEqual([text, null]);
    cache.close();
    const again = openFile();
    expect([htmlIn(again, 'a'), htmlIn(again, 'b'), errors]).toEqual([text, null, []]);
    again.close();
  });

  it('takes what was written last of a text', () => {
    addThese({ a: 'un' });
    addThese({ a: 'deux' });
    expect(htmlIn(openFile(), 'a')).toBe('deux');
  });

  it('gives nothing for a text that is not the one that was written', () => {
    addThese({ a: 'le premier texte', b: 'le second texte' });
    spoil("UPDATE texts SET text = replace(text, 'premier', 'autre')");
    const cache = openFile();
    expect([htmlIn(cache, 'a'), htmlIn(cache, 'b'), errors]).toEqual([null, 'le second texte', []]);
    cache.add(taskOf('a'), became('le premier texte'));
    cache.close();
    expect(htmlIn(openFile(), 'a')).toBe('le premier texte');
  });

  it('gives nothing for a text that was written under another key', () => {
    addThese({ a: 'le texte de a', b: 'le texte de b' });
    spoil(
      "CREATE TABLE kept AS SELECT key FROM texts WHERE text LIKE '%de a%'",
      "DELETE FROM texts WHERE text LIKE '%de a%'",
      'UPDATE texts SET key = (SELECT key FROM kept)',
    );
    expect(htmlIn(openFile(), 'a')).toBe(null);
  });

  it.each([0.1, 0.3, 0.6, 0.9])('gives no other text from a file that is damaged at %d of it', (part) => {
    const texts = Object.fromEntries(
      Array.from({ length: 200 }, (_, at) => [`clé ${at}`, `${at} `.repeat(500)]),
    );
    addThese(texts);
    const bytes = readFileSync(file);
    bytes.fill(0x5a, Math.floor(bytes.length * part), Math.floor(bytes.length * part) + 20_000);
    writeFileSync(file, bytes);
    const cache = openFile();
    for (const [source, html] of Object.entries(texts)) expect([html, null]).toContain(htmlIn(cache, source));
    for (const [source, html] of Object.entries(texts))
      if (htmlIn(cache, source) === null) cache.add(taskOf(source), became(html));
    cache.close();
    const again = openFile();
    expect(Object.keys(texts).filter((source) => htmlIn(again, source) !== texts[source])).toEqual([]);
  });

  it('begins anew where the file is none of its own', () => {
    addThese({});
    writeFileSync(file, 'pas une base'.repeat(1000));
    addThese({ a: 'un' });
    expect(htmlIn(openFile(), 'a')).toBe('un');
  });

  it('lets the texts go that came first when it is full, and stays about as large', () => {
    const cache = openFile(1024 * 1024);
    for (let at = 0; at < 4000; at += 1) cache.add(taskOf(`clé ${at}`), became(`${at} `.repeat(200)));
    cache.close();
    expect(statSync(file).size).toBeLessThan(1.6 * 1024 * 1024);
    const again = openFile();
    expect([htmlIn(again, 'clé 0'), htmlIn(again, 'clé 3999')]).toEqual([null, '3999 '.repeat(200)]);
    expect(errors).toEqual([]);
  });

  it('has texts in memory where there can be no file, and says why', () => {
    writeFileSync(join(folder.path, 'cache'), 'a file where the folder would be');
    const cache = openFile();
    cache.add(taskOf('a'), became('un'));
    expect([htmlIn(cache, 'a'), errors.length]).toEqual(['un', 1]);
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
