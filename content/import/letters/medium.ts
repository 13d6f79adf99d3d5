import { decoded } from '../../model/paths.ts';
import type { ExportFile } from '../archive.ts';
import { type ExportReading, readText } from '../export-tree.ts';
import { htmlToMarkdown } from '../html/html-to-markdown.ts';
import { plainText } from '../html/html-tree.ts';
import { type ImportedItem, type ImportedText, type ImportNote, UNSAID } from '../imported.ts';
import { momentOf } from '../sites/dates.ts';
import { LISTS, linkPattern, withOwnLinks } from './own-links.ts';

/** A Medium export's posts: one page of HTML each. Responses to others' articles are among them, and stay drafts. */
export async function* readMedium(
  pages: readonly ExportFile[],
  { onBytes }: ExportReading,
): AsyncGenerator<ImportedItem, void> {
  yield { kind: 'site', system: 'medium', title: null, origin: null };
  yield* LISTS;
  const names = pages.map(({ path }) => nameOf(path)).filter((name) => !DRAFT.test(name));
  const own = new Set(names.flatMap((name) => idIn(name) ?? []));
  for (const page of pages) {
    const html = await readText(page);
    onBytes(page.given);
    if (html === null) yield { kind: 'left-out', what: 'fichiers illisibles, ou de plus de 16 Mo', count: 1 };
    else if (!html.includes('h-entry'))
      yield { kind: 'left-out', what: 'pages qui ne sont pas des articles', count: 1 };
    else yield textOf(page.path, html, own);
  }
}

/** An address of Medium, on its own host or a publication’s: what tells articles apart is the number at its end. */
const LINK = linkPattern(/(?:[^"?#\s]{0,500}[-/])?/, /[0-9a-f]{10,14}/);

function nameOf(path: string): string {
  return (path.split('/').at(-1) ?? '').replace(/\.html$/i, '');
}

const DRAFT = /^draft_/;

function idIn(name: string): string | null {
  return /-([0-9a-f]{10,14})$/.exec(name)?.[1] ?? null;
}

const LONGEST_HEAD = 20_000;

/** `own` are the numbers of the articles that the export holds. */
function textOf(path: string, html: string, own: ReadonlySet<string>): ImportedText {
  const name = nameOf(path);
  const footer = html.slice(Math.max(0, html.lastIndexOf('<footer')));
  const canonical = /<a href="([^"]{1,2000})" class="[^"]*p-canonical/.exec(footer)?.[1] ?? null;
  const id = /medium\.com\/p\/([0-9a-f]{8,14})/.exec(footer)?.[1] ?? idIn(name) ?? name;
  const isDraft = DRAFT.test(name);
  const published =
    momentOf(/datetime="([^"]{1,60})"/.exec(footer)?.[1] ?? '') ??
    momentOf(/^(\d{4}-\d{2}-\d{2})_/.exec(name)?.[1] ?? '');
  const title =
    textBetween(html, /<h1 class="[^"]*p-name[^"]*">/, '</h1>') ??
    textBetween(html, /<title>/, '</title>') ??
    'Sans titre';
  const subtitle = textBetween(html, /<section data-field="subtitle"[^>]*>/, '</section>');
  const body = bodyOf(html, { title, subtitle });
  const converted = htmlToMarkdown(withOwnLinks(body.untitled, LINK, (number) => own.has(number)));
  const isResponse = !isDraft && isUntitled(body, title);
  const address = canonical !== null && URL.canParse(canonical) ? new URL(canonical).pathname : `/p/${id}`;
  return {
    ...UNSAID,
    type: 'post',
    id,
    state: isDraft ? 'draft' : isResponse ? 'private' : 'published',
    title,
    subtitle,
    slug: slugOf(address, name),
    published: isDraft ? null : published,
    author: textBetween(footer, /<a[^>]{1,500}class="p-author h-card"[^>]*>/, '</a>'),
    // A rule stands before each part, and is not shown before the first.
    content: converted.markdown.trim().replace(/^---(?:\n+|$)/, ''),
    anchors: converted.anchors,
    addresses: isDraft ? [] : [...new Set([address, `/p/${id}`])],
    feedId: isDraft ? null : `https://medium.com/p/${id}`,
    notes: [...(isResponse ? [RESPONSE] : []), ...converted.notes],
  };
}

/** The words between an opening tag near the top of a page and the next closing one. */
function textBetween(html: string, opening: RegExp, closing: string): string | null {
  const found = opening.exec(html.slice(0, LONGEST_HEAD));
  if (found === null) return null;
  const from = found.index + found[0].length;
  const to = html.indexOf(closing, from);
  return plainText(html.slice(from, to === -1 ? from : Math.min(to, from + 2000))) || null;
}

const RESPONSE: ImportNote = { kind: 'private', what: 'sans doute une réponse à un autre texte' };

/** Medium names a response by its first words: it has no titles and no pictures. */
function isUntitled({ whole }: Body, title: string): boolean {
  const words = plainText(whole.slice(0, LONGEST_HEAD));
  const start = title.replace(/(?:…|\.\.\.)$/, '').trim();
  return start !== '' && words.startsWith(start) && !/<(?:h[1-6]|img|iframe)\b/.test(whole);
}

interface Body {
  readonly whole: string;
  readonly untitled: string;
}

/** The body without what repeats the title and the subtitle: Medium shows them as its first paragraphs. */
function bodyOf(
  html: string,
  { title, subtitle }: { readonly title: string; readonly subtitle: string | null },
): Body {
  const opening = /<section data-field="body"[^>]*>/.exec(html);
  const from = opening === null ? 0 : opening.index + opening[0].length;
  const end = html.lastIndexOf('<footer');
  const body = html.slice(from, end > from ? end : undefined);
  const untitled = withoutFirst(body, title);
  // Where the subtitle is a heading further below, it is that of a part.
  const isBelow = /[\p{L}\p{N}]/u.test((FIRST_HEADING.exec(untitled)?.[1] ?? '').replace(/<[^>]*>/g, ''));
  return {
    whole: body,
    untitled: subtitle === null || isBelow ? untitled : withoutFirst(untitled, subtitle),
  };
}
const FIRST_HEADING = /^([\s\S]{0,20000}?)<h[1-4]\b/;

function withoutFirst(body: string, words: string): string {
  const heading = /<(h[1-4])\b[^>]*>((?:(?!<\/\1>)[\s\S]){0,3000})<\/\1>/.exec(body.slice(0, LONGEST_HEAD));
  if (heading === null) return body;
  return plainText(heading[2] ?? '') === words
    ? body.slice(0, heading.index) + body.slice(heading.index + heading[0].length)
    : body;
}

/** `/@user/my-title-1a2b3c4d5e6f` is « my-title ». */
function slugOf(address: string, name: string): string {
  const last = address.split('/').at(-1) ?? '';
  const written = last.includes('-')
    ? last
    : name.replace(/^(?:draft|\d{4}-\d{2}-\d{2})_/, '').replace(/-+/g, '-');
  return (decoded(written) ?? written).replace(/-[0-9a-f]{8,14}$/, '').replace(/^-|-$/g, '');
}
