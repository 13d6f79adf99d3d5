import { escapeHtml, unescapeHtml } from '../../model/markdown/escape.ts';
import type { ExportFile } from '../archive.ts';
import { type ExportReading, readText } from '../export-tree.ts';
import { treeToMarkdown } from '../html/html-to-markdown.ts';
import { type ImportedItem, type ImportedText, type ImportNote, UNSAID } from '../imported.ts';
import { momentOf } from '../sites/dates.ts';
import { titleOfName } from '../sites/site-text.ts';
import { readLetter } from './embeds.ts';
import { LISTS, linkPattern, withOwnLinks } from './own-links.ts';

/** A Substack export: a table of posts, and a file of HTML for each. Lists of subscribers are counted by their lines, and not looked into. */
export async function* readSubstack(
  tables: readonly ExportFile[],
  reading: ExportReading,
): AsyncGenerator<ImportedItem, void> {
  yield { kind: 'site', system: 'substack', title: null, origin: null };
  yield* LISTS;
  const [table] = tables;
  const rows = table === undefined ? [] : readCsv((await readText(table)) ?? '');
  const pages = pagesById(reading);
  const own = await ownLetters(rows, pages, reading);
  for (const row of rows) {
    const id = row.get('post_id') ?? '';
    const page = pages.get(id.split('.')[0] ?? '') ?? null;
    const html = page === null ? null : await readText(page);
    reading.onBytes(page?.given ?? 0);
    if (id !== '') yield textOf(row, { id, html, own });
    pages.delete(id.split('.')[0] ?? '');
  }
  // What the table does not know was written all the same.
  for (const page of pages.values()) {
    const html = await readText(page);
    const id = (page.path.split('/').at(-1) ?? '').replace(/\.html$/i, '');
    yield textOf(
      new Map([
        ['title', titleOfName(id.replace(/^\d+\./, ''))],
        ['is_published', 'false'],
      ]),
      { id, html, own },
    );
  }
  yield* subscribers(reading);
}

function pagesById({ tree }: ExportReading): Map<string, ExportFile> {
  const pages = new Map<string, ExportFile>();
  for (const [path, file] of tree.files) {
    const id = /^posts\/(\d+)[^/]*\.html$/i.exec(path)?.[1];
    if (id !== undefined) pages.set(id, file);
  }
  return pages;
}

type Cells = ReadonlyMap<string, string>;

