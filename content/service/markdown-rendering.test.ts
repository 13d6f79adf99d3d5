import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTemporaryFolder, type TemporaryFolder } from '../testing/temporary-repository.ts';
import { createMarkdown, UnconvertedTextError } from './markdown-rendering.ts';

const BUILT_WORKER = fileURLToPath(new URL('../../dist/server/markdown-worker.js', import.meta.url));
const LONG = `# Titre <b>\n\n${'Un **texte** assez long. '.repeat(3000)}`;
const NO_IMAGES = new Map();

let folder: TemporaryFolder;
let errors: unknown[];
beforeEach(() => {
  folder = createTemporaryFolder();
  errors = [];
});
afterEach(() => folder.remove());

/** A conversion whose thread runs this program. */
function withThread(program: string, deadlineMs = 60_000) {
  const file = join(folder.path, 'worker.mjs');
  writeFileSync(file, `import { parentPort } from 'node:worker_threads';\n${program}`);
  return createMarkdown({
    origin: 'https://exemple.invalid',
    workerUrl: pathToFileURL(file),
    onError: (error) => errors.push(error),
    deadlineMs,
  });
}
const causes = () => errors.map((error) => (error instanceof Error ? String(error.cause) : error));

describe('createMarkdown', () => {
  it('converts short texts here and long ones in a thread, alike', async () => {
    const workerUrl = pathToFileURL(BUILT_WORKER);
    const markdown = createMarkdown({
      origin: 'https://exemple.invalid',
      workerUrl,
      onError: (error) => errors.push(error),
    });
    const short = await markdown('Un **texte** court.', NO_IMAGES);
    const long = await markdown(LONG, NO_IMAGES);
    expect([short.html.trim(), short.failed]).toEqual(['<p>Un <strong>texte</strong> court.</p>', false]);
    expect([long.html.match(/<strong>texte<\/strong>/g)?.length, long.failed, errors]).toEqual([
      3000,
      false,
      [],
    ]);
  });

  it('sends a long text and its images to the thread', async () => {
    const markdown = withThread(
      'parentPort.on("message", ({ source, images }) => parentPort.postMessage({ html: source.length + JSON.stringify([...images]), failed: false }));',
    );
    const image = { path: 'images/a.png', blobId: 'ab'.repeat(20), width: 1, height: 2 };
    const { html } = await markdown(LONG, new Map([['/images/a.png', image]]));
    expect(html).toBe(`${LONG.length}${JSON.stringify([['/images/a.png', image]])}`);
  });

  it.each([
    ['takes too long', 'parentPort.on("message", () => { for (;;) {} });', 50, 'timeout'],
    ['throws', 'parentPort.on("message", () => { throw new Error("broken"); });', 60_000, 'broken'],
    ['ends', 'parentPort.on("message", () => process.exit(3));', 60_000, 'ended with code 3'],
    ['cannot start', 'throw new Error("no start");', 60_000, 'no start'],
  ])(
    'shows the text as it is, and says so, when the thread %s',
    async (_what, program, deadlineMs, message) => {
      const markdown = withThread(program, deadlineMs);
      const { html, failed } = await markdown(LONG, NO_IMAGES);
      expect([failed, html.includes('# Titre &lt;b&gt;'), html.includes('<b>')]).toEqual([true, true, false]);
      expect(causes()).toEqual([expect.stringContaining(message)]);
    },
  );

  it('says so, too, of a short text that cannot be converted, and shows it as it is', async () => {
    const markdown = withThread('');
    const { html, failed } = await markdown('>'.repeat(5000), NO_IMAGES);
    expect([failed, html]).toEqual([true, `<pre class="raw-markdown">${'&gt;'.repeat(5000)}</pre>`]);
    expect(errors).toEqual([expect.any(UnconvertedTextError)]);
  });

  it('converts the next text after one that failed', async () => {
    const markdown = withThread(
      'parentPort.on("message", ({ source }) => { if (source.startsWith("bad")) process.exit(1); parentPort.postMessage({ html: "ok", failed: false }); });',
    );
    const [first, second] = await Promise.all([markdown(`bad${LONG}`, NO_IMAGES), markdown(LONG, NO_IMAGES)]);
    expect([first.failed, second]).toEqual([true, { html: 'ok', failed: false }]);
  });
});
