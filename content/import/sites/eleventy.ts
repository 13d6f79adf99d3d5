import { slugFromTitle } from '../../model/slug.ts';
import { type ExportTree, readText } from '../export-tree.ts';
import { type Fields, listAt, readData, textAt, valueAt } from '../front-matter.ts';
import { type ImportNote, plainList } from '../imported.ts';
import { ABOUT_FOLDER, folderOf, isMarkdown } from '../recognize.ts';
import { dayOf } from './dates.ts';
import { translateLiquid } from './liquid.ts';
import { isTemplate, readHeads, TEMPLATES } from './markdown-site.ts';
import { originOf, pathOf } from './permalinks.ts';
import { readScriptData } from './script-data.ts';
import { type MarkdownSite, USUAL_LISTS } from './site.ts';
import { type SiteText, siteText, type TextHead, tagsIn } from './site-text.ts';

/** What stands for each topic in the address of a page that is made for it. */
const A_TOPIC = /\{\{-?\s*(?:tag|topic|category)\b[^{}]*\}\}/;
/** Tags by which Eleventy gathers texts: no reader saw them. */
const COLLECTION = /^(?:all|nav|pages?|featured)$/i;
const POSTS = /^(?:(?:blog[-_]?)?posts?|blog|articles?)$/i;
const POST_FOLDER = /(?:^|\/)(?:_?(?:blog[-_]?)?posts?|blog|articles?|news|notes|writing)\//i;

/** An Eleventy site: its Markdown, with what the data files of its folders say; those that are programs are read, not run. */
export async function eleventySite(tree: ExportTree): Promise<MarkdownSite> {
  const folders = await foldersOf(tree);
  const { input } = folders;
  const data = await dataFiles(tree, input);
  const named = ['metadata', 'site', 'meta'].map((name) => data.get(folders.data + name));
  const metadata = named.find((fields) => fields !== undefined) ?? {};
  const { origin } = originOf(textAt(metadata, 'url'));
  const texts: SiteText[] = [];
  const listed: string[] = [];
  const topics: string[] = [];
  for await (const { file, head } of readHeads(tree, (path) => isText(path, folders))) {
    const fields = { ...dataOf(file.path, data), ...head.fields };
    const rules = rulesOf(file.path, { ...head, fields }, input);
    if (!isMarkdown(file.path) && (!head.isHeaded || !rules.addresses[0]?.endsWith('/'))) continue;
    if (!isMarkdown(file.path) && isList(file.path, { ...head, fields })) {
      const topic = (textAt(fields, 'permalink') ?? '').replace(A_TOPIC, ':name');
      if (topic.includes(':name')) topics.push(pathOf(topic.replace(/index\.html$/, '')));
      else listed.push(...rules.addresses);
    } else texts.push(siteText(file, { ...head, fields }, rules));
  }
  return {
    site: { kind: 'site', system: 'eleventy', title: textAt(metadata, 'title', 'name'), origin },
    texts,
    addressesOf: (path) => fileAddresses(path, input),
    lists: [
      ...plainList('feed', ['/feed/feed.xml', '/feed.xml', '/rss.xml']),
      ...plainList(
        'all',
        listed.filter((path) => !/^\/(?:404\/)?$/.test(path)),
      ),
    ],
    listing: { ...USUAL_LISTS, ...(topics.length === 0 ? {} : { tag: topics }), nameOf: slugFromTitle },
    base: '',
    roots: [...new Set([input, '', 'public/', 'static/'])],
    data: globalData(data, folders.data),
    leftOut: { [TEMPLATES]: listed.length + topics.length },
    translate: translateLiquid,
  };
}

interface Folders {
  /** Of all texts, from the top of the export. */
  readonly input: string;
  /** Of data that all texts know, likewise. */
  readonly data: string;
  /** Of what is put around texts, inside the first. */
  readonly hidden: readonly string[];
}

