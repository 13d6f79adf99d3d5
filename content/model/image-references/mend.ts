import { findReferences, type Range, type Reference } from './find.ts';
import { coverCode } from './prose.ts';

/**
 * The text with the addresses that `newAddress` answers for, each in its place; no sign besides changes. What follows
 * `?` or `#` in an address stays. `newAddress` is told what stands before that.
 */
export function mendAddresses(
  markdown: string,
  newAddress: (address: string, kind: Reference['kind']) => string | null,
): string {
  const changes = findReferences(markdown).flatMap(({ kind, address, at }) => {
    const rest = address.search(/[?#]/);
    const path = rest === -1 ? address : address.slice(0, rest);
    const mended = newAddress(path, kind);
    if (mended === null || mended === path) return [];
    const written = markdown.slice(at.from, at.to);
    const kept = rest === -1 ? '' : written.slice(written.search(/[?#]/));
    return [{ ...at, text: mended + kept }];
  });
  return splice(markdown, changes);
}

export interface Change extends Range {
  readonly text: string;
}

/** The text with these stretches replaced; of two that overlap, the one that begins first counts. */
export function splice(text: string, changes: readonly Change[]): string {
  const inOrder = [...changes].sort((a, b) => a.from - b.from || b.to - a.to);
  let result = '';
  let at = 0;
  for (const change of inOrder) {
    if (change.from < at) continue;
    result += text.slice(at, change.from) + change.text;
    at = change.to;
  }
  return result + text.slice(at);
}

/**
 * The text without the images whose address `isGone`, whether written in Markdown, by reference or as `<img>`. One that
 * was alone on its line goes with the line; a link around it goes with it; a link to it leaves its words. Code and all
 * else stays as it is.
 */
export function removeImages(markdown: string, isGone: (address: string) => boolean): string {
  const references = findReferences(markdown);
  const gone = references.filter(({ address }) => isGone(address.replace(/[?#].*$/s, '')));
  if (gone.length === 0) return markdown;
  const named = namedUses(markdown, gone);
  const images = [
    ...gone.filter(({ kind }) => kind === 'image' || kind === 'tag').map(wholeOf),
    ...named.images,
  ];
  const removed = [
    ...images.map((image) => linkAround(markdown, image, references) ?? image),
    ...gone.filter(({ kind }) => kind === 'definition').map(wholeOf),
  ].map((range) => ({ ...withLine(markdown, range), text: '' }));
  const unlinked = gone.filter(({ kind }) => kind === 'link').map((link) => wordsOf(markdown, link));
  return splice(markdown, [...removed, ...unlinked, ...named.links]);
}

function wholeOf({ whole }: Reference): Range {
  return whole;
}

function wordsOf(markdown: string, { whole, text }: Pick<Reference, 'whole' | 'text'>): Change {
  return { ...whole, text: markdown.slice(text.from, text.to) };
}

/** The link whose only content is this image. */
function linkAround(markdown: string, image: Range, references: readonly Reference[]): Range | null {
  const link = references.find(
    ({ kind, text }) =>
      kind === 'link' &&
      text.from <= image.from &&
      text.to >= image.to &&
      markdown.slice(text.from, image.from).trim() === '' &&
      markdown.slice(image.to, text.to).trim() === '',
  );
  return link?.whole ?? null;
}

const USE = /(!?)\[((?:[^[\]\\\0]|\\.){0,999})\](?:\[((?:[^[\]\\\0]|\\.){0,999})\])?(?![(:])/g;

/** Where definitions that go are named: `![texte][nom]`, `![nom]`, `[texte][nom]`. */
function namedUses(
  markdown: string,
  gone: readonly Reference[],
): { readonly images: readonly Range[]; readonly links: readonly Change[] } {
  const names = new Set(
    gone
      .filter(({ kind }) => kind === 'definition')
      .map(({ text }) => normalized(markdown.slice(text.from, text.to))),
  );
  if (names.size === 0) return { images: [], links: [] };
  const uses = [...coverCode(markdown).matchAll(USE)].filter(([, , text = '', name]) =>
    names.has(normalized(name === undefined || name === '' ? text : name)),
  );
  const range = (use: RegExpExecArray): Range => ({ from: use.index, to: use.index + use[0].length });
  return {
    images: uses.filter(([, mark]) => mark === '!').map(range),
    links: uses
      .filter(([, mark]) => mark !== '!')
      .map((use) => ({
        ...range(use),
        text: markdown.slice(use.index + 1, use.index + 1 + (use[2] ?? '').length),
      })),
  };
}

function normalized(name: string): string {
  return name.trim().replace(/\s+/g, ' ').toLowerCase();
}

/** The range, or its whole lines with one empty line when nothing else stands on them. */
function withLine(markdown: string, range: Range): Range {
  const from = markdown.lastIndexOf('\n', range.from - 1) + 1;
  const lineEnd = markdown.indexOf('\n', range.to);
  const to = lineEnd === -1 ? markdown.length : lineEnd + 1;
  const isAlone =
    markdown.slice(from, range.from).trim() === '' && markdown.slice(range.to, to).trim() === '';
  if (!isAlone) return range;
  const blank = /^[ \t]*\r?\n/.exec(markdown.slice(to, to + 200))?.[0] ?? '';
  const isAfterBlank = from === 0 || /\n[ \t]*\r?\n$/.test(markdown.slice(Math.max(0, from - 200), from));
  return { from, to: isAfterBlank ? to + blank.length : to };
}
