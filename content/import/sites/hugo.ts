import type { ExportTree } from '../export-tree.ts';
import { type Fields, flagAt, isFields, listAt, rowsOf, textAt, valueAt } from '../front-matter.ts';
import { plainList } from '../imported.ts';
import { folderOf } from '../recognize.ts';
import { dayOf } from './dates.ts';
import { cascadedFields, cascadesOf, type Place } from './hugo-cascade.ts';
import { type Context, contextOf, readConfig } from './hugo-settings.ts';
import { translateHugo } from './hugo-shortcodes.ts';
import { readHeads } from './markdown-site.ts';
import { originOf, pathOf } from './permalinks.ts';
import type { MarkdownSite } from './site.ts';
import { type SiteText, siteText, type TextHead, tagFieldsOf, tagsIn, titleOfName } from './site-text.ts';

/** A Hugo site: content/, its bundles, static/ and assets/; addresses by Hugo's rules (https://gohugo.io/content-management/urls/). */
export async function hugoSite(tree: ExportTree): Promise<MarkdownSite> {
  const config = await readConfig(tree);
  const settings = contextOf(config);
  const isText = (path: string) =>
    settings.languageOf(path) !== null && /\.(?:md|markdown|html)$/i.test(path);
  const inside = [...tree.files.keys()]
    .filter((path) => isText(path) && !isSection(path))
    .map((path) => placeOf(path, settings).inside.replace(/\/index$/, ''));
  const below = inside.filter((path) => path.includes('/'));
  const isFlat =
    inside.length > 2 * below.length && !below.some((path) => isMain(path.split('/')[0] ?? '', settings));
  const context: Context = { ...settings, isFlat };
  const cascades = [...cascadesOf(config, { folder: '', language: null })];
  for await (const { file, head } of readHeads(tree, (path) => isText(path) && isSection(path))) {
    const { inside, language } = placeOf(file.path, context);
    cascades.push(...cascadesOf(head.fields, { folder: folderOf(inside), language }));
  }
  const texts: SiteText[] = [];
  const lists: string[] = [];
  for await (const { file, head: own } of readHeads(tree, isText)) {
    const fields = { ...cascadedFields(cascades, placeOf(file.path, context)), ...own.fields };
    const head = { ...own, fields };
    const rules = rulesOf(file.path, head, context);
    if (isSection(file.path) && head.body.trim() === '') lists.push(...rules.addresses);
    else texts.push(siteText(file, { ...head, fields: shownFrom(fields) }, rules));
  }
  const { origin, base } = originOf(textAt(config, 'baseurl'));
  const bundles = bundlesOf(texts);
  const covers = coversOf(tree, bundles);
  return {
    site: { kind: 'site', system: 'hugo', title: textAt(config, 'title'), origin },
    texts: texts.map((text) => withCover(text, covers)),
    base,
    roots: [...context.contentFolders, 'static/', 'assets/'],
    data: { ...config, site: config },
    addressesOf: (path) => fileAddresses(path, context, bundles),
    // Pages that only listed others lead to the list of articles.
    lists: plainList(
      'all',
      lists.filter((address) => address !== '/'),
    ),
    listing: {
      category: ['/categories/:name/'],
      tag: ['tags', ...tagFieldsOf(config)].map((field) => `/${field}/:name/`),
      nameOf: (topic) => urlized(topic, context),
      feed: 'index.xml',
    },
    leftOut: { 'pages de rubriques sans texte': lists.length },
    translate: translateHugo,
  };
}

function isSection(path: string): boolean {
  return /\/_index(?:\.[a-z-]+)?\.[a-z]+$/i.test(`/${path}`);
}

function placeOf(path: string, { languageOf }: Pick<Context, 'languageOf'>): Place {
  const { name = '', inside = path } = languageOf(path) ?? {};
  return { inside: inside.replace(/\.[a-z]+$/i, ''), language: name };
}

const COVER_NAME = /^(?:featured?|cover|thumb(?:nail)?)[^/]*\.(?:jpe?g|png|webp|avif|gif)$/i;

/** The picture beside a bundle's text that themes show above it, by the folder of the bundle. */
function coversOf(tree: ExportTree, bundles: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const covers = new Map<string, string>();
  for (const path of tree.files.keys()) {
    const folder = folderOf(path);
    const name = path.slice(folder.length);
    if (bundles.has(folder) && COVER_NAME.test(name) && !covers.has(folder)) covers.set(folder, name);
  }
  return covers;
}

function withCover(text: SiteText, covers: ReadonlyMap<string, string>): SiteText {
  if (text.described.cover !== null) return text;
  const named = rowsOf(valueAt(text.fields, 'resources')).find((resource) =>
    /featured|cover|header|thumbnail/.test(textAt(resource, 'name') ?? ''),
  );
  const isBundle = /(?:^|\/)_?index(?:\.[a-z-]+)?\.[a-z]+$/i.test(text.file.path);
  const beside = isBundle ? covers.get(folderOf(text.file.path)) : undefined;
  const cover = (named === undefined ? null : textAt(named, 'src')) ?? beside ?? null;
  return { ...text, described: { ...text.described, cover } };
}

