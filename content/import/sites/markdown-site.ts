import { detached } from '../../model/detached.ts';
import { mendAddresses } from '../../model/image-references/mend.ts';
import { capitalized } from '../../model/post-words.ts';
import { slugFromTitle } from '../../model/slug.ts';
import type { ExportFile } from '../archive.ts';
import { type ExportReading, type ExportTree, isPicture, servedFile } from '../export-tree.ts';
import { isFields, type Plain } from '../front-matter.ts';
import { htmlToMarkdown } from '../html/html-to-markdown.ts';
import type { ImportedItem, ImportedList, ImportNote, Translated } from '../imported.ts';
import { folderOf, isHtml, isMarkdown, OTHER_TEXT } from '../recognize.ts';
import { headingAnchors } from './heading-anchors.ts';
import { createResolver, createTextFinder, keyOf, withWholeDestinations } from './links.ts';
import { REDIRECTS_OF_HOSTS, readMoved, withMoved } from './moved.ts';
import { type Files, type MarkdownSite, matchesName } from './site.ts';
import { readHeadOf, type SiteText, type TextHead } from './site-text.ts';
import { changeProse, replaceInProse } from './template-marks.ts';
import { languageNotes } from './text-languages.ts';

/** Everything of a site, a text at a time; pictures of archives are taken out one by one. */
export async function* readSite(given: MarkdownSite, reading: ExportReading): AsyncGenerator<ImportedItem> {
  const texts = given.texts.filter(({ described }) => !isNotFound(described.addresses));
  const site = { ...given, texts: withMoved(texts, await readMoved(reading.tree, REDIRECTS_OF_HOSTS)) };
  yield site.site;
  const files = filesOf(site, reading);
  const addressOfText = createTextFinder(site.texts);
  const resolve = createResolver({ site, files, addressOfText });
  const languagesOf = languageNotes(site);
  const named = new Set<string>();
  for (const text of site.texts) {
    const head = await readHeadOf(text.file);
    reading.onBytes(text.file.given);
    const source = site.translate(head.body, {
      text,
      site,
      addressOfText: (reference) => addressOfText(reference, text.file.path),
      addressOfFile: (reference) => resolve.ofFile(reference, text.file.path),
      filesBeside: (pattern) => filesBeside(text.file.path, pattern, files),
    });
    const converted = isHtml(text.file.path)
      ? htmlToMarkdown(source.markdown)
      : translateEmbedded(source.markdown);
    const content = mendAddresses(withWholeDestinations(converted.markdown), (address) => {
      const meant = resolve.inText(address, text);
      named.add(keyOf(meant ?? address));
      return meant;
    }).trim();
    const { cover, others } = picturesBeside(text, (written) => resolve.ofField(written, text));
    const { categories, tags } = text.described;
    const { origin } = site.site;
    yield {
      ...text.described,
      feedId: origin === null || text.feedPath === null ? null : origin + text.feedPath,
      tags: [...tags, ...(source.tags ?? []).filter((tag) => !isAmong(tag, [...categories, ...tags]))],
      cover,
      content,
      anchors: converted.anchors ?? headingAnchors(head.body),
      notes: [
        ...text.described.notes,
        ...languagesOf(text),
        ...others
          .filter((one) => !content.includes(one))
          .map((what): ImportNote => ({ kind: 'picture', what })),
        ...source.notes,
        ...converted.notes,
      ],
    };
  }
  let elsewhere = 0;
  for (const [file, addresses] of files) {
    if (!isServed(file.path) && !addresses.some((one) => named.has(keyOf(one)))) continue;
    const served = await servedFile(file, addresses, reading.workFolder);
    if (served.path === null && isPicture(file.path)) elsewhere += 1;
    yield served;
    reading.onBytes(file.given);
  }
  yield* site.lists;
  yield* listsOf(site);
  const leftOut = {
    ...site.leftOut,
    [NOT_FOUND]: given.texts.length - texts.length,
    [IN_LFS]: elsewhere,
  };
  for (const [what, count] of [...Object.entries(leftOut), ...otherTexts(files)])
    if (count > 0) yield { kind: 'left-out', what, count };
}