/** An address of Substack, on its own host, a letter’s, or that of its app. */
const LINK = linkPattern(/(?:pub\/[^"/\s]{1,100}\/)?p\//, /[a-z0-9-]{1,200}/);

/** Whether a link is to a letter of this export, by its slug and by what its address begins with. */
type IsOwn = (slug: string, home: string) => boolean;

/**
 * An export does not say where it stood: the list of its subscribers has its name at Substack, a slug of three words or more is of no other
 * letter, and who shares a letter at its end shares it at home. Elsewhere « coming-soon » is of somebody else.
 */
async function ownLetters(
  rows: readonly Cells[],
  pages: ReadonlyMap<string, ExportFile>,
  { tree }: ExportReading,
): Promise<IsOwn> {
  const slugs = new Set(rows.filter(isPublished).map((row) => slugIn(row.get('post_id') ?? '')));
  const isTelling = (slug: string): boolean => slugs.has(slug) && slug.split('-').length >= 3;
  const homes = new Set<string>();
  for (const path of tree.files.keys()) {
    const name = /(?:^|\/)email_list\.([\w-]+)\.csv$/.exec(path)?.[1];
    if (name !== undefined)
      homes.add(`https://${name}.substack.com/p/`).add(`https://open.substack.com/pub/${name}/p/`);
  }
  for (const row of rows) {
    const [number = '', slug] = (row.get('post_id') ?? '').split('.');
    const page = pages.get(number);
    const html = page === undefined ? null : await readText(page);
    for (const [, home = '', name = '', query = ''] of (html ?? '').matchAll(LINK))
      if (isTelling(name) || (name === slug && /\baction=share\b/.test(query))) homes.add(home);
  }
  return (slug, home) => isTelling(slug) || (slugs.has(slug) && homes.has(home));
}

/** `11.un-titre` is « un-titre ». */
function slugIn(id: string): string {
  return id.split('.').slice(1).join('.');
}

function isPublished(row: Cells): boolean {
  return /^true$/i.test(row.get('is_published') ?? '');
}

interface Page {
  readonly id: string;
  readonly html: string | null;
  readonly own: IsOwn;
}

function textOf(row: Cells, { id, html, own }: Page): ImportedText {
  const [number = id] = id.split('.');
  const slug = slugIn(id);
  const { root, notes: undrawn } = readLetter(withRecording(row, html ?? ''), (written) =>
    withOwnLinks(written, LINK, own),
  );
  const converted = treeToMarkdown(root);
  const notes = [...notesOf(row, html), ...undrawn];
  const isForAll = /^(?:everyone)?$/.test(row.get('audience') ?? '');
  const published = momentOf(row.get('post_date') ?? '');
  return {
    ...UNSAID,
    type: row.get('type') === 'page' ? 'page' : 'post',
    id: number,
    state: !isPublished(row)
      ? 'draft'
      : !isForAll
        ? 'private'
        : published !== null && Date.parse(published) > Date.now()
          ? 'scheduled'
          : 'published',
    title: cell(row, 'title') ?? (slug === '' ? 'Sans titre' : titleOfName(slug)),
    subtitle: cell(row, 'subtitle'),
    slug,
    published: isPublished(row) ? published : null,
    excerpt: cell(row, 'description') ?? '',
    cover: cell(row, 'cover_image'),
    content: converted.markdown.trim(),
    anchors: converted.anchors,
    addresses: slug === '' ? [] : [`/p/${slug}`],
    notes: [...notes, ...converted.notes],
  };
}

function cell(row: Cells, name: string): string | null {
  const value = unescapeHtml(row.get(name) ?? '').trim();
  return value === '' ? null : value;
}

/** The table alone says what a letter plays. */
function withRecording(row: Cells, html: string): string {
  const address = cell(row, 'podcast_url');
  return address === null || html.includes(address)
    ? html
    : `<audio src="${escapeHtml(address)}"></audio>${html}`;
}

function notesOf(row: Cells, html: string | null): readonly ImportNote[] {
  const notes: ImportNote[] = [];
  if (html === null) notes.push({ kind: 'unread', what: 'il manque dans l’export, ou dépasse 16 Mo' });
  if (!/^(?:everyone)?$/.test(row.get('audience') ?? ''))
    notes.push({ kind: 'private', what: 'réservé aux abonnés' });
  return notes;
}

async function* subscribers({ tree }: ExportReading): AsyncGenerator<ImportedItem> {
  for (const [path, file] of tree.files) {
    if (!/^[^/]*(?:email_list|subscribers?)[^/]*\.csv$/i.test(path)) continue;
    yield { kind: 'left-out', what: 'abonnés', count: await linesOf(file) };
  }
}

async function linesOf(file: ExportFile): Promise<number> {
  let lines = 0;
  let last = 0x0a;
  const stream = await file.open();
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    for (let at = chunk.indexOf(0x0a); at !== -1; at = chunk.indexOf(0x0a, at + 1)) lines += 1;
    last = chunk.at(-1) ?? last;
  }
  // The first line names the columns.
  return Math.max(0, lines + (last === 0x0a ? 0 : 1) - 1);
}

/** The rows of a table as RFC 4180 writes it, each by the names of the first row. A row that is not whole gives what it has. */
function readCsv(text: string): readonly ReadonlyMap<string, string>[] {
  const [names = [], ...rows] = cells(text.replace(/^\uFEFF/, ''));
  return rows
    .filter((row) => row.some((cell) => cell !== ''))
    .map((row) => new Map(names.map((name, index) => [name.trim(), row[index] ?? ''])));
}

/** What ends a cell: a comma, or the end of its line. */
const END = /,|\r\n|\n|\r|$/g;

function cells(text: string): string[][] {
  const rows: string[][] = [[]];
  for (let at = 0; at < text.length; ) {
    const quoted = text[at] === '"' ? quotedCell(text, at) : null;
    END.lastIndex = quoted?.end ?? at;
    const { index, 0: sign } = END.exec(text) ?? { index: text.length, 0: '' };
    // What follows a quotation up to the end of its cell is part of it.
    rows.at(-1)?.push(quoted === null ? text.slice(at, index) : quoted.value + text.slice(quoted.end, index));
    if (sign !== ',') rows.push([]);
    at = index + sign.length;
  }
  return rows;
}

/** A cell in quotes, each quote in it written twice; one that is never closed goes to the end. */
function quotedCell(text: string, open: number): { readonly value: string; readonly end: number } {
  const parts: string[] = [];
  for (let from = open + 1; ; ) {
    const quote = text.indexOf('"', from);
    const end = quote === -1 ? text.length : quote;
    parts.push(text.slice(from, end));
    if (text[end + 1] !== '"') return { value: parts.join('"'), end: Math.min(end + 1, text.length) };
    from = end + 2;
  }
}
