import { createHeadingIds } from './heading-ids.ts';
import { highlightedLength, MAX_HIGHLIGHTED } from './highlight.ts';
import { convertMetered, MAX_SOURCE_LENGTH, type RenderOptions, renderMarkdown } from './render.ts';
import type { ConvertedMarkdown, Heading } from './rendered.ts';
import { topLevelHtml } from './safe-html.ts';
import { createWorkMeter, type WorkMeter } from './work-meter.ts';

/** A stretch of the HTML of a text; `line` is where it starts in the source, counted from 0. */
export interface RenderedPart {
  readonly html: string;
  readonly line: number;
}

/** What renderMarkdown gives, cut in parts: joined, they are its `html`. */
interface RenderedParts extends Omit<ConvertedMarkdown, 'html'> {
  readonly parts: readonly RenderedPart[];
}

interface Converted extends ConvertedMarkdown {
  readonly spent: number;
}

/**
 * A renderer that keeps the parts of the last text, for one that is rendered again at each key. Its parts, joined, are
 * what {@link renderMarkdown} gives for the whole, whatever the text; a text that cannot be cut is converted whole.
 */
export function createPartsRenderer(): (source: string, options: RenderOptions) => RenderedParts {
  let kept: ReadonlyMap<string, Converted> = new Map();
  let keptFor: RenderOptions | null = null;
  return (source, options) => {
    if (keptFor?.images !== options.images || keptFor.origin !== options.origin) kept = new Map();
    keptFor = options;
    const next = new Map<string, Converted>();
    const rendered = renderParts(source, options, (part) => {
      const converted = next.get(part) ?? kept.get(part) ?? convertPart(part, options);
      next.set(part, converted);
      return converted;
    });
    kept = next;
    return rendered ?? whole(source, options);
  };
}

function renderParts(
  source: string,
  options: RenderOptions,
  convert: (part: string) => Converted,
): RenderedParts | null {
  if (source.length > MAX_SOURCE_LENGTH) return null;
  const sources = splitSource(source.includes('\r') ? source.replace(/\r\n|\r/g, '\n') : source);
  if (sources === null) return null;
  const limit = createWorkMeter(source.length);
  try {
    const converted = sources.map((part) => ({ ...convert(part.source), line: part.line }));
    // Cut, a text may cost a little less: half of what it may cost leaves no doubt about the whole.
    for (const { spent } of converted) limit.spend(2 * spent);
    if (sum(converted.map(({ html }) => highlightedLength(html))) > MAX_HIGHLIGHTED) return null;
    return withUniqueNames(converted);
  } catch {
    // A part that cannot be converted: what becomes of the whole is for renderMarkdown to say.
    return null;
  }
}

function convertPart(source: string, options: RenderOptions): Converted {
  const limit = createWorkMeter(source.length);
  let spent = 0;
  const meter: WorkMeter = {
    spend(units) {
      spent += units;
      limit.spend(units);
    },
    nested: limit.nested,
  };
  const rendered = convertMetered(source, options, meter);
  return { ...rendered, spent };
}

const NAMED =
  /<h([2-6]) id="([^"]*)">|<div class="table-scroll" tabindex="0" role="region" aria-label="Tableau(?: \d+)?">/g;

/** Ids of titles and names of tables as they are when all is one document. */
function withUniqueNames(converted: readonly (Converted & { readonly line: number })[]): RenderedParts {
  const headingId = createHeadingIds();
  const headings: Heading[] = [];
  let tables = 0;
  const parts = converted.map(({ html, headings: own, line }): RenderedPart => {
    const named = html.replace(NAMED, (tag, level?: string, id?: string) => {
      if (level === undefined) {
        tables += 1;
        return tag.replace(/"Tableau(?: \d+)?"/, tables === 1 ? '"Tableau"' : `"Tableau ${tables}"`);
      }
      const heading = own.find((candidate) => candidate.id === id);
      const unique = headingId(heading?.text ?? '');
      if (heading !== undefined) headings.push({ ...heading, id: unique });
      return `<h${level} id="${unique}">`;
    });
    return { html: named, line };
  });
  return { parts, headings, failed: false };
}

function whole(source: string, options: RenderOptions): RenderedParts {
  const { html, headings, failed } = renderMarkdown(source, options);
  const perCharacter = html === '' ? 0 : lineCount(source) / html.length;
  let at = 0;
  const parts = (failed ? [html] : topLevelHtml(html)).map((piece) => {
    // Where a piece comes from is not known; what scrolls by it may be a little off.
    const line = Math.floor(at * perCharacter);
    at += piece.length;
    return { html: piece, line };
  });
  return { parts, headings, failed };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function lineCount(source: string): number {
  return source.split(/\r\n|\r|\n/).length;
}

/** A stretch of a source that no other part of it can change, with the number of its first line, from 0. */
interface SourcePart {
  readonly source: string;
  readonly line: number;
}

/** What makes one part of a text speak of another, or look like it: definitions, notes, raw HTML. */
const REACHES_OUT = /\]:|\[\^/;
const MAYBE_HTML = /<[a-zA-Z/!?]/;
const FENCE = /^(?:`{3,}(?=[^`]*$)|~{3,})/;
const MAYBE_FENCE = /(?:^|[^`])`{3,}|~{3,}/;
const ITEM = /^[ \t>]*(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$)/;
const MAYBE_ITEM = /^[-+*\d]/;

/**
 * Cuts a source, its lines ended by `\n`, at empty lines where whatever was open has ended: converted one by one, the
 * parts give what the whole gives, but for names that must be unique. Null when that is not sure; it is cautious.
 */
export function splitSource(source: string): readonly SourcePart[] | null {
  if (REACHES_OUT.test(source)) return null;
  const parts: SourcePart[] = [];
  let lines: string[] = [];
  let first = 0;
  let fence: string | null = null;
  let hasItem = false;
  let isAfterEmpty = false;
  const all = source.split('\n');
  for (const [number, line] of all.entries()) {
    if (fence !== null) {
      const end = endsFence(line, fence);
      if (end === 'unsure') return null;
      if (end === 'yes') fence = null;
    } else {
      if (isAfterEmpty && startsPart(line, hasItem)) {
        parts.push({ source: `${lines.join('\n')}\n`, line: first });
        lines = [];
        first = number;
        hasItem = false;
      }
      if (MAYBE_HTML.test(line)) return null;
      if (MAYBE_FENCE.test(line)) {
        fence = lines.some((before) => before !== '') ? null : (FENCE.exec(line)?.[0] ?? null);
        if (fence === null) return null;
      }
      if (ITEM.test(line)) hasItem = true;
    }
    lines.push(line);
    isAfterEmpty = line === '';
  }
  parts.push({ source: lines.join('\n'), line: first });
  return parts;
}

/** Words that start at the margin belong to nothing before; an item may belong to a list before. */
function startsPart(line: string, hasItem: boolean): boolean {
  if (line === '' || /^\s/.test(line)) return false;
  return !(hasItem && MAYBE_ITEM.test(line));
}

function endsFence(line: string, fence: string): 'yes' | 'no' | 'unsure' {
  if (line.trimEnd() === fence) return 'yes';
  return line.trimStart().startsWith(fence.slice(0, 3)) ? 'unsure' : 'no';
}
