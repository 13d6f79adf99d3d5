import sanitizeHtml, { type Attributes, type IOptions, type Tag } from 'sanitize-html';
import { linkAddress } from './addresses.ts';
import { showUnclosed } from './unclosed-elements.ts';
import type { WorkMeter } from './work-meter.ts';

/** How many elements may be open at once: closing one costs as much as there are open ones. */
const MAX_OPEN_ELEMENTS = 200;
const PER_ELEMENT = 3_000;
const PER_ATTRIBUTE = 400;

const ALLOWED_TAGS: readonly string[] =
  `h1 h2 h3 h4 h5 h6 p blockquote ul ol li dl dt dd pre code kbd samp var em strong b i u s del ins mark small sub sup
  abbr cite q dfn time br hr wbr a img figure figcaption table caption thead tbody tfoot tr th td details summary div
  span section input`.split(/\s+/);

/** Elements whose content is not text to read: dropped whole, where others only lose their tags. */
const DROPPED_WHOLE: readonly string[] =
  `script style template noscript noembed noframes iframe object embed applet svg math title xmp plaintext textarea
  select option audio video canvas`.split(/\s+/);

const LANGUAGE = /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,2}$/;
const NUMBER = /^\d{1,4}$/;
const OUR_IDS = /^(?:note-\d{1,6}|appel-note-\d{1,6}(?:-\d{1,6})?|notes)$/;

const ALLOWED_ATTRIBUTES: Readonly<Record<string, string[]>> = {
  '*': ['lang'],
  a: ['href', 'title', 'id', 'aria-label'],
  abbr: ['title'],
  details: ['open'],
  h2: ['id'],
  img: ['src', 'alt', 'title'],
  input: ['type', 'checked', 'disabled', 'aria-label'],
  li: ['id', 'value'],
  ol: ['start', 'reversed'],
  section: ['aria-labelledby'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan', 'scope'],
  time: ['datetime'],
};

/** Our own classes and no other: a class of the site's styles could cover the page or hide what it says. */
const ALLOWED_CLASSES: Readonly<Record<string, (string | RegExp)[]>> = {
  a: ['retour-note'],
  code: [/^language-[\w+#.-]{1,40}$/],
  li: ['task'],
  section: ['notes'],
  sup: ['appel-note'],
  td: ['align-left', 'align-center', 'align-right'],
  th: ['align-left', 'align-center', 'align-right'],
};

/**
 * HTML with only the elements and attributes of an article: nothing that runs, loads, styles or names things of the
 * page. Whatever it is given, elements are closed in the order they were opened, and every value is quoted and escaped.
 */
export function sanitize(html: string, meter: WorkMeter): string {
  let open = 0;
  return sanitizeHtml(showUnclosed(html, DROPPED_WHOLE), {
    ...OPTIONS,
    onOpenTag: (_name, attributes) => {
      open += 1;
      meter.spend(PER_ELEMENT + PER_ATTRIBUTE * Object.keys(attributes).length);
      if (open > MAX_OPEN_ELEMENTS) throw new RangeError(`more than ${MAX_OPEN_ELEMENTS} open elements`);
    },
    onCloseTag: () => {
      open -= 1;
    },
  });
}

const OPTIONS: IOptions = {
  allowedTags: [...ALLOWED_TAGS],
  allowedAttributes: { ...ALLOWED_ATTRIBUTES },
  allowedClasses: { ...ALLOWED_CLASSES },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  nonTextTags: [...DROPPED_WHOLE],
  parseStyleAttributes: false,
  disallowedTagsMode: 'discard',
  transformTags: {
    '*': (tagName, attribs) => ({ tagName, attribs: withLanguage(attribs) }),
    // One <h1> in a page, and it is the title of the post.
    h1: () => ({ tagName: 'h2', attribs: {} }),
    h2: (tagName, attribs) => ({ tagName, attribs: pick(attribs, { id: OUR_IDS }) }),
    a: link,
    img: (tagName, attribs) => ({ tagName, attribs: withAlt(attribs) }),
    input: checkbox,
    li: (tagName, attribs) => ({
      tagName,
      attribs: { ...pick(attribs, { id: OUR_IDS, value: NUMBER }), ...pickClass(attribs) },
    }),
    ol: (tagName, attribs) => ({ tagName, attribs: pick(attribs, { start: /^\d{1,9}$/, reversed: /^/ }) }),
    section: (tagName, attribs) => ({
      tagName,
      attribs: { ...pick(attribs, { 'aria-labelledby': OUR_IDS }), ...pickClass(attribs) },
    }),
    td: cell,
    th: cell,
  },
};

function link(tagName: string, attribs: Attributes): Tag {
  const href = linkAddress(attribs['href'] ?? '');
  if (href === null) return { tagName, attribs: {} };
  const { title } = attribs;
  const ours = {
    ...pick(attribs, {
      id: OUR_IDS,
      'aria-label': /^(?:Note \d+|Retour au texte, note \d+(?:, appel \d+)?)$/,
    }),
  };
  return { tagName, attribs: { href, ...(title ? { title } : {}), ...ours, ...pickClass(attribs) } };
}

function checkbox(tagName: string, attribs: Attributes): Tag {
  // Renamed to an element that is not allowed, sanitize-html would close it in the place of another: see finish.
  if (attribs['type']?.toLowerCase() !== 'checkbox') return { tagName, attribs: {} };
  const isChecked = 'checked' in attribs;
  return {
    tagName,
    attribs: {
      type: 'checkbox',
      disabled: '',
      ...(isChecked ? { checked: '' } : {}),
      'aria-label': isChecked ? 'Fait' : 'À faire',
    },
  };
}

function cell(tagName: string, attribs: Attributes): Tag {
  const align = /^(?:left|center|right)$/.test(attribs['align'] ?? '')
    ? `align-${attribs['align'] ?? ''}`
    : null;
  return {
    tagName,
    attribs: {
      ...pick(attribs, { colspan: NUMBER, rowspan: NUMBER, scope: /^(?:col|row|colgroup|rowgroup)$/ }),
      ...(align === null ? pickClass(attribs) : { class: align }),
    },
  };
}

function withAlt(attribs: Attributes): Attributes {
  const { src = '', alt = '', title } = attribs;
  return { src: linkAddress(src) ?? '', alt, ...(title ? { title } : {}) };
}

function withLanguage(attribs: Attributes): Attributes {
  if (attribs['lang'] === undefined || LANGUAGE.test(attribs['lang'])) return attribs;
  const { lang: _, ...others } = attribs;
  return others;
}

function pickClass(attribs: Attributes): Attributes {
  return attribs['class'] === undefined ? {} : { class: attribs['class'] };
}

function pick(attribs: Attributes, shapes: Readonly<Record<string, RegExp>>): Attributes {
  return Object.fromEntries(
    Object.entries(attribs).filter(([name, value]) => shapes[name]?.test(value) ?? false),
  );
}
