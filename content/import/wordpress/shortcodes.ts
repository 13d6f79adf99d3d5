import type { ImportNote } from '../imported.ts';
import { type Inside, isBox, isLayout, module, translationOf } from './known-shortcodes.ts';
import { type ShortcodeTag, shortcodeTags } from './shortcode-tags.ts';
import type { KnownFiles } from './shown-settings.ts';

/** How deep shortcodes are read within one another: what is in deeper ones loses its brackets. */
const MAX_DEPTH = 20;

/**
 * A text with its shortcodes made HTML: those that are known as what they show, of the others what is between their brackets, each named
 * in the notes once. `[sic]` and other words in brackets stay; one that stands alone is named, since it may be a shortcode.
 */
export function translateShortcodes(
  html: string,
  known: KnownFiles,
): { readonly html: string; readonly notes: readonly ImportNote[] } {
  const all = shortcodeTags(html);
  const ends = new Set(all.flatMap(({ name, isClosing }) => (isClosing ? [name] : [])));
  const tags = all.filter((tag) => tag.isEscaped || isShortcode(tag, ends));
  const pairs = pairsOf(tags);
  const missing = new Set<string>();
  const files: KnownFiles = {
    added: known.added,
    file(id) {
      const file = known.file(id);
      if (file === null && /^[1-9]\d*$/.test(id)) missing.add(id);
      return file;
    },
  };
  const unknown = new Set(all.flatMap((tag) => (standsAlone(html, tag) ? [tag.name] : [])));

  function textWithin(range: Range, depth: number): string {
    const parts: string[] = [];
    let at = range.from;
    for (let index = range.first; index < range.last; index += 1) {
      const tag = tags[index];
      if (tag === undefined) break;
      parts.push(html.slice(at, tag.from));
      at = tag.to;
      if (tag.isEscaped) {
        parts.push(html.slice(tag.from + 1, tag.to - 1));
        continue;
      }
      const end = pairs.get(index);
      const close = end === undefined || end >= range.last ? undefined : tags[end];
      if (depth >= MAX_DEPTH || end === undefined || close === undefined) {
        parts.push(shown(tag, null), isBox(tag.name) ? '\n\n' : '');
        continue;
      }
      const inside = { from: tag.to, to: close.from, first: index + 1, last: end };
      parts.push(shown(tag, { raw: html.slice(tag.to, close.from), text: textWithin(inside, depth + 1) }));
      // Two that touch are two things, as two buttons are.
      if (isBox(tag.name)) parts.push('\n\n');
      else if (html[close.to] === '[' && !isLayout(tag.name)) parts.push(' ');
      at = close.to;
      index = end;
    }
    parts.push(html.slice(at, range.to));
    return parts.join('');
  }

  function shown(tag: ShortcodeTag, inside: Inside | null): string {
    if (tag.isClosing) return '';
    const shortcode = { ...tag, inside, files };
    const translated = translationOf(tag.name)?.(shortcode) ?? null;
    if (translated !== null) return translated;
    if (!isLayout(tag.name)) unknown.add(tag.name);
    return module(shortcode);
  }

  const text = textWithin({ from: 0, to: html.length, first: 0, last: tags.length }, 0);
  return {
    html: text,
    notes: [
      ...[...unknown].map((what): ImportNote => ({ kind: 'shortcode', what })),
      ...[...missing].map((id): ImportNote => ({ kind: 'picture', what: `nº ${id} de la médiathèque` })),
    ],
  };
}

/** A stretch of the text, and the tags in it. */
interface Range {
  readonly from: number;
  readonly to: number;
  readonly first: number;
  readonly last: number;
}

/** Words in brackets are words, unless they are of a shortcode we know, have attributes, or are closed. */
function isShortcode(tag: ShortcodeTag, ends: ReadonlySet<string>): boolean {
  const { name, attributes } = tag;
  if (ends.has(name) || isLayout(name)) return true;
  const isNamed = [...attributes.keys()].some((key) => !/^\d+$/.test(key));
  if (translationOf(name) !== undefined) return !COMMON_WORDS.has(name) || isNamed;
  return isNamed || (name.includes('_') && attributes.size === 0);
}

const BEFORE = /(?:^|\n|<(?:p|div|li|td|br)(?:\s[^<>]*)?>)(?:[ \t]|&nbsp;)*$/;
const AFTER = /^(?:[ \t]|&nbsp;)*(?:$|\n|<\/?(?:p|div|li|td|br)[\s/>])/;
/** How far around it the ends of its line are looked for. */
const AROUND = 200;

/** Whether one that nobody knows is a line of its own, as what a plugin shows there is; a word of the text is between others. */
function standsAlone(
  html: string,
  { name, attributes, from, to, isClosing, isEscaped }: ShortcodeTag,
): boolean {
  if (isClosing || isEscaped || isLayout(name) || translationOf(name) !== undefined) return false;
  // `[Applaudissements]` and `[suite au prochain épisode]` are words.
  if (COMMON_WORDS.has(name) || !html.startsWith(name, from + 1)) return false;
  if (![...attributes.values()].every((value) => /^\d+$/.test(value))) return false;
  return BEFORE.test(html.slice(Math.max(0, from - AROUND), from)) && AFTER.test(html.slice(to, to + AROUND));
}

/** Those that a text may have as a word in brackets: `[note]`, `[source]`, `[sic]`. */
const COMMON_WORDS = new Set(
  'audio bash blockquote bouton btn button c citation code css embed encadre facebook fn footnote gist highlight html instagram java javascript js note notes php pre python quote ref ruby sic source sql spoiler tab text toggle tweet twitter video xml accordion collapse expand'.split(
    ' ',
  ),
);

/** By the place of an opening tag, that of its closing one. */
function pairsOf(tags: readonly ShortcodeTag[]): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>();
  const open = new Map<string, number[]>();
  for (const [index, { name, isClosing, isEscaped }] of tags.entries()) {
    if (isEscaped) continue;
    const waiting = open.get(name) ?? [];
    if (isClosing) {
      const start = waiting.pop();
      if (start !== undefined) pairs.set(start, index);
    } else {
      waiting.push(index);
      open.set(name, waiting);
    }
  }
  return pairs;
}
