import { createFenceReader } from '../../model/fenced-code.ts';
import { unescapeHtml } from '../../model/markdown/escape.ts';
import { createHeadingIds } from '../../model/markdown/heading-ids.ts';

/** A line that is longer, in characters, is no heading that anybody leads to. */
const LONGEST_HEADING = 1000;
const ATX = /^ {0,3}#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/;
const UNDERLINE = /^ {0,3}(?:=+|-{2,})[ \t]*$/;
const HTML = /^ {0,3}<h[1-6]\b([^<>]*)>(.*?)<\/h[1-6]>/i;
const NAMED = /<[a-z][a-z0-9]*\b[^<>]*?\b(?:id|name)[ \t]*=[ \t]*["']?([^"'\s<>]+)/gi;
/** `{#name .class}` of Hugo and others, `{: #name}` of kramdown, there or on the next line. */
const STATED = /[ \t]*\{:?[^{}\n]*?#([\w:.-]+)[^{}\n]*\}[ \t]*$/;

/** What templates make something of, or attributes. */
const TEMPLATES = /\{[{%][^{}]*[%}]\}|\{:?[ \t]*[.#][^{}]*\}/g;

/**
 * By the names that a text's own program gives its headings, those that Encrier gives them, where they are others. Names are made of a heading's
 * words by GitHub, Hugo and kramdown, or stated beside it; what else is named leads to the heading that it is below.
 */
export function headingAnchors(markdown: string): ReadonlyMap<string, string> {
  const anchors = new Map<string, string>();
  const ours = createHeadingIds();
  const counts = new Map<string, number>();
  let id: string | null = null;
  for (const { words, names } of namedIn(markdown)) {
    id = words === null ? id : ours(words);
    const made = [...new Set(words === null ? [] : [githubName(words), kramdownName(words)])].map((name) => {
      const count = counts.get(name) ?? 0;
      counts.set(name, count + 1);
      return count === 0 ? name : `${name}-${count}`;
    });
    for (const name of [...names, ...made])
      if (id !== null && name !== '' && name !== id && !anchors.has(name)) anchors.set(name, id);
  }
  return anchors;
}

interface Named {
  /** Of a heading; null for what is none. */
  readonly words: string | null;
  /** Those that are stated, not made of its words. */
  readonly names: readonly string[];
}

function* namedIn(markdown: string): Generator<Named> {
  const isFenced = createFenceReader();
  const lines = markdown.split('\n');
  let before: string[] = [];
  for (const [at, line] of lines.entries()) {
    if (isFenced(line) || line.length > LONGEST_HEADING || line.trim() === '') continue;
    const named = [...line.matchAll(NAMED)].map(([, name = '']) => name);
    const written = writtenHeading(line, lines[at + 1] ?? '');
    if (written === null) {
      const own = STATED.exec(line)?.[1] ?? [];
      before = before.concat(named, own);
      if (before.length === 0 || (named.length > 0 && plainText(line) === '')) continue;
      yield { words: null, names: before };
      before = [];
      continue;
    }
    const next = /^\{:/.test(lines[at + 1] ?? '') ? STATED.exec(lines[at + 1] ?? '')?.[1] : undefined;
    const own = STATED.exec(written)?.[1];
    const names = [own, next, ...named, ...before].filter((name) => name !== undefined);
    yield { words: plainText(written.replace(STATED, '').replace(TEMPLATES, '')), names };
    before = [];
  }
  yield { words: null, names: before };
}

function writtenHeading(line: string, next: string): string | null {
  const html = HTML.exec(line);
  if (html !== null) return html[2] ?? '';
  const atx = ATX.exec(line);
  if (atx !== null) return atx[1] ?? '';
  const isParagraph = !/^ {0,3}(?:[-*+>|]|\d+[.)])[ \t]|^ {4}|^\{/.test(line) && !UNDERLINE.test(line);
  return isParagraph && UNDERLINE.test(next) ? line.trim() : null;
}

/** Code and escaped signs, of which the inside stays as it is, and the signs of emphasis: `_` is none within a word. */
const MARKS = /`+([^`]+)`+|\\([!-/:-@[-`{-~])|[*`]|~~|(?<![\p{L}\p{N}_])_+|_+(?![\p{L}\p{N}_])/gu;

/** The words of a heading, as its reader sees them. */
export function plainText(written: string): string {
  return unescapeHtml(
    written
      .replace(/!\[[^\]]*\]\([^()]*\)/g, '')
      .replace(/\[([^\]]*)\](?:\([^()]*\)|\[[^\]]*\])/g, '$1')
      .replace(/<\/?[a-z][\w-]*(?:\s[^<>]*)?\/?>/gi, '')
      .replace(MARKS, '$1$2'),
  )
    .replace(/\s+/g, ' ')
    .trim();
}

function githubName(words: string): string {
  return words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replace(/ /g, '-');
}

function kramdownName(words: string): string {
  return words
    .replace(/^[^a-z]+/i, '')
    .replace(/[^a-z0-9 -]/gi, '')
    .replace(/ /g, '-')
    .toLowerCase();
}