/** The lists that a generator makes: of topics, of folders, and of each language. */
function listsOf({ texts, base, roots, listing }: MarkdownSite): readonly ImportedList[] {
  const lists = new Map<string, ImportedList>();
  const add = (of: ImportedList['of'], name: string, address: string): void => {
    lists.set(address, { kind: 'list', of, name, addresses: [address] });
    if (of !== 'feed' && listing?.feed !== undefined) add('feed', '', address + listing.feed);
  };
  // Where the site itself stood, below the address of another.
  add('all', '', `${base}/`);
  for (const { file, described } of texts) {
    if (described.type !== 'post' || listing === undefined) continue;
    const { categories, tags, addresses } = described;
    const root = roots.find((folder) => file.path.startsWith(folder)) ?? '';
    const [, section = ''] = /^([^_./][^/]*)\//.exec(file.path.slice(root.length)) ?? [];
    const [, language = '', folder = ''] =
      /^(\/[a-z]{2}(?:-[a-z]{2})?(?=\/.))?\/(?:(\D[^/]*)\/(?=.))?/.exec(
        addresses[0]?.slice(base.length) ?? '',
      ) ?? [];
    for (const top of new Set([base, base + language])) {
      for (const inside of ['', section, folder]) add('all', '', `${top}/${inside}/`.replace('//', '/'));
      for (const [of, names] of [
        ['category', categories],
        ['tag', tags],
      ] as const)
        for (const name of names)
          for (const pattern of listing[of])
            add(of, name, top + pattern.replace(':name', () => listing.nameOf(name)));
    }
  }
  return [...lists.values()].filter(
    ({ addresses: [address = ''] }) => !address.includes('//') && slugFromTitle(address) !== '',
  );
}

const IN_LFS =
  'fichiers Git LFS, qui ne sont pas dans l’export (récupérez-les par «\u00a0git lfs pull\u00a0»)';
const NOT_FOUND = 'page «\u00a0introuvable\u00a0» (404)\u00a0: Encrier a la sienne';

/** What a server shows for addresses that are of nothing. */
function isNotFound([address = '']: readonly string[]): boolean {
  return /\/404$/.test(keyOf(address));
}

function isAmong(tag: string, tags: readonly string[]): boolean {
  return tags.some((one) => one.toLowerCase() === tag.toLowerCase());
}

/** How many texts there are of each format that is not read. */
function otherTexts(files: Files): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { path } of files.keys()) {
    const ending = OTHER_TEXT.exec(path)?.[0].toLowerCase();
    if (ending === undefined) continue;
    const what = `textes au format ${ending}, qui n’est pas lu (voir les fichiers)`;
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  return counts;
}

const PLAYS =
  /<embed\b[^<>]{0,2000}>|<(iframe|object|video|audio|script)\b[^<>]{0,2000}>(?:[\s\S]{0,5000}?<\/\1\s*>)?/gi;
