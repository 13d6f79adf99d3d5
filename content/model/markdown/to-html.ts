import { Marked, Renderer, type RendererObject, type Token, type Tokens } from 'marked';
import { escapeHtml } from './escape.ts';
import { footnotes } from './footnotes.ts';
import { meteredRuns } from './metered-inlines.ts';
import { meteredTokenizer } from './metered-tokenizer.ts';
import { chargeSource } from './source-guard.ts';
import { completeTags } from './unclosed-elements.ts';
import type { WorkMeter } from './work-meter.ts';

/**
 * Markdown (GitHub's, with footnotes) as HTML that is not safe yet. One converter serves one text: after an error
 * marked-footnote would mistake the next text for the rest of the first.
 */
export function markdownToHtml(source: string, meter: WorkMeter): string {
  chargeSource(source, meter);
  const marked = new Marked({
    gfm: true,
    async: false,
    tokenizer: meteredTokenizer(meter),
    hooks: meteredRuns(meter),
    renderer: renderer(meter),
  });
  marked.use(...footnotes(meter));
  const html = marked.parse(source);
  if (typeof html !== 'string') throw new TypeError('marked answered a promise');
  return html;
}

function renderer(meter: WorkMeter): RendererObject {
  return {
    html({ text }) {
      return completeTags(text, meter);
    },
    text(token) {
      // In a <kbd> or <code> of the author's own, marked leaves the text as it is.
      const isRaw = 'escaped' in token && token.escaped && token.tokens === undefined;
      return isRaw ? completeTags(token.text, meter) : false;
    },
    paragraph({ tokens }) {
      const image = onlyImage(tokens);
      if (image === null || !image.title) return false;
      const shown: unknown = Renderer.prototype.image.call(this, { ...image, title: null });
      if (typeof shown !== 'string') return false;
      return `<figure>${shown}<figcaption>${escapeHtml(image.title)}</figcaption></figure>\n`;
    },
    listitem(item) {
      if (!item.task) return false;
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