/** The settings are a program, which is not run: the folders that they name are read as text. */
async function foldersOf(tree: ExportTree): Promise<Folders> {
  let text = '';
  for (const [path, file] of tree.files)
    if (/^\.?eleventy(?:\.config)?\.[cm]?[jt]s$/.test(path)) text = (await readText(file)) ?? '';
  const named = (name: string): string | null => {
    const value = new RegExp(String.raw`\b${name}\s*:\s*["'\`]([^"'\`]+)["'\`]`).exec(text)?.[1];
    const folder = (value ?? '').replace(/^(?:\.?\/)+|\/$/g, '');
    return folder === '' || folder === '.' ? null : folder;
  };
  const stated = `${named('input') ?? ''}/`;
  const isThere = [...tree.files.keys()].some((path) => path.startsWith(stated));
  const input = stated !== '/' && isThere ? stated : folderWithMarks(tree);
  const hidden = ['includes', 'layouts'].flatMap((name) => [`_${name}/`, `${named(name) ?? `_${name}`}/`]);
  return { input, data: `${input}${named('data') ?? '_data'}/`, hidden };
}

/** A program that hides its settings: what Eleventy itself looks for stands in the folder that it reads. */
function folderWithMarks(tree: ExportTree): string {
  const marks = [...tree.files.keys()].flatMap(
    (path) => /^((?:[^/]+\/)?)_(?:includes|data|layouts)\//.exec(path)?.[1] ?? [],
  );
  return marks.includes('') ? '' : (marks[0] ?? '');
}

/** Pages in HTML, whose templates say where the words of others stand. */
const PAGE = /(?<!\.(?:xml|json|txt|css|js|webmanifest))\.(?:html|njk|liquid)$/i;

