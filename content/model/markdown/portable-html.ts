import sanitizeHtml, { type Attributes } from 'sanitize-html';

/** What readers of feeds and other programs show well: text and pictures, nothing of the site's own. */
const TAGS =
  `h2 h3 h4 h5 h6 p blockquote ul ol li dl dt dd pre code kbd samp var em strong b i u s del ins mark small sub
  sup abbr cite q dfn time br hr wbr a img figure figcaption table caption thead tbody tfoot tr th td`.split(
    /\s+/,
  );

const ATTRIBUTES: Readonly<Record<string, string[]>> = {
  '*': ['lang'],
  a: ['href', 'title'],
  abbr: ['title'],
  img: ['src', 'alt', 'title', 'width', 'height'],
  li: ['value'],
  ol: ['start', 'reversed'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan', 'scope'],
  time: ['datetime'],
};

/**
 * The HTML of an article (render.ts) for those who read it away from the site: every address absolute, no class, no id, no
 * control, no list of image variants. `address` is the article's own, absolute.
 */
export function portableHtml(html: string, address: string): string {
  return sanitizeHtml(html.replace(BOX, signOfBox), {
    allowedTags: TAGS,
    allowedAttributes: { ...ATTRIBUTES },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    nonTextTags: ['script', 'style', 'template', 'button', 'svg'],
    transformTags: {
      a: (tagName, attribs) => ({ tagName, attribs: withAbsolute(attribs, 'href', address) }),
      img: (tagName, attribs) => ({ tagName, attribs: withAbsolute(attribs, 'src', address) }),
    },
  }).trim();
}

/** The box of a task as the page has it; what is done and what is not would else look the same. */
const BOX = /<input type="checkbox"([^>]*)>/g;

function signOfBox(_box: string, attributes: string): string {
  return attributes.includes(' checked') ? '☑' : '☐';
}

function withAbsolute(attribs: Attributes, name: 'href' | 'src', address: string): Attributes {
  const value = attribs[name];
  // A URL of the site joined to its own page: paths, `?…` and `#…` alike.
  return value === undefined || !URL.canParse(value, address)
    ? attribs
    : { ...attribs, [name]: new URL(value, address).href };
}
