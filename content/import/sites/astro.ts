import { slugFromTitle } from '../../model/slug.ts';
import { type ExportTree, readText } from '../export-tree.ts';
import { textAt } from '../front-matter.ts';
import { plainList } from '../imported.ts';
import { isMarkdown } from '../recognize.ts';
import { readHeads } from './markdown-site.ts';
import { translateMdx } from './mdx.ts';
import { type Moved, movedBy, withMoved } from './moved.ts';
import { originOf, pathOf } from './permalinks.ts';
import { type MarkdownSite, USUAL_LISTS } from './site.ts';
import { type SiteText, siteText } from './site-text.ts';
import { plain } from './template-marks.ts';

/** An Astro site: the collections of src/content and the Markdown of src/pages; a collection is where a page of its name lists it. */
export async function astroSite(tree: ExportTree): Promise<MarkdownSite> {
  const { origin, base, text: config } = await readConfig(tree);
  const folders = await collectionFolders(tree);
  const routes = routesOf(tree, { config, folders });
  const texts: SiteText[] = [];
  const pages = [...tree.files.keys()];
  const isByLanguage = pages.some((path) => BY_LANGUAGE.test(path));
  for await (const { file, head } of readHeads(tree, (path) => isText(path, folders))) {
    const inside = inCollections(file.path, folders).replace(/\.[a-z]+$/i, '');
    const [, , collection = '', ...rest] = inside.split('/');
    const isPage = inside.startsWith('src/pages/');
    const parts = (isPage ? [collection, ...rest] : rest.length === 0 ? [collection] : rest).filter(
      (part) => part !== '' && part !== 'index',
    );
    const slug = textAt(head.fields, 'slug') ?? (isPage ? parts.join('/') : parts.map(slugified).join('/'));
    const folder = isPage ? '' : rest.length === 0 ? '' : (routes.get(collection) ?? collection);
    const named = isByLanguage && !isPage ? /^[a-z]{2}(?:-[a-z]{2})?\/(?=.)/i.exec(slug) : null;
    const language = named?.[0] ?? '';
    const address = pathOf(`${base}/${language}${folder}/${slug.slice(language.length)}/`);
    const isPost =
      rest.length > 0 &&
      (textAt(head.fields, 'pubdate', 'date', 'pubdatetime', 'publishdate', 'published') !== null ||
        /^(?:blog|posts?|articles?|news)$/.test(collection));
    texts.push(
      siteText(file, head, {
        isPost,
        slug: slug.split('/').at(-1) ?? slug,
        addresses: [address],
        isDraft: /^_/.test(inside.split('/').at(-1) ?? ''),
        datedName: /^(\d{4}-\d{2}-\d{2})/.exec(parts.at(-1) ?? '')?.[1] ?? null,
      }),
    );
  }
  return {
    site: { kind: 'site', system: 'astro', title: null, origin },
    texts: withMoved(texts, movedIn(config, base)),
    addressesOf: (path) => {
      const served = /^public\/(.*)$/.exec(path)?.[1];
      if (served !== undefined) return [`${base}/${served}`, `/${served}`];
      return inCollections(path, folders).startsWith('src/') ? [`/${path}`] : [];
    },
    lists: plainList('feed', [`${base}/rss.xml`]),
    listing: { ...USUAL_LISTS, nameOf: slugified },
    leftOut: {
      'pages écrites en .astro, qui ne sont pas lues': pages.filter((path) => OWN_PAGE.test(path)).length,
    },
    base,
    roots: ['src/content/', 'src/pages/', 'public/', 'src/', ''],
    data: {},
    translate: (body, place) =>
      /\.(?:mdx|mdoc)$/i.test(place.text.file.path) ? translateMdx(body, place) : plain(body),
  };
}

