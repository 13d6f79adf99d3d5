import { parse as parseToml } from 'smol-toml';
import { bodyOf, splitPostFile } from '../files/front-matter-split.ts';
import { plainValues, readYamlMapping } from '../files/yaml-document.ts';

/** A value of front matter or of settings, every scalar as a text; keys in lower case, as Hugo reads them. */
export type Plain = string | readonly Plain[] | Fields | undefined;
export interface Fields {
  readonly [key: string]: Plain;
}

export interface FrontMatter {
  readonly fields: Fields;
  readonly body: string;
  /** Why it was not read as it is meant to be, in French; what could be told of it is in `fields`. */
  readonly fault: string | null;
}

/**
 * The fields that a text begins with, in YAML, TOML or JSON, and what follows. Nothing in it is run: other languages (`---js`) are a fault,
 * and stay in the body. Never throws.
 */
export function readFrontMatter(text: string): FrontMatter {
  const plain = text.replace(/^\uFEFF/, '');
  if (/^\+\+\+[ \t]*\r?\n/.test(plain)) return readTomlHead(plain);
  if (/^\{\s*"/.test(plain)) return readJsonHead(plain);
  if (plain.startsWith('---')) return readYamlHead(plain);
  return readUnopenedHead(plain) ?? readBareHead(plain) ?? { fields: {}, body: plain, fault: null };
}

/** Lines of fields, each of which may go on in lines that blanks begin, up to an empty one. */
const BARE = /^(?:[A-Za-z][\w-]{0,40}:(?!:)[^\n]*\n(?:[ \t]+\S[^\n]*\n)*){2,100}(?=[ \t]*(?:\n|$))/;

/** Some programs want no lines around the fields; null where it is not sure that there are any. */
function readBareHead(text: string): FrontMatter | null {
  const block = BARE.exec(text)?.[0] ?? '';
  const fields = plainLines(block.replace(/\n[ \t]+/g, ' '), ':');
  const isMeant =
    fields['title'] !== undefined &&
    ['date', 'slug', 'tags', 'category', 'author', 'authors', 'status', 'summary'].some(
      (name) => fields[name] !== undefined,
    );
  return isMeant ? { fields, body: text.slice(block.length), fault: null } : null;
}

/** Lines of fields, then the line that closes them. */
const UNOPENED = /^(?=[A-Za-z][\w-]*[ \t]*:)((?:[^\n]*\n){1,200}?)---[ \t]*(?:\n|$)/;

/** Hexo wants no line that opens the fields; null where a title of Markdown is underlined. */
function readUnopenedHead(text: string): FrontMatter | null {
  const [whole = '', block = ''] = UNOPENED.exec(text) ?? [];
  if (whole === '') return null;
  const { fields, fault } = readYaml(block);
  if (fault !== null || (fields['title'] === undefined && fields['date'] === undefined)) return null;
  return { fields, body: text.slice(whole.length), fault };
}

function readYamlHead(text: string): FrontMatter {
  const bytes = Buffer.from(text, 'utf8');
  const split = splitPostFile(bytes);
  // A line of hyphens at the top of a text without front matter is a rule of Markdown.
  if (split.kind === 'fault')
    return /^---[ \t]*\r?\n(?![\w"'-]+[ \t]*:)/.test(text)
      ? { fields: {}, body: text, fault: null }
      : { fields: {}, body: text, fault: split.reason };
  return { ...readYaml(split.block), body: bodyOf(bytes) };
}

/** A YAML text whose top is a mapping; of one that cannot be read, the lines that are plain. */
function readYaml(text: string): Omit<FrontMatter, 'body'> {
  const strict = readYamlMapping(text);
  const lenient = strict.kind === 'faults' ? readYamlMapping(withIndentedQuotes(text)) : strict;
  const reading = lenient.kind === 'faults' ? strict : lenient;
  if (reading.kind === 'faults')
    return { fields: plainLines(text, ':'), fault: reading.faults[0]?.reason ?? 'YAML illisible.' };
  if (reading.kind !== 'mapping') return { fields: {}, fault: null };
  const plain = plainValues(reading.map, reading.aliases);
  return plain === null
    ? { fields: plainLines(text, ':'), fault: 'YAML illisible.' }
    : { fields: fieldsOf(plain.value), fault: null };
}

const QUOTE_BEGINS = /^( *)(?:- +)?[\w-]+:[ \t]+(?:![ \t]+)?(["'])(.*)$/;

/** The lines that a quoted text goes on in, below its name: Ruby and Go read them, and write them, without blanks before. */
function withIndentedQuotes(text: string): string {
  let open: { readonly sign: string; readonly before: string } | null = null;
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    if (open === null) {
      const [, blanks = '', sign = '', rest = ''] = QUOTE_BEGINS.exec(line) ?? [];
      if (sign !== '' && !isClosed(rest, sign)) open = { sign, before: `${blanks}    ` };
      lines.push(line);
    } else {
      lines.push(line.trim() === '' ? line : open.before + line.trimStart());
      if (isClosed(line, open.sign)) open = null;
    }
  }
  return lines.join('\n');
}

function isClosed(inside: string, sign: string): boolean {
  return inside.replace(sign === '"' ? /\\./g : /''/g, '').includes(sign);
}

function readTomlHead(text: string): FrontMatter {
  const match = /^\+\+\+[ \t]*\r?\n((?:[^\n]*\n)*?)\+\+\+[ \t]*(?:\r?\n|$)/.exec(text);
  if (match === null)
    return { fields: {}, body: text, fault: 'L’en-tête «\u00a0+++\u00a0» n’est pas fermé.' };
  return { ...readToml(match[1] ?? ''), body: text.slice(match[0].length) };
}

function readToml(text: string): Omit<FrontMatter, 'body'> {
  try {
    return { fields: fieldsOf(parseToml(text)), fault: null };
  } catch {
    return { fields: plainLines(text, '='), fault: 'L’en-tête TOML ne se lit pas.' };
  }
}

function readJsonHead(text: string): FrontMatter {
  const end = /^\}[ \t]*(?:\r?\n|$)/m.exec(text);
  const head = text.slice(0, end === null ? undefined : end.index + 1);
  const read = readJson(head);
  if (read === null) return { fields: {}, body: text, fault: 'L’en-tête JSON ne se lit pas.' };
  return { fields: read, body: end === null ? '' : text.slice(end.index + end[0].length), fault: null };
}

/** What a file of data or settings says, in YAML, TOML or JSON by its name; null where its JSON is none. */
export function readData(path: string, text: string): Fields | null {
  if (path.endsWith('.json')) return readJson(text);
  return (path.endsWith('.toml') ? readToml(text) : readYaml(text)).fields;
}

/** The fields of a JSON object; null when the text is no JSON. */
export function readJson(text: string): Fields | null {
  const read = parsedJson(text);
  return read === null ? null : fieldsOf(read.value);
}

/** The objects of a list in JSON; none when the text is none. */
export function readJsonRows(text: string): readonly Fields[] {
  return rowsOf(plainOf(parsedJson(text)?.value, 0));
}

function parsedJson(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

/** Lines of one word and one value, the first of each name: what a text that breaks a rule of its language still says. */
function plainLines(text: string, sign: ':' | '='): Fields {
  const fields = new Map<string, string>();
  for (const line of text.split('\n')) {
    const at = line.indexOf(sign);
    const name = line.slice(0, at).trim().toLowerCase();
    if (at < 1 || !/^[a-z][\w-]*$/.test(name) || /^\s/.test(line) || fields.has(name)) continue;
    const value = line
      .slice(at + 1)
      .trim()
      .replace(/^(["'])(.*)\1$/, '$2');
    if (value !== '') fields.set(name, value);
  }
  return Object.fromEntries(fields);
}

/** A document of an editor is nested deeper than front matter ever is. */
const MAX_DEPTH = 300;

/** The fields of a parsed object; none where it is no object. */
export function fieldsOf(value: unknown): Fields {
  const plain = plainOf(value, 0);
  return isFields(plain) ? plain : {};
}

function plainOf(value: unknown, depth: number): Plain {
  if (value === null || value === undefined || depth > MAX_DEPTH) return undefined;
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint')
    return String(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
  if (Array.isArray(value))
    return value.map((item: unknown) => plainOf(item, depth + 1)).filter((item) => item !== undefined);
  if (typeof value !== 'object') return undefined;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]: [string, unknown]) => [
      key.toLowerCase(),
      plainOf(inner, depth + 1),
    ]),
  );
}

export function isFields(value: Plain): value is Fields {
  return typeof value === 'object' && !Array.isArray(value);
}

/** What a value lists; nothing where it is no list. */
export function itemsOf(value: Plain): readonly Plain[] {
  return typeof value === 'object' && !isFields(value) ? value : [];
}

/** The objects that a value lists. */
export function rowsOf(value: Plain): readonly Fields[] {
  return itemsOf(value).filter(isFields);
}

/** What stands at a path of keys, `header.image`. */
export function valueAt(fields: Fields, path: string): Plain {
  let at: Plain = fields;
  for (const key of path.split('.')) {
    if (!isFields(at) || !Object.hasOwn(at, key)) return undefined;
    at = at[key];
  }
  return at;
}

/** The first of these that is a text with something in it; a list gives its first. */
export function textAt(fields: Fields, ...paths: readonly string[]): string | null {
  for (const path of paths) {
    const value = valueAt(fields, path);
    const text = typeof value === 'string' ? value : itemsOf(value)[0];
    if (typeof text === 'string' && text.trim() !== '') return text.trim();
  }
  return null;
}

/** The texts of these, together, each once: a list, or one text whose parts commas separate. */
export function listAt(fields: Fields, ...paths: readonly string[]): readonly string[] {
  const all = paths.flatMap((path) => textsOf(valueAt(fields, path)));
  return [...new Set(all.map((text) => text.trim()).filter((text) => text !== ''))];
}

function textsOf(value: Plain): readonly string[] {
  if (typeof value === 'string') return value.split(',');
  return itemsOf(value).flatMap((item) => {
    if (typeof item === 'string') return [item];
    return isFields(item) ? (textAt(item, 'name', 'title', 'value', 'slug') ?? []) : [];
  });
}

/** Whether a field says yes or no; null where it says neither, as a date does. */
export function flagAt(fields: Fields, path: string): boolean | null {
  const value = valueAt(fields, path);
  const said = typeof value === 'string' ? value.trim() : '';
  if (/^(?:true|yes|on|1)$/i.test(said)) return true;
  return /^(?:false|no|off|0)$/i.test(said) ? false : null;
}
