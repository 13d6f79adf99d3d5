import { type ExportTree, readText } from '../export-tree.ts';
import { type Fields, flagAt, isFields, listAt, readData, rowsOf, textAt, valueAt } from '../front-matter.ts';
import { plainList } from '../imported.ts';
import { isMarkdown } from '../recognize.ts';
import { type Clock, clockOf, dayOf } from './dates.ts';
import { translateLiquid } from './liquid.ts';
import { isTemplate, readHeads, TEMPLATES } from './markdown-site.ts';
import { originOf, pathOf } from './permalinks.ts';
import { type MarkdownSite, USUAL_LISTS } from './site.ts';
import { type SiteText, siteText, type TextHead, titleOfName } from './site-text.ts';

const POST_NAME = /^(\d{4}-\d{1,2}-\d{1,2})-(.+)$/;
const DATE = '/:categories/:year/:month/:day/:title:output_ext';
/** Patterns that have a name (https://jekyllrb.com/docs/permalinks/). */
const STYLES: Readonly<Record<string, string>> = {
  date: DATE,
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title:output_ext',
  none: '/:categories/:title:output_ext',
};

/** A Jekyll site: _posts and _drafts at any depth, collections that are written out, and pages; addresses by its permalinks. */
export async function jekyllSite(tree: ExportTree): Promise<MarkdownSite> {
  const config = await readConfig(tree);
  const root = sourceFolder(tree, config);
  const { origin, base: urlBase } = originOf(textAt(config, 'url'));
  const base = pathOf(textAt(config, 'baseurl') ?? urlBase).replace(/\/$/, '');
  const isHexo = root !== '' && textAt(config, 'source') === null;
  const context: Context = { root, config, base, isHexo, clock: clockOf(textAt(config, 'timezone')) };
  const texts: SiteText[] = [];
  let [templates, plain] = [0, 0];
  const listed: string[] = [];
  const unshown = [...tree.files.keys()].filter(
    (path) => isUnshown(path, context) && !isText(path, context),
  ).length;
  for await (const { file, head } of readHeads(tree, (path) => isText(path, context))) {
    const place = placeOf(file.path.slice(root.length), context);
    const rules = rulesOf(file.path, head, context);
    if (place.kind === 'page' && !head.isHeaded) plain += 1;
    else if (place.kind === 'page' && isTemplate(file.path, head)) {
      templates += 1;
      listed.push(...rules.addresses);
    } else texts.push(siteText(file, head, rules));
  }
  return {
    site: { kind: 'site', system: 'jekyll', title: textAt(config, 'title', 'name'), origin },
    texts,
    addressesOf: (path) => {
      if (path === '') return [base];
      const inside = path.startsWith(root) ? path.slice(root.length) : path;
      return /^(?:_|vendor\/)/.test(inside) ? [] : [`${base}/${inside}`, `/${inside}`];
    },
    lists: [
      ...plainList(
        'feed',
        ['/feed.xml', '/atom.xml'].map((path) => base + path),
      ),
      // What only listed texts leads to the list of them.
      ...plainList(
        'all',
        listed.filter((address) => address !== `${base}/` && !/\/404\.html$/.test(address)),
      ),
    ],
    listing: {
      category: listsAt(config, 'category'),
      tag: listsAt(config, 'tag'),
      nameOf: slugified,
    },
    leftOut: {
      [TEMPLATES]: templates,
      'fichiers sans en-tête, que Jekyll ne montrait pas': plain,
      'textes de collections que Jekyll ne montrait pas seuls': unshown,
    },
    base,
    roots: [root, ...collectionRoots(config, root)],
    data: { site: { ...config, data: await dataFiles(tree, root) } },
    translate: translateLiquid,
  };
}

/** Where jekyll-archives lists the texts of a topic. */
function listsAt(config: Fields, of: 'category' | 'tag'): readonly string[] {
  const stated = textAt(config, `jekyll-archives.permalinks.${of}`);
  return stated === null ? USUAL_LISTS[of] : [pathOf(stated)];
}

interface Context {
  readonly root: string;
  readonly config: Fields;
  readonly clock: Clock | null;
  readonly base: string;
  /** Its pages keep the names of their files, whatever the addresses of articles are. */
  readonly isHexo: boolean;
}

async function readConfig(tree: ExportTree): Promise<Fields> {
  for (const name of ['_config.yml', '_config.yaml', '_config.toml']) {
    const file = tree.files.get(name);
    const text = file === undefined ? null : await readText(file);
    if (text !== null) return readData(name, text) ?? {};
  }
  return {};
}

