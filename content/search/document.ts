import { unescapeHtml } from '../model/markdown/escape.ts';
import type { RenderedMarkdown } from '../model/markdown/rendered.ts';
import { attribute, readSafeHtml, type SafeTag } from '../model/markdown/safe-html.ts';

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
    if (section === undefined || isNoteReference) return;
    section[where] += text;
  };
  readSafeHtml(html, {
    text: (source) => write(unescapeHtml(source)),
    tag(tag) {
      if (tag.name === 'sup') isNoteReference = !tag.isClosing && attribute(tag, 'class') === 'appel-note';
      if (HEADING.test(tag.name)) where = enter(tag, sections);
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

function enter(tag: SafeTag, sections: OpenSection[]): 'text' | 'heading' {
  if (tag.isClosing) return 'text';
  sections.push(emptySection(attribute(tag, 'id')));
  return 'heading';
}

export function emptySection(anchor: string | null): OpenSection {
  return { anchor, heading: '', text: '' };
}

/** Sections as they are kept: those that say something. */
export function tidied(sections: readonly OpenSection[]): readonly DocumentSection[] {
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