const USUAL_SECTIONS = new Set('posts post blog news articles article notes actualites journal'.split(' '));

function isMain(section: string, { mainSections }: Pick<Context, 'mainSections'>): boolean {
  return mainSections.length > 0 ? mainSections.includes(section) : USUAL_SECTIONS.has(section);
}

/** Pages that are dated because the program that makes a new file dates it. */
const NO_ARTICLE =
  /^(?:index|about|contact|archives?|search|tags|categories|a-propos|mentions-legales|privacy)\b/i;

function rulesOf(path: string, head: TextHead, context: Context) {
  const { prefix = '', name: language = '' } = context.languageOf(path) ?? {};
  const parts = placeOf(path, context).inside.split('/');
  const isBundle = /^_?index$/.test(parts.at(-1) ?? '');
  const isList = parts.at(-1) === '_index';
  if (isBundle) parts.pop();
  const section = parts.length > 1 || (isList && parts.length > 0) ? (parts[0] ?? '') : '';
  const name = parts.at(-1) ?? '';
  const fields = withNamedSlug(head.fields, name, context);
  const slug = textAt(fields, 'slug') ?? name.replace(/^\d{4}-\d{2}-\d{2}[-_]/, '');
  const address = addressOf({ fields, parts, section, isList }, context);
  const whole = context.base + prefix + address;
  const [, ...day] = /(?:^|\/)(\d{4})[-/](\d{2})[-/](\d{2})(?!\d)/.exec(textAt(fields, 'path') ?? name) ?? [];
  const datedName = day.length === 0 ? null : day.join('-');
  const isDated = datedName !== null || textAt(fields, 'date', 'publishdate') !== null;
  const isPost =
    !isList &&
    (section === ''
      ? datedName !== null || (context.isFlat && isDated && !NO_ARTICLE.test(name))
      : isMain(section, context) || (isDated && context.mainSections.length === 0));
  // Zola has them from the top.
  const isOfZola = textAt(context.config, 'base_url') !== null;
  const aliases = listAt(fields, 'aliases').map((alias) =>
    aliasOf(isOfZola ? alias.replace(/^\/?/, '/') : alias, whole, context.base + prefix),
  );
  const hidden = hiddenOf(fields);
  return {
    isPost,
    slug: slug === '' ? 'accueil' : slug,
    addresses: [whole, ...aliases],
    notes: hidden === null ? [] : [{ kind: 'private' as const, what: hidden }],
    isDraft: hidden !== null,
    datedName,
    clock: context.clocks.get(language) ?? context.clocks.get('') ?? null,
    menuOrder: menuOrderOf(fields),
    tags: tagsIn(head.fields, ...tagFieldsOf(context.config)),
  };
}

/** What `:default` stands for in the settings of dates. */
const USUAL_DATES = ['date', 'publishdate', 'pubdate', 'published', 'lastmod', 'modified'];

/** `2019-05-01-titre` is at `titre` where the settings have a date read from it, and no field that they name before states one. */
function withNamedSlug(fields: Fields, name: string, { config }: Context): Fields {
  const slug = /^\d{4}-\d{2}-\d{2}[ _-]*(.*?)[ _-]*$/.exec(name)?.[1] ?? '';
  const settings = valueAt(config, 'frontmatter');
  if (slug === '' || textAt(fields, 'slug') !== null || !isFields(settings)) return fields;
  const isNamed = Object.keys(settings).some((key) => {
    const ways = listAt(settings, key).map((way) => way.toLowerCase());
    const at = ways.indexOf(':filename');
    const before = ways.slice(0, at).flatMap((way) => (way === ':default' ? USUAL_DATES : way));
    return at !== -1 && textAt(fields, ...before) === null;
  });
  return isNamed ? { ...fields, slug } : fields;
}

/** Why readers saw no page of a text; null for one that they saw. */
function hiddenOf(fields: Fields): string | null {
  if (/^(?:false|never|link)$/i.test(textAt(fields, 'build.render', '_build.render') ?? ''))
    return 'sans adresse (build.render)';
  if (flagAt(fields, 'headless') === true) return 'sans adresse (headless)';
  const expiry = textAt(fields, 'expirydate');
  return expiry !== null && Date.parse(expiry) < Date.now() ? 'retiré à sa date (expiryDate)' : null;
}

/** What is to be published later is, whatever date it shows. */
function shownFrom(fields: Fields): Fields {
  const from = textAt(fields, 'publishdate');
  return from !== null && Date.parse(from) > Date.now() ? { ...fields, date: from } : fields;
}

function menuOrderOf(fields: Fields): number | null {
  const menu = valueAt(fields, 'menu') ?? valueAt(fields, 'menus');
  if (menu === undefined || menu === '') return null;
  const weight = isFields(menu)
    ? textAt(menu, ...Object.keys(menu).map((name) => `${name}.weight`))
    : textAt(fields, 'weight');
  return Number(weight ?? 0) || 0;
}

