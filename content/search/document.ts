import { frenchSpaces } from '../model/french-spaces.ts';
import { unescapeHtml } from '../model/markdown/escape.ts';
import { createHeadingIds } from '../model/markdown/heading-ids.ts';
import type { RenderedMarkdown } from '../model/markdown/rendered.ts';
import { attribute, readSafeHtml } from '../model/markdown/safe-html.ts';

/** A stretch of a post's text from one heading to the next; the first has none. */
export interface DocumentSection {
  /** The id of its heading in the page; null before the first heading. */
  readonly anchor: string | null;
  readonly heading: string;
  /** As a reader sees it, without marks. */
  readonly text: string;
}

/** Tags that end a word: what stands in two of them is not read together. */
const INLINE: ReadonlySet<string> = new Set(
  'a abbr b cite code del dfn em i ins kbd mark q s samp small span strong sub sup u var'.split(' '),
);
const HEADING = /^h[2-6]$/;

/** The sections of a page's text. Headings and their ids are those of the page, because they are read from its HTML. */
export function sectionsOf({ html }: Pick<RenderedMarkdown, 'html'>): readonly DocumentSection[] {
  const sections = [emptySection(null)];
  let where: 'text' | 'heading' = 'text';
  let isNoteReference = false;
  const write = (text: string): void => {
    const section = sections.at(-1);
    if (section !== undefined && !isNoteReference) section[where] += text;
  };
  readSafeHtml(html, {
    text: (source) => write(unescapeHtml(source)),
    tag(tag) {
      if (tag.name === 'sup') isNoteReference = !tag.isClosing && attribute(tag, 'class') === 'appel-note';
      if (HEADING.test(tag.name)) {
        where = tag.isClosing ? 'text' : 'heading';
        if (!tag.isClosing) sections.push(emptySection(attribute(tag, 'id')));
      }
      if (!INLINE.has(tag.name)) write(' ');
    },
  });
  return tidied(sections);
}

/** A section whose text is still read. */
interface OpenSection {
  readonly anchor: string | null;
  heading: string;
  text: string;
}

function emptySection(anchor: string | null): OpenSection {
  return { anchor, heading: '', text: '' };
}

/** Sections as they are kept: those that say something. */
function tidied(sections: readonly OpenSection[]): readonly DocumentSection[] {
  return sections
    .map(({ anchor, heading, text }) => ({ anchor, heading: onOneLine(heading), text: onOneLine(text) }))
    .filter(({ heading, text }) => heading !== '' || text !== '');
}