/** A page that shows others, or is put around them. */
function isList(path: string, head: TextHead): boolean {
  const isFound = /\bcollections\b|\{\{-?\s*content\b/.test(head.body);
  return isFound || valueAt(head.fields, 'pagination') !== undefined || isTemplate(path, head);
}

function isText(path: string, { input, data, hidden }: Folders): boolean {
  return (
    path.startsWith(input) &&
    (isMarkdown(path) || PAGE.test(path)) &&
    !path.startsWith(data) &&
    !hidden.some((folder) => `/${path.slice(input.length)}`.includes(`/${folder}`)) &&
    !/(?:^|\/)(?:_data|test|\.[^/]+)\/|(?:^|\/)404\.(?!md)[a-z]+$/.test(path.slice(input.length)) &&
    !ABOUT_FOLDER.test(path)
  );
}

/** What data files say, by their paths without endings. */
type Data = ReadonlyMap<string, Fields>;

const DATA_FILE =
  /(?:\.11tydata)?\.(?:json|ya?ml)$|\.11tydata\.[cm]?js$|(?<=(?:^|\/)_?data\/[\w-]+)\.[cm]?js$/;

async function dataFiles(tree: ExportTree, input: string): Promise<Data> {
  const data = new Map<string, Fields>();
  // In this order a script comes before JSON, and says more than that.
  for (const [path, file] of [...tree.files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (
      !path.startsWith(input) ||
      !DATA_FILE.test(path) ||
      /(?:^|\/)(?:package|package-lock|tsconfig)\.json$/.test(path) ||
      file.bytes > (/js$/.test(path) ? 65_536 : 1_000_000)
    )
      continue;
    const text = (await readText(file)) ?? '';
    const fields = /js$/.test(path) ? scriptFields(text) : readData(path, text);
    const name = path.replace(DATA_FILE, '');
    if (fields !== null) data.set(name, { ...fields, ...data.get(name) });
  }
  return data;
}

/** A permalink that a function computes is one that nobody knows. */
function scriptFields(source: string): Fields {
  const fields = readScriptData(source);
  const isKnown = ['permalink', 'eleventycomputed.permalink'].some((at) => valueAt(fields, at) !== undefined);
  return isKnown || !/\bpermalink\s*[:(]/.test(source) ? fields : { ...fields, permalink: '{{ computed }}' };
}

/** What `blog/blog.json` says of all texts below blog/, a folder nearer to the text last, and `blog/un.json` of `blog/un.md`. */
function dataOf(path: string, data: Data): Fields {
  const names = [path.replace(/\.[^./]+$/, '')];
  for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder.slice(0, -1)))
    names.unshift(folder + (folder.split('/').at(-2) ?? ''));
  return Object.assign({}, ...names.map((name) => data.get(name) ?? {})) as Fields;
}

/** What templates know by the name of a file of `_data`. */
function globalData(data: Data, folder: string): Fields {
  return Object.fromEntries(
    [...data].flatMap(([path, fields]) => {
      const name = /^[\w-]+$/.exec(path.slice(folder.length))?.[0];
      return name === undefined || !path.startsWith(folder) ? [] : [[name.toLowerCase(), fields]];
    }),
  );
}

function rulesOf(path: string, { fields }: TextHead, input: string) {
  const parts = path
    .slice(input.length)
    .replace(/\.[a-z]+$/i, '')
    .split('/');
  const [, indexDay = null] = /^(?:(\d{4}-\d{2}-\d{2})-)?index$/.exec(parts.at(-1) ?? '') ?? [];
  const isIndex = indexDay !== null || parts.at(-1) === 'index';
  // A folder of texts has an index of its own; below it, a folder is one text with what it shows.
  const isList = isIndex && (parts.length < 2 || POST_FOLDER.test(`${parts.at(-2)}/`));
  const named = isIndex ? parts.slice(0, -1) : parts;
  const last = named.at(-1) ?? '';
  const [, day = indexDay, slug = last] = /^(\d{4}-\d{2}-\d{2})-(.+)$/.exec(last) ?? [];
  const tags = listAt(fields, 'tags');
  const isDated = day !== null || /^\d{4}-\d{2}-\d{2}/.test(textAt(fields, 'date') ?? '');
  const isPost =
    tags.some((tag) => POSTS.test(tag)) ||
    POST_FOLDER.test(path.slice(input.length)) ||
    (isDated && named.length > 1);
  const usual = pathOf(`/${[...named.slice(0, -1), slug].join('/')}/`);
  const permalink = valueAt(fields, 'permalink') ?? valueAt(fields, 'eleventycomputed.permalink');
  const isUnserved = permalink === 'false';
  const isStated = typeof permalink === 'string' && !isUnserved;
  const own = isStated ? filled(permalink, { fields, slug, day, stem: usual }) : null;
  const address = own ?? usual;
  const notes: ImportNote[] = isStated && own === null ? [{ kind: 'address', what: address }] : [];
  if (isUnserved) notes.push({ kind: 'private', what: 'sans adresse (permalink: false)' });
  return {
    isPost: isPost && (!isList || day !== null),
    slug: slug === '' ? 'accueil' : slug,
    addresses: [address, ...listAt(fields, 'redirect_from', 'aliases', 'redirectfrom').map(pathOf)],
    notes,
    isDraft: isUnserved || /(?:^|\/)_?drafts\//i.test(path),
    datedName: day,
    tags: tagsIn(fields).filter((tag) => !COLLECTION.test(tag) && !POSTS.test(tag)),
    menuOrder:
      valueAt(fields, 'eleventynavigation') === undefined
        ? null
        : Number(textAt(fields, 'eleventynavigation.order') ?? 0) || 0,
  };
}

interface Filled {
  readonly fields: Fields;
  readonly slug: string;
  readonly day: string | null;
  readonly stem: string;
}

/** A permalink whose template says only what a file or its front matter says; null for one that says more. */
function filled(permalink: string, { fields, slug, day, stem }: Filled): string | null {
  const date = dayOf(textAt(fields, 'date') ?? day ?? '');
  const path = permalink.replace(
    /\{\{-?\s*([^{}|]+?)\s*(\|[^{}]*)?\}\}/g,
    (token, name: string, filters = '') => {
      const own = textAt(fields, name.toLowerCase());
      const isSlug = /slug/i.test(String(filters));
      if (/^page\.fileslug$/i.test(name)) return slug;
      if (/^page\.filepathstem$/i.test(name)) return stem.replace(/\/$/, '');
      if (/^page\.date$/i.test(name) && /%Y[/-]%m[/-]%d/.test(String(filters)))
        return `${date.year}/${date.month}/${date.day}`;
      if (/^page\.date$/i.test(name) && /["']%?[Yy]+["']/.test(String(filters))) return date.year;
      return own === null ? token : isSlug ? slugFromTitle(own) : own;
    },
  );
  return /\{[{%]/.test(path) ? null : pathOf(path.replace(/\/index\.html$/, '/'));
}

/** Copied as they are: from the top, from the folder of texts, or from public/. */
function fileAddresses(path: string, input: string): readonly string[] {
  if (path === '') return [];
  const inside = path.startsWith(input) ? path.slice(input.length) : path;
  if (/^(?:_includes|_data|_layouts)\//.test(inside)) return [];
  const served = inside.replace(/^(?:public|static|src|assets\/public)\//, '');
  const shown = `/${served}`.replace(/\/(\d{4}-\d{2}-\d{2})-/, '/');
  return [`/${served}`, `/${inside}`, shown];
}