/** `_data/people.yml` is `site.data.people`. */
async function dataFiles(tree: ExportTree, root: string): Promise<Fields> {
  const data: Record<string, Fields> = {};
  for (const [path, file] of tree.files) {
    const found = /^_data\/([\w/-]+)\.(?:ya?ml|json)$/.exec(path.slice(root.length));
    if (found === null || !path.startsWith(root) || file.bytes > MAX_DATA) continue;
    const [, name = ''] = found;
    data[name.toLowerCase()] = readData(path, (await readText(file)) ?? '') ?? {};
  }
  return data;
}
const MAX_DATA = 1024 * 1024;

/** The folder that the settings name for all texts; Hexo's is called `source` where they name none. */
function sourceFolder(tree: ExportTree, config: Fields): string {
  const stated = textAt(config, 'source', 'source_dir') ?? 'source';
  const folder = `${stated.replace(/^\.?\/|\/$/g, '')}/`;
  return [...tree.files.keys()].some((path) => path.startsWith(`${folder}_posts/`)) ? folder : '';
}

/** `/docs/x` may be the file of a collection: `_docs/x.md`. */
function collectionRoots(config: Fields, root: string): readonly string[] {
  const folder = textAt(config, 'collections_dir');
  return folder === null ? [] : [`${root}${folder.replace(/^\/|\/$/g, '')}/`];
}