/** Blanks that a browser joins are one space; those that hold words together stay. */
function onOneLine(text: string): string {
  return text
    .replace(/[\t\n\r]/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** Longer texts are left to the renderer, which knows how much of them it shows. */
const MAX_LENGTH = 200_000;
const LINE_END = /\r\n|\r|\n/;
const FENCE = '```';
const FENCE_START = /^```[\w+#.-]*$/;
const BLANK = /^ *$/;
const HEADING_LINE = /^(#{1,6}) +(.*)$/;
const RULE = /^(?:-{3,}|\*{3,})$/;
/** Alone on its line; what stands for it is its text where the image itself is not known. */
const IMAGE = /^!\[([^\][\\*_`<&~]*)\]\([^\s()<>"']+\)$/;
const QUOTE = /^ {0,3}> ?/;
const ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)]) {1,3}(?=\S)/;
const NUMBERED = /^ {0,3}\d{1,9}[.)] /;
const LINK = /(?<!!)\[(?![\s;!?:»])([^\][]*[^\][\s])\]\([^\s()<>"']*\)/g;
const EMPHASIS = /(?<=^|\s|(?!\*)\p{P})(\*\*?)(?![\s*;!?:»])([^*]*[^\s*])\1(?=$|\s|(?!\*)\p{P})/gu;
/** Lines that begin a block within a block, or are underlines, rows of a table, code, or the rest of a « quotation ». */
const NO_PROSE = /^(?: {4}| {0,3}(?:[^\S ]|[>#[|;!?:»]|[-*+](?:\s|$)|\d{1,9}[.)](?:\s|$))|[\s|:=-]*$)/;
/** Where {@link frenchSpaces} has something to do. */
const SPACED = /\s[;!?:»]|«\s/;
/** Signs that may mean more than themselves, once links and emphasis were read. */
const SIGNS = /[\\*_~[\]|\t]|<(?![\s\d=])|&#?\w+;|:\/\/|[Ww]{3}\./;
/** Signs that links and emphasis begin with. */
const MARKS = /[[*]/;

/**
 * The sections of a text of headings, paragraphs, lists, quotes and code: those that its page would have, found some fifty times
 * as fast as by rendering it. null for a text with anything that could mean something else: sectionsOf says what that is.
 */
export function plainSections(source: string): readonly DocumentSection[] | null {
  if (source.length > MAX_LENGTH || isIllFormed(source)) return null;
  const headingId = createHeadingIds();
  let section = emptySection(null);
  const sections = [section];
  let isCode = false;
  let before = '';
  for (const line of source.split(LINE_END)) {
    const heading = isCode ? null : HEADING_LINE.exec(line);
    if (heading !== null) {
      const text = prose((heading[2] ?? '').replace(/(?:^| +)#+ *$/, ''));
      if (text === null || text === '') return null;
      section = { ...emptySection(headingId(text)), heading: text };
      sections.push(section);
    } else if (line.startsWith(FENCE)) {
      if (isCode ? line !== FENCE : !FENCE_START.test(line)) return null;
      isCode = !isCode;
    } else {
      const text = isCode ? line : textOfLine(line, before);
      if (text === null) return null;
      section.text += ` ${text}`;
    }
    before = line;
  }
  return isCode ? null : tidied(sections);
}

/** Whether it holds what is no character, and shown as another one; only a text with other than common letters is read for that. */
function isIllFormed(source: string): boolean {
  return /[\0\uD800-\uDFFF]/.test(source) && /[\0\p{Surrogate}]/u.test(source);
}

/** What a reader sees of a line; null when that depends on more than the line before it. */
function textOfLine(line: string, before: string): string | null {
  if (BLANK.test(line)) return '';
  const image = IMAGE.exec(line);
  if (image !== null) return image[1] ?? '';
  if (RULE.test(line)) return BLANK.test(before) ? '' : null;
  const unquoted = line.replace(QUOTE, '');
  if (BLANK.test(unquoted)) return '';
  if (unquoted !== line && unquoted.includes('>')) return null;
  // Only a list that begins with 1 interrupts a paragraph.
  if (NUMBERED.test(unquoted) && !BLANK.test(before) && !NUMBERED.test(before)) return null;
  return prose(unquoted.replace(ITEM, ''));
}

/** A stretch of prose without its marks, its spaces French outside code; null when there may be others. */
function prose(text: string): string | null {
  if (NO_PROSE.test(text) || isOpen(text)) return null;
  // One piece in two stands between backticks.
  const pieces = text.split('`');
  if (pieces.length % 2 === 0 || pieces.slice(1, -1).includes('')) return null;
  let shown = '';
  for (const [place, piece] of pieces.entries()) {
    const isCode = place % 2 === 1;
    if (isCode && piece.trim() !== piece) return null;
    const isMarked = !isCode && MARKS.test(piece);
    const plain = isMarked ? piece.replace(LINK, '$1').replace(EMPHASIS, '$2') : piece;
    if (!isCode && SIGNS.test(plain)) return null;
    shown += isCode || !SPACED.test(plain) ? plain : frenchSpaces(plain);
  }
  return shown;
}

/** Whether a line ends with a blank that is no space, or begins a « quotation » that the next one goes on with. */
function isOpen(text: string): boolean {
  return /[^\S ]/.test(text.slice(-1)) || text.trimEnd().endsWith('«');
}