/** A page that is made for each text of a language, and one that holds its own words. */
const BY_LANGUAGE = /^src\/pages\/\[(?:\.\.\.)?(?:lang|locale)\]\/.*\[(?:\.\.\.)?(?:slug|id|post|path)\]/;
const OWN_PAGE = /^src\/pages\/(?!(?:index|404)\.)[^[]+(?<!\/index)\.astro$/;

type Folders = readonly (readonly [folder: string, collection: string])[];

function isText(path: string, folders: Folders): boolean {
  return isMarkdown(path) && /^src\/(?:content|data|pages)\//.test(inCollections(path, folders));
}

/** A path as it would be where collections usually are. */
function inCollections(path: string, folders: Folders): string {
  const own = folders.find(([folder]) => path.startsWith(folder));
  return own === undefined ? path : `src/content/${own[1]}/${path.slice(own[0].length)}`;
}

/** Collections whose folder is elsewhere, as the program that defines them states it; it is read as text, and not run. */
async function collectionFolders(tree: ExportTree): Promise<Folders> {
  const paths = ['content.config', 'content/config'].flatMap((name) =>
    ['ts', 'mts', 'js', 'mjs'].map((ending) => `src/${name}.${ending}`),
  );
  const file = paths.map((name) => tree.files.get(name)).find((found) => found !== undefined);
  const text = file === undefined ? '' : ((await readText(file)) ?? '');
  // A program of one's own may read them from beside the sources.
  if (file === undefined) return ownFolders(tree);
  const stated = text.matchAll(
    /(\w+)\s*[=:]\s*defineCollection\s*\(((?:(?!defineCollection)[\s\S]){0,600}?)\bbase\s*:\s*["'`](?:\.?\/)*([^"'`]+)["'`]/g,
  );
  // `collections = { post: postCollection }`: a program may name the variable as it likes.
  const exported = /\bcollections\s*=\s*\{([^{}]*)\}/.exec(text)?.[1] ?? '';
  const names = new Map(
    [...exported.matchAll(/([\w-]+)["']?\s*:\s*(\w+)/g)].map(([, key = '', name = '']) => [name, key]),
  );
  return [...stated].map(
    ([, name = '', , folder = '']) => [`${folder.replace(/\/$/, '')}/`, names.get(name) ?? name] as const,
  );
}

function ownFolders(tree: ExportTree): Folders {
  const names = [...tree.files.keys()].flatMap((path) => /^content\/([^/]+)\//.exec(path)?.[1] ?? []);
  return [...new Set(names)].map((name) => [`content/${name}/`, name]);
}

/** As Astro makes an id of a file's name: lower case, blanks to hyphens, accents kept. */
function slugified(name: string): string {
  return (
    name
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-') || slugFromTitle(name)
  );
}

/** The settings are a program, which is not run: the two addresses in it are read as text. */
async function readConfig(tree: ExportTree) {
  for (const [path, file] of tree.files) {
    if (!/^astro\.config\.[cm]?[jt]s$/.test(path)) continue;
    const text = (await readText(file)) ?? '';
    const site = /(?:^|[{,])\s*site\s*:\s*["'`]([^"'`]+)["'`]/m.exec(text)?.[1] ?? null;
    const base = /(?:^|[{,])\s*base\s*:\s*["'`]([^"'`]+)["'`]/m.exec(text)?.[1];
    const { origin, base: path_ } = originOf(site);
    return {
      text,
      origin,
      base: base === undefined ? path_ : `/${base.replace(/^\/|\/$/g, '')}`.replace(/\/$/, ''),
    };
  }
  return { text: '', origin: null, base: '' };
}

/** So much of the settings is read, in characters. */
const LONGEST_CONFIG = 50_000;

/** What the settings say was left, `redirects: { '/vieux': '/neuf' }`; those of many addresses lead nowhere here. */
function movedIn(config: string, base: string): Moved {
  const [, stated = ''] =
    /(?:^|[{,\s])redirects\s*:\s*\{((?:[^{}]|\{[^{}]*\}){0,100000})\}/.exec(
      config.slice(0, LONGEST_CONFIG),
    ) ?? [];
  const rules = stated.matchAll(
    /["'`](\/[^"'`[\]]*)["'`]\s*:\s*(?:\{[^{}]*\bdestination\s*:\s*)?["'`](\/[^"'`[\]]*)["'`]/g,
  );
  return movedBy([...rules].map(([, from = '', to = '']) => [base + from, base + to] as const));
}

/** Where collections are shown: `src/pages/notes/[...slug].astro` shows at /notes/ the collection of that name, or the only one that has no page of its own. */
function routesOf(
  tree: ExportTree,
  { config, folders: stated }: { readonly config: string; readonly folders: Folders },
): ReadonlyMap<string, string> {
  const collections = new Set(stated.map(([, name]) => name));
  const folders = new Set<string>();
  for (const path of tree.files.keys()) {
    const collection = /^src\/content\/([^/]+)\/.+\.(?:mdx?|mdoc)$/.exec(path)?.[1];
    if (collection !== undefined) collections.add(collection);
    const route =
      /^src\/pages\/(?:\[(?:\.\.\.)?(?:lang|locale)\]\/)?((?:[^[\]]+\/)?)\[(?:\.\.\.)?(?:slug|id|post|path)\](?:\/index)?\.astro$/.exec(
        path,
      )?.[1];
    if (route !== undefined && !/^(?:tags?|categor|page)/.test(route)) folders.add(route.replace(/\/$/, ''));
  }
  // `post` is shown at /posts/.
  const alike = (name: string): string | undefined =>
    [...folders].find((folder) => folder === `${name}s` || `${folder}s` === name);
  const lone = [...collections].filter((name) => !folders.has(name));
  const free = [...folders].filter((name) => !collections.has(name));
  const routes = new Map([...collections].filter((name) => folders.has(name)).map((name) => [name, name]));
  for (const name of lone) {
    const folder = alike(name);
    if (folder !== undefined) routes.set(name, folder);
  }
  // Starlight shows its collection from the top on.
  if (/\bstarlight\s*\(/.test(config)) routes.set('docs', '');
  const [only, ...others] = lone;
  const [folder, ...more] = free;
  if (only !== undefined && others.length === 0 && folder !== undefined && more.length === 0)
    routes.set(only, folder);
  return routes;
}
