import { type ExportFile, readHead } from './archive.ts';
import { decodedText, type ExportTree } from './export-tree.ts';
import type { System } from './imported.ts';

/** Which system an export comes from, and the folder of it that is the site: '' or a path that ends with `/`. */
export interface Recognized {
  readonly system: System;
  readonly root: string;
  /** The files that hold its texts, where those are not told by their names. */
  readonly files: readonly ExportFile[];
  /** Exports of other systems, given together with this one or kept beside a site that was made since: each is read by itself. A file of each. */
  readonly others?: readonly string[];
}

const NOT_RECOGNIZED =
  'Rien ici ne ressemble à un export. Encrier prend\u00a0: l’export de WordPress (fichier .xml), celui de Ghost (.json, seul ou avec ses images en .zip), ceux de Medium et de Substack (.zip), et le dossier d’un site Hugo, Jekyll, Astro ou Eleventy ou des fichiers Markdown (dossier ou .zip).';

/** What generators make pages of with other programs than those of Markdown. */
export const OTHER_TEXT = /\.(?:org|adoc|asciidoc|rst|textile|ipynb|rmd|qmd|wiki|canvas)$/i;

/** Why a tree is no export: of one that holds an archive, that it is to be unpacked. */
export function notRecognized({ files }: ExportTree): string {
  const archive = [...files.keys()].find((path) =>
    /\.(?:zip|rar|7z|tar|tgz|tar\.(?:gz|xz|bz2))$/i.test(path),
  );
  const other = [...files.keys()].flatMap((path) => OTHER_TEXT.exec(path)?.[0].toLowerCase() ?? [])[0];
  if (archive === undefined && other !== undefined)
    return `Les textes d’ici sont au format ${other}, qu’Encrier ne lit pas\u00a0: convertissez-les en Markdown, ou donnez l’export d’un autre système.`;
  return archive === undefined
    ? NOT_RECOGNIZED
    : `«\u00a0${archive.slice(0, 200)}\u00a0» est une archive qui n’est pas lue telle quelle\u00a0: dépliez-la, et donnez son dossier, ou un zip de ce qu’elle contient.`;
}

/** Looks at names and at first bytes; null when the files are none of the systems. What a file is called never decides alone. */
export async function recognizeTree(tree: ExportTree): Promise<Recognized | null> {
  const files = [...tree.files.values()];
  const exports = [...(await byHeads(files)), await substack(files), await medium(files)].filter(
    (one) => one !== null,
  );
  const [exported] = exports;
  const site = await generator(tree, files);
  if (exported === undefined) return site ?? markdownFolder(files);
  // Who moved to Jekyll or Hugo often kept the export among the texts.
  const isOfSite = site !== null && exported.files.every(({ path }) => path.startsWith(site.root));
  const read = isOfSite ? site : exported;
  const others = exports.filter((one) => one !== read);
  return { ...read, others: others.flatMap(({ files: [file] }) => file?.path ?? []) };
}

const HEAD_BYTES = 64 * 1024;
/** What a file begins with; '' for what is no text. */
async function headOf(file: ExportFile): Promise<string> {
  return decodedText(await readHead(file, HEAD_BYTES)) ?? '';
}

/** So many single files are looked into whatever they are called. */
const FEW = 50;

/** WordPress's export and Ghost's, which may be there both. */
async function byHeads(files: readonly ExportFile[]): Promise<readonly Recognized[]> {
  const looked = files.filter(
    ({ path }) =>
      /\.(?:xml|wxr)(?:\.gz)?$/i.test(path) ||
      /^(?:[^/]+\/)?[^/]+\.json(?:\.gz)?$/i.test(path) ||
      files.length <= FEW,
  );
  const found: Record<'wordpress' | 'ghost', ExportFile[]> = { wordpress: [], ghost: [] };
  for (const file of looked.slice(0, 500)) {
    if (PICTURE_OR_PAGE.test(file.path)) continue;
    const head = await headOf(file);
    if (isWordPress(head)) found.wordpress.push(file);
    else if (isGhost(head)) found.ghost.push(file);
  }
  return (['wordpress', 'ghost'] as const).flatMap((system) =>
    found[system].length > 0 ? { system, root: '', files: found[system] } : [],
  );
}

const PICTURE_OR_PAGE = /\.(?:jpe?g|png|gif|webp|avif|svg|ico|mp[34]|pdf|html?|mdx?|markdown|js|ts|css)$/i;

function isWordPress(head: string): boolean {
  return /<rss\b/.test(head) && /wordpress\.org\/export\/|<wp:wxr_version>/.test(head);
}

