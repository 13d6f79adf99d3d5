import { posix } from 'node:path';
import { mendAddresses } from '../../model/image-references/mend.ts';
import { decoded } from '../../model/paths.ts';
import type { ExportFile } from '../archive.ts';
import { type ExportTree, takeOut } from '../export-tree.ts';
import { htmlToMarkdown } from '../html-to-markdown.ts';
import type { ImportedItem, ImportedList, ImportedSite, ImportNote, LeftOut } from '../imported.ts';
import { folderOf } from '../recognize.ts';
import { readHeadOf, type SiteText, type TextHead } from './site-text.ts';

/** A site made of files, as its generator's rules understand it. */
export interface MarkdownSite {
  readonly site: ImportedSite;
  readonly texts: readonly SiteText[];
  /** Where readers found the files of a path, the usual address first; [] for what is no file of the site. */
  addressesOf(path: string): readonly string[];
  readonly lists: readonly ImportedList[];
  readonly leftOut: readonly LeftOut[];
  /** The body without what the generator's templates would have made of it. */
  translate(body: string, place: Place): Translated;
}

export interface Place {
  readonly text: SiteText;
  readonly site: MarkdownSite;
  /** The address of another text of the site, by its path in the export or the end of that. */
  addressOfText(reference: string): string | null;
}

export interface Translated {
  readonly markdown: string;
  readonly notes: readonly ImportNote[];
}

export interface SiteReading {
  readonly tree: ExportTree;
  readonly root: string;
  readonly signal: AbortSignal;
  /** Told of bytes read since the last time. */
  readonly onBytes: (count: number) => void;
  readonly workFolder: string;
}

const PICTURE = /\.(?:jpe?g|png|webp|avif|gif|svg)$/i;

/** Everything of a site, a text at a time; pictures of archives are taken out one by one. */
export async function* readSite(site: MarkdownSite, reading: SiteReading): AsyncGenerator<ImportedItem> {
  yield site.site;
  const files = filesOf(site, reading);
  const resolve = createResolver(site, files);
  const addressOfText = textFinder(site.texts);
  for (const text of site.texts) {
    reading.signal.throwIfAborted();
    const head = await readHeadOf(text.file);
    reading.onBytes(text.file.bytes);
    const isHtml = /\.html?$/i.test(text.file.path);
    const source = site.translate(head.body, { text, site, addressOfText });
    const converted = isHtml ? htmlToMarkdown(source.markdown) : { markdown: source.markdown, notes: [] };
    const { cover } = text.described;
    yield {
      ...text.described,
      cover: cover === null ? null : (resolve(cover, text) ?? cover),
      content: mendAddresses(converted.markdown, (address) => resolve(address, text)).trim(),
      notes: [...text.described.notes, ...source.notes, ...converted.notes],
    };
  }
  for (const [path, addresses] of files) {
    const file = reading.tree.files.get(path);
    if (file === undefined) continue;
    reading.signal.throwIfAborted();
    const taken = PICTURE.test(path) ? await takeOut(file, reading.workFolder) : null;
    yield { kind: 'file', id: path, addresses, alt: null, path: taken, pages: [] };
    reading.onBytes(file.bytes);
  }
  yield* site.lists;
  yield* site.leftOut;
}

type Files = ReadonlyMap<string, readonly string[]>;

function filesOf(site: MarkdownSite, { tree, root }: SiteReading): Files {
  const texts = new Set(site.texts.map(({ file }) => file.path));
  const files = new Map<string, readonly string[]>();
  for (const path of tree.files.keys()) {
    if (!path.startsWith(root) || texts.has(path) || !isServed(path)) continue;
    const addresses = site.addressesOf(path);
    if (addresses.length > 0) files.set(path, [...new Set(addresses)]);
  }
  return files;
}

/** What texts show or lead to; the rest of a site is made of styles, scripts and settings. */
function isServed(path: string): boolean {
  return (
    PICTURE.test(path) ||
    /\.(?:pdf|mp3|m4a|ogg|wav|flac|mp4|webm|mov|zip|epub|docx?|xlsx?|pptx?|od[tsp]|csv|gpx|txt)$/i.test(path)
  );
}

/**
 * The address that a reference written in a text means, from the top of the site; null where it says so already or leads elsewhere. What
 * is there as a file goes first, then what a browser would have made of it.
 */
function createResolver(
  site: MarkdownSite,
  files: Files,
): (written: string, text: SiteText) => string | null {
  const known = new Map<string, string>();
  for (const [path, [address]] of files) if (address !== undefined) known.set(path, address);
  for (const { file, described } of site.texts) {
    const [address] = described.addresses;
    if (address !== undefined) known.set(file.path, address);
  }
  const { system } = site.site;
  return (written, { file, described }) => {
    if (written === '' || /^(?:[a-z][a-z0-9+.-]*:|\/|#|\?|\{|~\/)/i.test(written)) return null;
    const name = decoded(written) ?? written;
    const beside = posix.join(folderOf(file.path), name);
    const found = ['', '.md', '.mdx', '/index.md', '/_index.md'].map((end) =>
      known.get(beside.replace(/\/$/, '') + end),
    );
    const there = found.find((address) => address !== undefined);
    if (there !== undefined) return there;
    const [address] = described.addresses;
    if (system === 'markdown' || address === undefined || !/^[./]|[./]/.test(written)) return null;
    return URL.canParse(written, `http://x${address}`)
      ? new URL(written, `http://x${address}`).pathname
      : null;
  };
}

function textFinder(texts: readonly SiteText[]): (reference: string) => string | null {
  const byEnd = new Map<string, string>();
  for (const { file, described } of texts) {
    const [address] = described.addresses;
    if (address === undefined) continue;
    const whole = file.path.replace(/\.[a-z]+$/i, '').replace(/\/_?index$/, '');
    const parts = whole.toLowerCase().split('/');
    for (let from = 0; from < parts.length; from += 1) {
      const end = parts.slice(from).join('/');
      if (!byEnd.has(end)) byEnd.set(end, address);
    }
  }
  return (reference) => {
    const plain = reference
      .replace(/^\/|\/$/g, '')
      .replace(/\.[a-z]+$/i, '')
      .replace(/\/?_?index$/, '')
      .toLowerCase();
    return byEnd.get(plain) ?? null;
  };
}

/** Paths below the site's folder whose texts are read, with what each begins with; what is no text is left out. */
export async function readHeads(tree: ExportTree, isText: (path: string) => boolean) {
  const heads: { readonly file: ExportFile; readonly head: TextHead }[] = [];
  for (const file of tree.files.values()) {
    if (!isText(file.path)) continue;
    const head = await readHeadOf(file);
    // Bodies are read again when their turn comes; a mere slice would keep the whole.
    const body = Buffer.from(head.body.slice(0, KEPT)).toString();
    heads.push({ file, head: { ...head, body } });
  }
  return heads;
}

/** As much of a body as rules look at, to tell a text from a template. */
const KEPT = 2000;
