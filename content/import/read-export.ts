import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { type ExportFile, refuseExport } from './archive.ts';
import { type ExportReading, type ExportTree, openExport, takeOut, treeBelow } from './export-tree.ts';
import { readGhost } from './ghost/ghost.ts';
import type { ImportedItem, ImportedText, Reading, SourceFile, System } from './imported.ts';
import { readMedium } from './letters/medium.ts';
import { readSubstack } from './letters/substack.ts';
import { measured } from './measured.ts';
import { notRecognized, recognizeTree } from './recognize.ts';
import { astroSite } from './sites/astro.ts';
import { eleventySite } from './sites/eleventy.ts';
import { hugoSite } from './sites/hugo.ts';
import { jekyllSite } from './sites/jekyll.ts';
import { markdownFolder } from './sites/markdown-folder.ts';
import { readSite } from './sites/markdown-site.ts';
import type { MarkdownSite } from './sites/site.ts';
import { withUploads } from './wordpress/uploads.ts';
import { readWordPress } from './wordpress.ts';

/**
 * Everything an export holds, an item at a time: the site first. Throws `invalid` with a French reason where it is none, is torn or is out
 * of measure; writes below `workFolder` only, and runs nothing of what it reads.
 */
export async function* readExport(
  sources: readonly SourceFile[],
  options: Reading,
): AsyncGenerator<ImportedItem> {
  const tree = await openExport(sources);
  try {
    const found = (await recognizeTree(tree)) ?? refuseExport(notRecognized(tree));
    const reading = { ...options, tree: treeBelow(tree, found.root) };
    yield* told(READERS[found.system](found.files, reading), options.signal);
    for (const path of found.others ?? []) {
      const what = `export d’un autre système, à importer à part\u00a0: «\u00a0${path}\u00a0»`;
      yield { kind: 'left-out', what, count: 1 };
    }
  } finally {
    tree.close();
  }
}

/**
 * Each text once, where files of an export overlap; of two that have one id and nothing else in common, none is lost. Those that are left
 * out and do not say the same are counted. Ends after the item at which it is stopped.
 */
async function* told(
  items: AsyncGenerator<ImportedItem, void>,
  signal: AbortSignal,
): AsyncGenerator<ImportedItem> {
  const seen = new Map<string, Set<string>>();
  let others = 0;
  for await (const read of items) {
    signal.throwIfAborted();
    const item = measured(read);
    if (item.kind !== 'text') {
      yield item;
      continue;
    }
    const known = seen.get(item.id);
    const marks = marksOf(item);
    const whole = digestOf(JSON.stringify(item));
    if (known === undefined) {
      seen.set(item.id, new Set([...marks, whole]));
      yield item;
    } else if (!marks.some((mark) => known.has(mark))) {
      for (const mark of [...marks, whole]) known.add(mark);
      yield { ...item, id: `${item.id} ${marks[0] ?? ''}` };
    } else if (!known.has(whole)) others += 1;
  }
  if (others > 0)
    yield { kind: 'left-out', what: 'autres versions d’un texte, dans un second fichier', count: others };
}

/** What two readings of one text share: its title, or an address that is not made of its id. */
function marksOf({ id, title, addresses: [address = ''] }: ImportedText): readonly string[] {
  const own = address === '' || address.includes(id) ? [] : [address];
  return [title, ...own].map(digestOf);
}

function digestOf(said: string): string {
  return createHash('sha256').update(said).digest('hex').slice(0, 12);
}

/** What files of an export hold that tell the system, among all that was given. */
type Reader = (files: readonly ExportFile[], reading: ExportReading) => AsyncGenerator<ImportedItem, void>;

const READERS: Readonly<Record<System, Reader>> = {
  wordpress: readWordPressHere,
  ghost: readGhost,
  medium: readMedium,
  substack: readSubstack,
  hugo: siteReader(hugoSite),
  jekyll: siteReader(jekyllSite),
  astro: siteReader(astroSite),
  eleventy: siteReader(eleventySite),
  markdown: siteReader(markdownFolder),
};

function siteReader(siteOf: (tree: ExportTree) => Promise<MarkdownSite>): Reader {
  return async function* read(_, reading) {
    yield* readSite(await siteOf(reading.tree), reading);
  };
}

/** A WordPress export is read on this machine: files of archives are taken out, and each byte of them stands for what it took there. */
async function* readWordPressHere(
  files: readonly ExportFile[],
  reading: ExportReading,
): AsyncGenerator<ImportedItem, void> {
  const { signal, onBytes, workFolder } = reading;
  const sources: SourceFile[] = [];
  let [given, unpacked] = [0, 0];
  for (const file of files) {
    const path = await takeOut(file, workFolder);
    sources.push({ name: file.path, path });
    given += file.given;
    unpacked += (await stat(path)).size;
  }
  const items = readWordPress(sources, {
    signal,
    onBytes: (count) => onBytes((count * given) / unpacked),
  });
  yield* withUploads(items, reading);
}
