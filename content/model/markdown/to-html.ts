import { Marked, type MarkedExtension, Renderer, type RendererObject, type Token, type Tokens } from 'marked';
import markedFootnote, { type FootnoteRef, type Footnotes } from 'marked-footnote';
import { escapeHtml } from './escape.ts';
import { chargeSource, meteredRuns, meteredTokenizer } from './metered-tokenizer.ts';
import { completeTags } from './unclosed-elements.ts';
import type { WorkMeter } from './work-meter.ts';

/**
 * Markdown (GitHub's, with footnotes) as HTML that is not safe yet. One converter serves one text: after an error
 * marked-footnote would mistake the next text for the rest of the first.
 */
export function markdownToHtml(source: string, meter: WorkMeter): string {
  chargeSource(source, meter);
  const marked = new Marked(...(source.includes(NOTE) ? footnotes(meter) : []));
  return marked.parse(source, {
    gfm: true,
    async: false,
    tokenizer: meteredTokenizer(meter),
    hooks: meteredRuns(meter),
    renderer: Object.assign(new Renderer(), ourHtml(meter)),
  });
}

/** How marked itself writes what we leave to it. */
const USUAL = new Renderer();

function ourHtml(meter: WorkMeter): RendererObject {
  return {
    html({ text }) {
      return completeTags(text, meter);
    },
    text(token) {
      // In a <kbd> or <code> of the author's own, marked leaves the text as it is.
      const isRaw = 'escaped' in token && token.escaped && token.tokens === undefined;
      return isRaw ? completeTags(token.text, meter) : USUAL.text.call(this, token);
    },
    paragraph(token) {
      const image = onlyImage(token.tokens);
      if (image === null || !image.title) return USUAL.paragraph.call(this, token);
      const shown = USUAL.image.call(this, { ...image, title: null });
      return `<figure>${shown}<figcaption>${escapeHtml(image.title)}</figcaption></figure>\n`;
    },
    listitem(item) {
      if (!item.task) return USUAL.listitem.call(this, item);
      return `<li class="task">${this.parser.parse(item.tokens)}</li>\n`;
    },
    tablecell({ tokens, header, align }) {
      const name = header ? 'th' : 'td';
      const scope = header ? ' scope="col"' : '';
      const aligned = align === null ? '' : ` class="align-${align}"`;
      return `<${name}${scope}${aligned}>${this.parser.parseInline(tokens)}</${name}>\n`;
    },
  };
}

function onlyImage(tokens: readonly Token[]): Tokens.Image | null {
  const [first, ...others] = tokens.filter((token) => token.type !== 'text' || token.raw.trim() !== '');
  return first !== undefined && others.length === 0 && isImage(first) ? first : null;
}

function isImage(token: Token): token is Tokens.Image {
  return token.type === 'image';
}

/** What a note, and each call of one, begins with: a text without it is read without looking for them. */
const NOTE = '[^';
/** The id of the title of the notes. */
const FOOTNOTES_ID = 'notes';

const PER_REFERENCE = 30_000;
const PER_KNOWN_NOTE = 5;

/** Footnotes: marked-footnote reads them, with its work counted; we write them, in French and with ids of our own. */
function footnotes(meter: WorkMeter): readonly MarkedExtension[] {
  const reader = markedFootnote();
  return [{ ...reader, extensions: meteredExtensions(reader, meter) }, frenchFootnotes()];
}

function meteredExtensions(
  reader: MarkedExtension,
  meter: WorkMeter,
): NonNullable<MarkedExtension['extensions']> {
  let known = 0;
  return (reader.extensions ?? []).map((extension) => {
    if (!('tokenizer' in extension)) return extension;
    const { tokenizer, level } = extension;
    return {
      ...extension,
      tokenizer(source, tokens) {
        if (!source.startsWith(NOTE) && level === 'inline') return undefined;
        if (level === 'inline') meter.spend(PER_KNOWN_NOTE * known);
        const token = meter.nested(() => tokenizer.call(this, source, tokens));
        if (token !== undefined) meter.spend(PER_REFERENCE);
        if (token !== undefined && level === 'block') known += 1;
        return token;
      },
    };
  });
}

function frenchFootnotes(): MarkedExtension {
  const shown = new Map<string, number>();
  return {
    extensions: [
      {
        name: 'footnoteRef',
        renderer(token) {
          if (!isReference(token)) return false;
          const occurrence = (shown.get(token.id) ?? 0) + 1;
          shown.set(token.id, occurrence);
          const id = referenceId(token.id, occurrence);
          return `<sup class="appel-note"><a href="#note-${token.id}" id="${id}" aria-label="Note ${token.id}">${token.id}</a></sup>`;
        },
      },
      {
        name: 'footnotes',
        renderer(token) {
          if (!isFootnotes(token)) return false;
          const items = token.items.map(({ content, refs }) => {
            const id = refs[0]?.id ?? '';
            const html = this.parser.parse(content).trimEnd();
            return footnote(id, html, shown.get(id) ?? 0);
          });
          if (items.length === 0) return '';
          return `<section class="notes" aria-labelledby="${FOOTNOTES_ID}"><h2 id="${FOOTNOTES_ID}">Notes</h2>\n<ol>\n${items.join('')}</ol></section>\n`;
        },
      },
    ],
  };
}

function footnote(id: string, html: string, references: number): string {
  const links = Array.from({ length: references }, (_, index) => backLink(id, index + 1)).join('');
  const end = '</p>';
  const inside = html.endsWith(end) ? `${html.slice(0, -end.length)}${links}${end}` : `${html}${links}`;
  return `<li id="note-${id}">${inside}</li>\n`;
}

function backLink(id: string, occurrence: number): string {
  const call = occurrence === 1 ? `note ${id}` : `note ${id}, appel ${occurrence}`;
  const label = `Retour au texte, ${call}`;
  const mark = occurrence === 1 ? '↩' : `↩<sup>${occurrence}</sup>`;
  return ` <a href="#${referenceId(id, occurrence)}" class="retour-note" aria-label="${label}">${mark}</a>`;
}

function referenceId(id: string, occurrence: number): string {
  return occurrence === 1 ? `appel-note-${id}` : `appel-note-${id}-${occurrence}`;
}

function isReference(token: Tokens.Generic): token is Tokens.Generic & FootnoteRef {
  return token.type === 'footnoteRef';
}

function isFootnotes(token: Tokens.Generic): token is Tokens.Generic & Footnotes {
  return token.type === 'footnotes';
}