interface Addressed {
  readonly fields: Fields;
  /** The folders that it is in, and its name; of a bundle that is the name of its folder. */
  readonly parts: readonly string[];
  readonly section: string;
  readonly isList: boolean;
}

function addressOf({ fields, parts, section, isList }: Addressed, context: Context): string {
  // Zola calls it so.
  const url = textAt(fields, 'url') ?? textAt(fields, 'path')?.replace(/^\/?/, '/') ?? null;
  const folders = isList ? parts : parts.slice(0, -1);
  if (url !== null) return pathOf(url.startsWith('/') ? url : `/${[...folders, url].join('/')}`);
  const sections = folders.map((part) => urlized(part, context)).join('/');
  if (isList) return sections === '' ? '/' : `/${sections}/`;
  const filename = parts.at(-1) ?? '';
  const slug = textAt(fields, 'slug');
  const name = urlized(slug ?? filename, context);
  const pattern = patternOf(section, context.config);
  const isUgly = flagAt(context.config, 'uglyurls') === true;
  if (pattern === null)
    return `/${[sections, name].filter((part) => part !== '').join('/')}${isUgly ? '.html' : '/'}`;
  const title = urlized(textAt(fields, 'title') ?? titleOfName(filename), context);
  return filled(pattern, {
    ...dayOf(textAt(fields, 'date', 'publishdate') ?? filename),
    section,
    sections,
    title,
    slug: slug === null ? title : name,
    slugorfilename: name,
    slugorcontentbasename: name,
    filename: urlized(filename, context),
    contentbasename: urlized(filename, context),
  });
}

function patternOf(section: string, config: Fields): string | null {
  const name = section === '' ? '/' : section.toLowerCase();
  const permalinks = valueAt(config, 'permalinks');
  if (!isFields(permalinks)) return null;
  const own = isFields(permalinks['page']) ? permalinks['page'][name] : permalinks[name];
  return typeof own === 'string' ? own : null;
}

function filled(pattern: string, values: Readonly<Record<string, string>>): string {
  return pathOf(
    pattern.replace(/:([a-z]+)(?:\[([^\]]*)\])?/g, (token, key: string, part?: string) => {
      const value = values[key] ?? token;
      return part === undefined ? value : sliced(value.split('/'), part).join('/');
    }),
  );
}

/** `[1:]`, `[:2]`, `[0]` and `[last]` of the sections that a text is in. */
function sliced(sections: readonly string[], part: string): readonly string[] {
  const [from = '', to] = part.split(':');
  const place = (written: string): number => (written === 'last' ? sections.length - 1 : Number(written));
  if (to === undefined) return sections.slice(place(from), place(from) + 1);
  return sections.slice(place(from), to === '' ? undefined : place(to));
}

/** As Hugo makes an address of a name: signs away, blanks between words to hyphens, accents kept unless told otherwise. */
function urlized(name: string, { config }: Context): string {
  const plain =
    flagAt(config, 'removepathaccents') === true ? name.normalize('NFD').replace(/\p{M}/gu, '') : name;
  const kept = plain
    .replace(/[^\p{L}\p{N}\p{M}._~+@/\s-]/gu, '')
    .trim()
    .replace(/\s*-\s*|\s+/g, '-');
  return flagAt(config, 'disablepathtolower') === true ? kept : kept.toLowerCase();
}

function aliasOf(alias: string, address: string, prefix: string): string {
  if (alias.startsWith('/')) return pathOf(prefix + alias);
  const parent = address.replace(/[^/]+\/?$/, '');
  return URL.canParse(alias, `http://x${parent}`)
    ? new URL(alias, `http://x${parent}`).pathname
    : pathOf(`/${alias}`);
}

/** Files of static/ and assets/ are served from the top, those of a bundle beside its text. */
function fileAddresses(
  path: string,
  context: Context,
  bundles: ReadonlyMap<string, string>,
): readonly string[] {
  const fixed = /^(?:themes\/[^/]+\/)?(?:static|assets)\/(.*)$/.exec(path);
  if (fixed !== null) return [`${context.base}/${fixed[1] ?? ''}`, `/${fixed[1] ?? ''}`];
  const language = context.languageOf(path);
  if (language === null) return [];
  const bundle = ownBundle(path, bundles);
  const address = `${context.base}${language.prefix}/${language.inside}`;
  return bundle === null ? [address] : [bundle, address];
}

/** The address of each bundle's text, by the folder of the bundle. */
function bundlesOf(texts: readonly SiteText[]): ReadonlyMap<string, string> {
  return new Map(
    texts.flatMap(({ file, described }): [string, string][] => {
      const [address] = described.addresses;
      const folder = /^(.*\/)_?index(?:\.[a-z-]+)?\.[a-z]+$/i.exec(file.path)?.[1];
      return folder === undefined || address === undefined ? [] : [[folder, address]];
    }),
  );
}

function ownBundle(path: string, bundles: ReadonlyMap<string, string>): string | null {
  for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder.slice(0, -1))) {
    const address = bundles.get(folder);
    if (address !== undefined) return address.replace(/\/?$/, '/') + path.slice(folder.length);
  }
  return null;
}