function isText(path: string, { root, config }: Context): boolean {
  if (!path.startsWith(root) || !/\.(?:md|markdown|mkd|mkdn|mdown|html|textile)$/i.test(path)) return false;
  const inside = path.slice(root.length);
  if (/(?:^|\/)_(?:posts|drafts)\//.test(inside)) return true;
  const collection = collectionOf(inside);
  if (collection !== null)
    return (
      flagAt(config, `collections.${collection.toLowerCase()}.output`) === true || isIncluded(inside, config)
    );
  const excluded = listAt(config, 'exclude').some(
    (name) => inside === name || inside.startsWith(`${name.replace(/\/$/, '')}/`),
  );
  return !excluded && !/(?:^|\/)_|^(?:vendor|test|spec|node_modules)\//.test(inside);
}

/** `_recettes/soupe.md` is of the collection `recettes`, if there is one. */
function collectionOf(inside: string): string | null {
  return /^(?:[^/]+\/)?_([\w-]+)\//.exec(inside)?.[1] ?? null;
}

/** Whether the settings make pages of a folder that Jekyll would leave out for its name. */
function isIncluded(inside: string, config: Fields): boolean {
  return listAt(config, 'include').some((name) => inside.startsWith(`${name.replace(/^\/|\/$/g, '')}/`));
}

/** Texts of a collection that no reader saw alone. */
function isUnshown(path: string, { root, config }: Context): boolean {
  const inside = path.startsWith(root) ? path.slice(root.length) : '';
  const collection = collectionOf(inside);
  return (
    collection !== null &&
    valueAt(config, `collections.${collection.toLowerCase()}`) !== undefined &&
    isMarkdown(path)
  );
}

type Kind = {
  readonly kind: 'post' | 'draft' | 'page';
  readonly folders: readonly string[];
  readonly collection: string | null;
};

function placeOf(inside: string, { config }: Context): Kind {
  const match = /^(?:(.*)\/)?_(posts|drafts)\//.exec(inside);
  const directory = textAt(config, 'collections_dir');
  const folders = (match?.[1] ?? '')
    .split('/')
    .filter((part) => part !== '' && part !== directory && part !== 'source');
  if (match !== null) return { kind: match[2] === 'posts' ? 'post' : 'draft', folders, collection: 'posts' };
  const collection = isIncluded(inside, config) ? null : collectionOf(inside);
  return { kind: 'page', folders: [], collection };
}

function rulesOf(path: string, head: TextHead, context: Context) {
  const inside = path.slice(context.root.length);
  const place = placeOf(inside, context);
  const fields = withDefaults(head.fields, { inside, place, context });
  const name = (path.split('/').at(-1) ?? '').replace(/\.[a-z]+$/i, '');
  const [, day = null, rest = name] = POST_NAME.exec(name) ?? [];
  const listOf = context.isHexo ? listAt : listWithBlanks;
  const named = [...listOf(fields, 'categories'), ...listAt(fields, 'category')];
  const categories = [...new Set([...place.folders, ...named])];
  const slug = textAt(fields, 'slug') ?? (name === 'index' ? (inside.split('/').at(-2) ?? 'accueil') : rest);
  const address = addressOf({ fields, inside, place, name: rest, day, categories, context });
  const folder = address.replace(/[^/]*\/?$/, '');
  return {
    isPost: place.kind !== 'page',
    slug,
    addresses: [
      // A draft without a date has no address yet.
      ...(place.kind === 'draft' && textAt(fields, 'date') === null ? [] : [address]),
      ...listAt(fields, 'redirect_from', 'aliases').map((from) => context.base + pathOf(from)),
    ],
    isDraft: place.kind === 'draft' || flagAt(fields, 'published') === false,
    datedName: day,
    clock: context.clock,
    notes: inside.endsWith('.textile') ? [{ kind: 'html' as const, what: 'Textile' }] : [],
    categories,
    tags: [...listOf(fields, 'tags'), ...listAt(head.fields, 'tag', 'keywords')],
    feedPath: place.kind === 'post' ? folder + slug : null,
  };
}

/** `categories: un deux` are two of them in Jekyll, and so are tags. */
function listWithBlanks(fields: Fields, key: string): readonly string[] {
  const value = valueAt(fields, key);
  return typeof value === 'string'
    ? value.split(/[\s,]+/).filter((part) => part !== '')
    : listAt(fields, key);
}

interface Defaulted {
  readonly inside: string;
  readonly place: Kind;
  readonly context: Context;
}

/** What the settings say of all files of a path or a type, below what a file says itself. */
function withDefaults(fields: Fields, { inside, place, context }: Defaulted): Fields {
  const type = place.collection ?? 'pages';
  const found = rowsOf(valueAt(context.config, 'defaults')).flatMap((row): Fields[] => {
    const path = (textAt(row, 'scope.path') ?? '').replace(/^\/|\/?\*.*$/g, '');
    const of = textAt(row, 'scope.type');
    const values = valueAt(row, 'values');
    const isMeant =
      inside.startsWith(path) && (of === null || of === type || (of === 'drafts' && place.kind === 'draft'));
    return isMeant && isFields(values) ? [values] : [];
  });
  return Object.assign({}, ...found, fields) as Fields;
}

interface Addressed extends Defaulted {
  readonly fields: Fields;
  readonly name: string;
  readonly day: string | null;
  readonly categories: readonly string[];
}

function addressOf(addressed: Addressed): string {
  const { fields, place, context } = addressed;
  const own = textAt(fields, 'permalink');
  const ofSite = textAt(context.config, 'permalink') ?? 'date';
  const ofCollection =
    place.collection === null
      ? null
      : textAt(context.config, `collections.${place.collection.toLowerCase()}.permalink`);
  const pattern =
    own ??
    ofCollection ??
    (place.kind === 'page' ? pagePattern(context.isHexo ? 'date' : ofSite, place) : ofSite);
  return context.base + filled(STYLES[pattern] ?? pattern, addressed);
}

function pagePattern(ofSite: string, { collection }: Kind): string {
  if (collection !== null) return '/:collection/:path:output_ext';
  return ofSite === 'pretty' || ofSite.endsWith('/') ? '/:path/:basename/' : '/:path/:basename:output_ext';
}

function filled(pattern: string, { fields, inside, place, name, day, categories }: Addressed): string {
  const parts = inside.replace(/\.[a-z]+$/i, '').split('/');
  const basename = parts.at(-1) === 'index' ? '' : (parts.at(-1) ?? '');
  const names = [...new Set(categories.map((category) => category.toLowerCase()))];
  const values: Readonly<Record<string, string>> = {
    ...dayOf(textAt(fields, 'date') ?? day ?? ''),
    categories: names.map((part) => part.replace(/[\s?#%]/g, encodeURIComponent)).join('/'),
    slugified_categories: names.map(slugified).join('/'),
    category: slugified(names[0] ?? ''),
    title: textAt(fields, 'slug') ?? name,
    slug: slugified(textAt(fields, 'slug') ?? titleOfName(name)),
    name,
    collection: place.collection ?? '',
    path: (place.collection === null ? parts.slice(0, -1) : parts.slice(1)).join('/'),
    basename,
    output_ext: basename === '' && place.collection === null ? '' : '.html',
  };
  return pathOf(
    pattern
      .replace(/:([a-z_]+)/g, (token, key: string) => values[key] ?? textAt(fields, key) ?? token)
      .replace(/\/index\.html$/, '/'),
  );
}

function slugified(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replace(/^-|-$/g, '');
}
