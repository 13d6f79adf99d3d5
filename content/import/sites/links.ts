import { posix } from 'node:path';
import { groupedBy } from '../../model/grouped.ts';
import { decoded, isImagePath } from '../../model/paths.ts';
import { folderOf } from '../recognize.ts';
import { siteHost } from '../site-host.ts';
import type { Files, MarkdownSite } from './site.ts';
import type { SiteText } from './site-text.ts';
import { isLanguage } from './text-languages.ts';

interface Resolving {
  readonly site: MarkdownSite;
  readonly files: Files;
  readonly addressOfText: TextFinder;
}

/** The address of a text, by its path in the export or the end of that; of several that end so, of the one nearest to `from`. */
export type TextFinder = (reference: string, from: string) => string | null;

interface Resolver {
  /** Of an address in the words of a text. */
  readonly inText: (written: string, text: SiteText) => string | null;
  /** Of a file that a field of a text names, beside the text, from the top of the site or by its name; null for what is no file of it. */
  readonly ofField: (written: string, text: SiteText) => string | null;
  /** Of a file by its path, or the end of that; of several that end so, of the one nearest to `from`. */
  readonly ofFile: TextFinder;
}

/** What a link may leave away of a file's name. */
const ENDINGS = [
  '',
  '.md',
  '.mdx',
  '.markdown',
  '.html',
  '/index.md',
  '/index.mdx',
  '/_index.md',
  '/README.md',
];

/**
 * The address that a reference written in a text means, from the top of the site; null where it says so already or leads elsewhere. What
 * is there as a file goes first, then what a browser would have made of it, then what only the generator knows how to find.
 */
