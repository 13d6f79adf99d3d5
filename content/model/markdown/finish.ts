import { frenchSpaces } from '../french-spaces.ts';
import { isExternal } from './addresses.ts';
import { unescapeHtml } from './escape.ts';
import { createHeadingIds } from './heading-ids.ts';
import { type ImageSource, imageHtml } from './images.ts';
import type { Heading } from './rendered.ts';
import { attribute, readSafeHtml, type SafeTag } from './safe-html.ts';

const LEVELS: ReadonlyMap<string, Heading['level']> = new Map([
  ['h2', 2],
  ['h3', 3],
  ['h4', 4],
  ['h5', 5],
  ['h6', 6],
]);
/** What is written with care already, or is not prose: its spaces stay. */
const UNTOUCHED: ReadonlySet<string> = new Set(['code', 'pre', 'kbd', 'samp', 'var']);

/**
 * Makes a page's HTML of safe HTML: ids of headings, tables that scroll alone, images in the sizes the site serves,
 * links that leave the site. All it adds is written here; nothing of the source goes anywhere but where it was. Of the texts
 * between tags the spaces become French (docs/design.md, Markdown); doing it twice changes nothing more.
 */
export function finish(
  html: string,
  source: ImageSource,
): { readonly html: string; readonly headings: readonly Heading[] } {
  const parts: string[] = [];
  const headings: Heading[] = [];
  const handlers = createHandlers(source, parts, headings);
  let untouched = 0;
  // Of an image that is not shown there are words: they do not run into those beside it.
  let isAfterImage = false;
  let isAfterWord = false;
  readSafeHtml(html, {
    text: (written) => {
      const text = untouched > 0 ? written : frenchSpaces(written);
      handlers.text(text);
      parts.push(isAfterImage && STARTS_WORD.test(text) ? ` ${text}` : text);
      isAfterImage = false;
      isAfterWord = ENDS_WORD.test(text);
    },
    tag: (tag) => {
      if (UNTOUCHED.has(tag.name)) untouched = Math.max(0, untouched + (tag.isClosing ? -1 : 1));
      const made = handlers.tag(tag);
      const isWords = tag.name === 'img' && made !== '' && !made.startsWith('<picture');
      parts.push(isWords && isAfterWord ? ` ${made}` : made);
      if (isWords) isAfterImage = isAfterWord = true;
    },
  });
  return { html: parts.join(''), headings };
}

const STARTS_WORD = /^[\p{L}\p{N}]/u;
const ENDS_WORD = /[\p{L}\p{N}.,;:!?)…]$/u;

interface OpenHeading {
  readonly level: Heading['level'];
  /** Where its opening tag is among the parts, to be written once its text is known. */
  readonly at: number;
  text: string;
}

function createHandlers(source: ImageSource, parts: string[], headings: Heading[]) {
  const ids = uniqueIds();
  const links = linkWriter(source.origin);
  const tables = tableWriter();
  const headingId = createHeadingIds();
  let heading: OpenHeading | null = null;
  let isInNoteReference = false;

  function closeHeading(closed: OpenHeading): void {
    const text = unescapeHtml(closed.text).replace(/\s+/g, ' ').trim();
    const id = headingId(text);
    parts[closed.at] = `<h${closed.level} id="${id}">`;
    if (text !== '') headings.push({ id, text, level: closed.level });
  }

  function headingTag(tag: SafeTag, level: Heading['level']): string {
    if (heading !== null) closeHeading(heading);
    heading = tag.isClosing || attribute(tag, 'id') !== null ? null : { level, at: parts.length, text: '' };
    return tag.source;
  }

  return {
    text(text: string): void {
      if (heading !== null && !isInNoteReference) heading.text += text;
    },
    tag(tag: SafeTag): string {
      const level = LEVELS.get(tag.name);
      if (level !== undefined) return headingTag(ids(tag), level);
      switch (tag.name) {
        case 'a':
          return links.tag(ids(tag));
        case 'li':
          return ids(tag).source;
        case 'img':
          return imageHtml(writtenImage(tag), source, links.isOpen());
        case 'input':
          return attribute(tag, 'type') === 'checkbox' ? tag.source : '';
        case 'table':
          return tables(tag);
        case 'pre':
          // A long line of code scrolls: the keyboard must reach it.
          return tag.isClosing ? tag.source : '<pre tabindex="0">';
        case 'sup':
          isInNoteReference = !tag.isClosing && attribute(tag, 'class') === 'appel-note';
          return tag.source;
        default:
          return tag.source;
      }
    },
  };
}

function writtenImage(tag: SafeTag) {
  return {
    src: unescapeHtml(attribute(tag, 'src') ?? ''),
    alt: unescapeHtml(attribute(tag, 'alt') ?? ''),
    title: attribute(tag, 'title') === null ? null : unescapeHtml(attribute(tag, 'title') ?? ''),
  };
}

/** Drops an id that the document has already: raw HTML may repeat those of the notes. */
function uniqueIds(): (tag: SafeTag) => SafeTag {
  const used = new Set<string>();
  return (tag) => {
    const id = attribute(tag, 'id');
    if (id === null || !used.has(id)) {
      if (id !== null) used.add(id);
      return tag;
    }
    return { ...tag, source: tag.source.replace(` id="${id}"`, '') };
  };
}

function linkWriter(origin: string | undefined) {
  const open: boolean[] = [];
  return {
    isOpen: () => open.includes(true),
    tag(tag: SafeTag): string {
      if (tag.isClosing) return open.pop() === true ? tag.source : '';
      const href = attribute(tag, 'href');
      const isLink = href !== null && !open.includes(true);
      open.push(isLink);
      if (href === null || !isLink) return '';
      return isExternal(unescapeHtml(href), origin)
        ? `${tag.source.slice(0, -1)} rel="noopener">`
        : tag.source;
    },
  };
}

function tableWriter(): (tag: SafeTag) => string {
  let depth = 0;
  let count = 0;
  return (tag) => {
    depth += tag.isClosing ? -1 : 1;
    if (tag.isClosing) return depth === 0 ? `${tag.source}</div>` : tag.source;
    if (depth > 1) return tag.source;
    count += 1;
    // Regions of one page need names of their own.
    const label = count === 1 ? 'Tableau' : `Tableau ${count}`;
    return `<div class="table-scroll" tabindex="0" role="region" aria-label="${label}">${tag.source}`;
  };
}