/** A film, a recording or a document in the place of a picture, as GitHub and others play it. */
const FILM =
  /!\[([^[\]\n]{0,300})\]\(((?:[^\s()<>]{0,1000}\/)?([^\s()<>/]{1,200}\.(?:mp4|webm|mov|m4v|ogv|mp3|m4a|ogg|wav|flac|opus|aac|pdf)(?:[?#][^\s()<>]{0,300})?))((?:[ \t]+"[^"\n]{0,300}")?)\)/gi;

function nameOfPlayed(name: string): string {
  if (/\.pdf(?:[?#]|$)/i.test(name)) return 'PDF';
  return /\.(?:mp3|m4a|ogg|wav|flac|opus|aac)(?:[?#]|$)/i.test(name) ? 'Enregistrement' : 'Vidéo';
}

const WITHOUT_SCRIPTS = /<\/?noscript\b[^<>]{0,200}>\n?/gi;

/**
 * HTML within Markdown that plays, as links to what it plays, and what a site showed without scripts: readers of Encrier would see nothing
 * in its place.
 */
function translateEmbedded(markdown: string): Translated {
  const notes: ImportNote[] = [];
  const filmed = replaceInProse(markdown, FILM, ([, words = '', address = '', name = '', title = '']) => {
    notes.push({ kind: 'player', what: nameOfPlayed(name) });
    return `[${words || name}](${address}${title})`;
  });
  const linked = replaceInProse(filmed, PLAYS, ([html]) => {
    const played = htmlToMarkdown(html);
    notes.push(...played.notes);
    return played.markdown.trim() === '' ? null : `\n\n${played.markdown.trim()}\n\n`;
  });
  const shown = replaceInProse(linked, WITHOUT_SCRIPTS, () => '');
  const boxed = changeProse(shown, (prose) =>
    prose
      .replace(CALLOUT, titledQuote)
      .replace(NOTE_BELOW, '$&\n')
      .replace(NOTE_CALLED, '\\!')
      .replace(BOX, (_, kind?: string, label?: string, title?: string) =>
        kind === undefined ? '' : `**${titleOf(kind, label ?? title ?? '')}**\n`,
      ),
  );
  return { markdown: boxed, notes };
}

/** A line that begins a box of Starlight, Docusaurus or VitePress, `:::note[Titre]`, or ends one. */
const BOX =
  /^[ ]{0,3}:{3,20}[ \t]{0,9}(?:([a-z][\w-]{0,40})(?:\[([^\]\n]{0,300})\]|[ \t]{1,9}([^\s{}][^\n{}]{0,300})?)?)?[ \t]{0,9}(?:\{[^{}\n]{0,300}\})?[ \t]{0,9}$/gim;

/** A quote that its first line makes a box, as GitHub, Obsidian and others write it. */
const CALLOUT = /^((?:[ \t]*>)+[ \t]*)\[!([a-z][\w -]{0,30})\][+-]?[ \t]*(.*)$/gim;

/** A line of words right above a note of the foot of the page, which goldmark and others take for none of theirs. */
const NOTE_BELOW = /^(?!\[\^)(?=.*\S).+\n(?=\[\^[^\]\n]{1,100}\]:)/gm;
/** The end of a sentence that a note is called after: with it, that would begin a picture. */
const NOTE_CALLED = /(?<!\\)!(?=\[\^[^\]\n]{1,100}\](?![([]))/g;

/** The box as a quote below its title, or its kind where it has none, as readers saw it. */
function titledQuote(_: string, signs: string, kind: string, title: string): string {
  return `${signs}**${titleOf(kind, title)}**\n${signs.trimEnd()}`;
}

function titleOf(kind: string, title: string): string {
  return title.trim() || capitalized(kind.toLowerCase());
}

/** What fields are called that hold the picture above a text. */
const COVER_FIELD =
  /cover|image|img|photo|picture|banner|header|hero|thumb|background|feature|teaser|preview/;

/** The picture that stands above a text, and what is not shown: that one where no file is there, and others that its fields name. */
function picturesBeside(
  { fields, described }: SiteText,
  addressOf: (written: string) => string | null,
): { readonly cover: string | null; readonly others: readonly string[] } {
  const named = picturesIn(fields, '').flatMap(({ key, written }) => {
    const address = addressOf(written);
    return address === null ? [] : [{ key, address }];
  });
  const stated = described.cover === null ? null : (addressOf(described.cover) ?? described.cover);
  const cover = stated ?? named.find(({ key }) => COVER_FIELD.test(key))?.address ?? null;
  // A path of the sources, which no site serves.
  const lost = cover !== null && cover === described.cover && /^\.{1,2}\//.test(cover) ? [cover] : [];
  const others = new Set(named.map(({ address }) => address).filter((one) => one !== cover));
  return { cover, others: [...lost, ...others] };
}

const MOST_FIELD_PICTURES = 100;

function picturesIn(
  value: Plain,
  key: string,
): readonly { readonly key: string; readonly written: string }[] {
  if (typeof value === 'string') return isPicture(value.trim()) ? [{ key, written: value.trim() }] : [];
  const inside: readonly (readonly [string, Plain])[] = isFields(value)
    ? Object.entries(value)
    : (value ?? []).map((one) => [key, one] as const);
  return inside
    .flatMap(([name, one]) => picturesIn(one, key === '' ? name : `${key}.${name}`))
    .slice(0, MOST_FIELD_PICTURES);
}

function filesBeside(path: string, pattern: string, files: Files): readonly string[] {
  const folder = folderOf(path);
  return [...files.keys()]
    .flatMap((file) => (file.path.startsWith(folder) ? [file.path.slice(folder.length)] : []))
    .filter((name) => matchesName(pattern, name))
    .toSorted();
}

function filesOf(site: MarkdownSite, { tree }: ExportReading): Files {
  const texts = new Set(site.texts.map(({ file }) => file.path));
  const listed = new Set(site.lists.flatMap(({ addresses }) => addresses).map(keyOf));
  const files = new Map<ExportFile, readonly string[]>();
  for (const [path, file] of tree.files) {
    if (texts.has(path) || PAGE.test(path)) continue;
    const addresses = site.addressesOf(path);
    if (addresses.length > 0 && !addresses.some((one) => listed.has(keyOf(one))))
      files.set(file, [...new Set(addresses)]);
  }
  return files;
}

/** What a generator makes pages of; other HTML may be a page that a text shows beside it. */
const PAGE =
  /(?:^|\/)(?:index|404)\.html?$|\.(?:mdx?|mdoc|markdown|njk|liquid|hbs|webc|ejs|pug|haml|astro|vue|svelte|[jt]sx|php)$/i;

/** What readers look at; the rest of a site is made of styles, scripts and settings, unless a text leads to it. */
function isServed(path: string): boolean {
  return (
    isPicture(path) ||
    OTHER_TEXT.test(path) ||
    /\.(?:pdf|mp3|m4a|ogg|wav|flac|mp4|webm|mov|zip|epub|docx?|xlsx?|pptx?|od[tsp]|csv|gpx|txt)$/i.test(path)
  );
}

/** Texts of a site with what each begins with, one after the other. */
export async function* readHeads(
  tree: ExportTree,
  isText: (path: string) => boolean,
): AsyncGenerator<{ readonly file: ExportFile; readonly head: TextHead }> {
  for (const file of tree.files.values()) {
    if (!isText(file.path)) continue;
    const head = await readHeadOf(file);
    // Bodies are read again when their turn comes.
    yield { file, head: detached({ ...head, body: head.body.slice(0, KEPT) }) };
  }
}

/** Fewer words beside a page's templates are its title. */
const FEW_WORDS = 12;

/** A page of lists, not of words: one that loops, or writes HTML around what it is given, and says little itself. */
export function isTemplate(path: string, { body }: TextHead): boolean {
  if (body.trim() === '') return true;
  const hasMarks = /\{%|\{\{/.test(body);
  if (isMarkdown(path) ? !/\{%-?\s*for\s/.test(body) : !hasMarks && SHOWN.test(body)) return false;
  const words = body
    .replace(/<(script|style|head)\b[\s\S]*?<\/\1\s*>|<!--[\s\S]*?-->/gi, ' ')
    .replace(/\{%-?\s*for\s[\s\S]*?\{%-?\s*endfor\s*-?%\}|\{%[\s\S]*?%\}|\{\{[\s\S]*?\}\}/g, ' ')
    .replace(/<[^<>]*>/g, ' ')
    .match(/[\p{L}\p{N}]+/gu);
  return (words?.length ?? 0) < (hasMarks ? FEW_WORDS : 1);
}

/** What a page without a word may show. */
const SHOWN = /<(?:img|picture|svg|iframe|video|audio|object|embed)\b/i;

/** What templates that are left out are called. */
export const TEMPLATES = 'pages faites par un modèle (listes, index)';

/** As much of a body as rules look at, to tell a text from a template. */
const KEPT = 2000;