export function createResolver({ site, files, addressOfText }: Resolving): Resolver {
  const byPath = new Map<string, string>();
  const byAddress = new Map<string, string>();
  const learn = (path: string, addresses: readonly string[]): void => {
    const [address] = addresses;
    if (address === undefined) return;
    if (!byPath.has(path.toLowerCase())) byPath.set(path.toLowerCase(), address);
    for (const one of addresses) if (!byAddress.has(keyOf(one))) byAddress.set(keyOf(one), one);
  };
  for (const { file, described } of site.texts) learn(file.path, described.addresses);
  for (const [{ path }, addresses] of files) learn(path, addresses);
  for (const { addresses } of site.lists)
    for (const one of addresses) if (!byAddress.has(keyOf(one))) byAddress.set(keyOf(one), one);

  const nearestFile = createNearest(
    [...files].flatMap(([{ id, path }, [value]]) =>
      value === undefined ? [] : [{ path, name: id.normalize('NFC').toLowerCase(), value }],
    ),
  );
  const ofFile: TextFinder = (reference, from) =>
    nearestFile(reference.replace(ABOVE, '').normalize('NFC').toLowerCase(), from);

  function fileAt(path: string): string | null {
    const plain = path.replace(/\/$/, '').toLowerCase();
    const found = ENDINGS.map((end) => byPath.get(plain + end.toLowerCase()));
    return found.find((address) => address !== undefined) ?? null;
  }

  function fromTop(name: string, from: string): string | null {
    const known = byAddress.get(keyOf(name)) ?? byAddress.get(keyOf(site.base + name));
    if (known !== undefined) return known;
    for (const root of site.roots) {
      const there = fileAt(root + name.slice(1));
      if (there !== null) return there;
    }
    // A program may serve a folder from the top whatever it is called; where none says, be it the whole of them.
    if (site.site.system !== 'markdown' && !/\/[^/]+\/[^/]/.test(name)) return null;
    return addressOfText(name, from) ?? inOtherLanguage(name, from) ?? ofFile(name, from);
  }

  /** What is not translated is shown in the first language. */
  function inOtherLanguage(name: string, from: string): string | null {
    const [language] = /^\/[a-z]{2}(?:-[a-z]{2,4})?(?=\/)/i.exec(name) ?? [];
    return language === undefined ? null : fromTop(name.slice(language.length), from);
  }

  const own = siteHost(site.site.origin ?? '');

  function meant(stated: string, { file, described }: SiteText): string | null {
    const below = own !== null && siteHost(stated) === own ? new URL(stated).pathname : stated;
    // What Vite and others name the folder of sources.
    const written = site.site.system === 'astro' ? below.replace(/^[~@]\//, '/') : below;
    if (written === '' || /^(?:[a-z][a-z0-9+.-]*:|\/\/|#|\?|\{|~\/)/i.test(written)) return null;
    const name = (decoded(written) ?? written).normalize('NFC');
    if (name.startsWith('/')) return fromTop(name, file.path);
    const beside = fileAt(posix.join(folderOf(file.path), name));
    if (beside !== null) return beside;
    const [address] = described.addresses;
    if (site.site.system === 'markdown')
      return /\.\w+$/.test(name) ? (addressOfText(name, file.path) ?? ofFile(name, file.path)) : null;
    if (address === undefined || !URL.canParse(written, `http://x${address}`)) return null;
    const { pathname } = new URL(written, `http://x${address}`);
    const there = fromTop(decoded(pathname) ?? pathname, file.path) ?? fromTop(`/${name}`, file.path);
    if (there !== null || !/[./]/.test(written)) return there;
    return (/\.mdx?$|\w\/\w/.test(name) ? addressOfText(name, file.path) : null) ?? pathname;
  }

  const served = new Set([...files.values()].flat().map(keyOf));
  const byName = filesByName(site, files);
  return {
    ofFile,
    inText(written, text) {
      const found = meant(written, text);
      // What is no picture stays on the old site: a link that names it leads there.
      const isLeft =
        found !== null &&
        siteHost(written) !== null &&
        served.has(keyOf(found)) &&
        !isImagePath(`images${found}`);
      return found === null || isLeft ? null : found.replace(NO_DESTINATION, encodeURIComponent);
    },
    ofField(written, text) {
      const found = [meant(written, text), meant(`/${written.replace(/^(?:\.?\/)+/, '')}`, text), written];
      return (
        found.find((address) => address !== null && served.has(keyOf(address))) ??
        byName.get(written.normalize('NFC').toLowerCase()) ??
        null
      );
    },
  };
}

/**
 * The addresses of files by their names alone, as a field names them whose folder a template knows: of those that stand beside no text, and
 * whose name only copies in folders below have too.
 */
function filesByName(site: MarkdownSite, files: Files): ReadonlyMap<string, string> {
  const besideTexts = new Set(site.texts.map(({ file }) => folderOf(file.path)));
  const byName = new Map<string, { readonly folder: string; readonly address: string } | null>();
  for (const [{ path }, [address]] of [...files].sort(([a], [b]) => a.path.length - b.path.length)) {
    const folder = folderOf(path);
    const name = path.slice(folder.length).toLowerCase();
    const known = byName.get(name);
    if (address === undefined || besideTexts.has(folder)) continue;
    if (known === undefined) byName.set(name, { folder, address });
    else if (known !== null && !folder.startsWith(known.folder)) byName.set(name, null);
  }
  return new Map([...byName].flatMap(([name, one]) => (one === null ? [] : [[name, one.address] as const])));
}

/** Signs that end an address in Markdown or in HTML. */
const NO_DESTINATION = /[\s<>"\\`]/g;

/** One key for the ways to write an address: with its final slash, `index.html` or `.html`, or without. */
export function keyOf(address: string): string {
  const path = (decoded(address) ?? address).normalize('NFC').toLowerCase();
  return path.replace(/(?:\/index)?\.html?$/, '').replace(/\/$/, '') || '/';
}

export function createTextFinder(texts: readonly SiteText[]): TextFinder {
  const find = createNearest(
    texts.flatMap(({ file, described }) => {
      const [address] = described.addresses;
      const inAnyLanguage = file.id.replace(LANGUAGE, (whole, code: string) =>
        isLanguage(code) ? '' : whole,
      );
      const names = [file.id, inAnyLanguage].flatMap((path) => [
        plainName(path),
        plainName(path).replace(DAY, ''),
        plainName(path).replace(DAY, '$1/$2/$3/'),
      ]);
      return address === undefined
        ? []
        : [...new Set(names)].map((name) => ({ path: file.path, name, value: address }));
    }),
  );
  return (reference, from) => find(plainName(reference.replace(ABOVE, '')), from);
}

/** The way from a text up to where a path begins. */
const ABOVE = /^(?:\.{0,2}\/)+/;
/** Of `titre.fr.md`. */
const LANGUAGE = /\.([a-z-]{2,7})(?=\.[a-z]+$)/i;
/** Before the name of a file; programs leave it out of an address, or make folders of it. */
const DAY = /(?<=^|\/)(\d{4})-(\d{1,2})-(\d{1,2})[-_ ]+(?=[^/]+$)/;

interface Named<Value> {
  readonly path: string;
  readonly name: string;
  readonly value: Value;
}

/** Finds by a name, or the end of one from a slash on; of several the one whose folder, then whose language is nearest to that of `from`. */
function createNearest<Value>(all: readonly Named<Value>[]): (name: string, from: string) => Value | null {
  const byLast = groupedBy(all, ({ name }) => lastPart(name));
  return (name, from) => {
    const end = `/${name}`;
    const ending = (byLast.get(lastPart(name)) ?? []).filter(
      (one) => one.name === name || one.name.endsWith(end),
    );
    const [first, ...others] = ending;
    if (first === undefined) return null;
    const language = LANGUAGE.exec(from)?.[1];
    const nearness = ({ path }: Named<Value>): number =>
      sharedLength(path, from) + (LANGUAGE.exec(path)?.[1] === language ? 0.5 : 0);
    let [best, most] = [first, nearness(first)];
    for (const other of others) {
      const shared = nearness(other);
      if (shared > most) [best, most] = [other, shared];
    }
    return best.value;
  };
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

/** How long the folders are that two paths begin with. */
function sharedLength(one: string, other: string): number {
  let shared = 0;
  for (let at = 0; at < one.length && one[at] === other[at]; at += 1) if (one[at] === '/') shared = at + 1;
  return shared;
}

function plainName(path: string): string {
  return path
    .normalize('NFC')
    .replace(/\/$/, '')
    .replace(/\.(?:mdx?|markdown|mdown|mkdn?|mdoc|html?|textile)$/i, '')
    .replace(/(?:^|\/)_?index$/, '')
    .toLowerCase();
}

/** `](a picture.png)`: other Markdown takes blanks in an address that ends like a file, CommonMark between angle brackets only. */
const BLANKS =
  /(\]\([ \t]*)([^\s()<>"'\n][^()<>"'\n]{0,500}[ \t][^()<>"'\n]{0,500}\.\w{2,5}(?:#[^\s()<>]{0,200})?)([ \t]*(?:[ \t]"[^"\n]*")?\))/g;

export function withWholeDestinations(markdown: string): string {
  return markdown.includes('](')
    ? markdown.replace(
        BLANKS,
        (_whole, open: string, address: string, end: string) => `${open}<${address}>${end}`,
      )
    : markdown;
}