function isGhost(head: string): boolean {
  return (
    /^\s*\{/.test(head) &&
    // How Ghost begins one is enough: cut right after, it is an export all the same, and said to be incomplete.
    (/"meta"\s*:\s*\{\s*"exported_on"/.test(head) ||
      (/"meta"\s*:\s*\{[^{}]*"version"/.test(head) && /"data"\s*:\s*\{\s*"[a-z_]+"\s*:/.test(head)))
  );
}

async function substack(files: readonly ExportFile[]): Promise<Recognized | null> {
  for (const file of files.filter(({ path }) => /(?:^|\/)posts[^/]*\.csv$/i.test(path))) {
    const head = await headOf(file);
    if (/^"?post_id"?,/.test(head) && head.includes('post_date'))
      return { system: 'substack', root: folderOf(file.path), files: [file] };
  }
  return null;
}

async function medium(files: readonly ExportFile[]): Promise<Recognized | null> {
  const pages = files.filter(({ path }) => /(?:^|\/)posts\/[^/]+\.html$/i.test(path));
  for (const page of pages.slice(0, 20)) {
    const head = await headOf(page);
    if (/class="[^"]*\bh-entry\b/.test(head) && /class="[^"]*\bp-name\b/.test(head))
      return { system: 'medium', root: '', files: pages };
  }
  return null;
}

/** What stands at the top of a site, by whose name the system is known; what comes first is surer. */
interface Marker {
  readonly system: System;
  readonly name: RegExp;
  /** The folder that must stand beside it, where others use the name too. */
  readonly beside?: string;
  /** What must be written in it. */
  readonly says?: string;
}

const MARKERS: readonly Marker[] = [
  {
    system: 'hugo',
    name: /^(.*\/)?(?:hugo\.(?:toml|ya?ml|json)|config\/_default\/[^/]+|archetypes\/[^/]+\.md)$/,
  },
  // So its settings were called before 2022.
  { system: 'hugo', name: /^(.*\/)?config\.(?:toml|ya?ml|json)$/, beside: 'content/' },
  { system: 'astro', name: /^(.*\/)?astro\.config\.[cm]?[jt]s$/ },
  {
    system: 'eleventy',
    name: /^(.*\/)?(?:\.eleventy\.[cm]?js|\.eleventyignore|eleventy\.config\.[cm]?[jt]s)$/,
  },
  { system: 'eleventy', name: /^((?:[^/]+\/){0,2})package\.json$/, says: '"@11ty/eleventy"' },
  {
    system: 'jekyll',
    name: /^(.*\/)?(?:_config\.(?:ya?ml|toml)|_posts\/.+\.(?:md|markdown|html?|textile))$/,
  },
  { system: 'astro', name: /^(.*\/)?src\/content\/.+\.(?:mdx?|mdoc)$/ },
  { system: 'hugo', name: /^(.*\/)?content\/(?:.+\/)?_index(?:\.[a-z-]+)?\.md$/ },
];

interface Marked extends Pick<Recognized, 'system' | 'root'> {
  /** Of its marker among those. */
  readonly order: number;
}

/** The marker nearest to the top tells the system: below it stand examples, themes and documentation. */
async function generator(tree: ExportTree, files: readonly ExportFile[]): Promise<Recognized | null> {
  const found: Marked[] = [];
  for (const file of files)
    for (const [order, { system, name, beside, says }] of MARKERS.entries()) {
      const match = name.exec(file.path);
      const root = match?.[1] ?? '';
      if (match === null) continue;
      if (beside !== undefined && !files.some(({ path }) => path.startsWith(root + beside))) continue;
      if (says !== undefined && !(await headOf(file)).includes(says)) continue;
      found.push({ system, root, order });
    }
  const depth = (root: string): number => root.split('/').length;
  const [best] = found
    .filter(({ root }) => hasTexts(tree, root))
    .sort(
      (a, b) =>
        Number(isTheme(tree, a)) - Number(isTheme(tree, b)) ||
        depth(a.root) - depth(b.root) ||
        a.order - b.order,
    );
  return best === undefined ? null : { system: best.system, root: best.root, files: [] };
}

function hasTexts(tree: ExportTree, root: string): boolean {
  for (const path of tree.files.keys())
    if (path.startsWith(root) && (isMarkdown(path) || POST_IN_HTML.test(path)) && !ABOUT_FOLDER.test(path))
      return true;
  return false;
}
/** What Jekyll's own importers write. */
const POST_IN_HTML = /(?:^|\/)_posts\/.+\.html$/i;
/** What explains a folder to other programmers: no text of a site. */
export const ABOUT_FOLDER =
  /(?:^|\/)(?:readme|changelog|license|contributing|code_of_conduct|security|agents|claude)\.md$/i;

/** A theme of Hugo has what a site has but the texts: those are in an example below it. */
function isTheme({ files }: ExportTree, { system, root }: Marked): boolean {
  if (system !== 'hugo') return false;
  const isThere = (name: string): boolean => files.has(root + name);
  if (!['theme.toml', 'theme.yaml', 'theme.yml'].some(isThere)) return false;
  for (const path of files.keys()) if (path.startsWith(`${root}content/`) && isMarkdown(path)) return false;
  return true;
}

function markdownFolder(files: readonly ExportFile[]): Recognized | null {
  const hasText = files.some(({ path }) => isMarkdown(path));
  return hasText ? { system: 'markdown', root: sharedFolder(files), files: [] } : null;
}

/** The folder that all of them are in: '' or a path that ends with `/`. */
function sharedFolder(files: readonly ExportFile[]): string {
  const [first, ...others] = files.map(({ path }) => folderOf(path));
  let shared = first ?? '';
  for (const folder of others) while (!folder.startsWith(shared)) shared = folderOf(shared.slice(0, -1));
  return shared;
}

/** The folder of a path, with its final `/`; '' at the top. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** Whether a text of a site is written in HTML. */
export function isHtml(path: string): boolean {
  return /\.(?:html|njk|liquid)$/i.test(path);
}

export function isMarkdown(path: string): boolean {
  return /\.(?:md|mdx|markdown|mdown|mkd|mdoc)$/i.test(path);
}
