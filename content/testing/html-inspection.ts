/** For tests: what would be wrong with an article's HTML, found by reading it whole, without the code that made it. */
const TAGS = new Set(
  `h2 h3 h4 h5 h6 p blockquote ul ol li dl dt dd pre code kbd samp var em strong b i u s del ins mark small sub sup abbr
  cite q dfn time br hr wbr a img figure figcaption table caption thead tbody tfoot tr th td details summary div span
  section input`.split(/\s+/),
);
const ATTRIBUTES = new Set(
  `href title id class rel src srcset sizes width height loading decoding alt lang open type checked disabled
  aria-label aria-labelledby value start reversed colspan rowspan scope datetime tabindex role`.split(/\s+/),
);
const VOID = new Set(['br', 'hr', 'wbr', 'img', 'input']);
const PAGE_IDS = new Set([
  'contenu',
  'version-complete',
  'resume',
  'menu',
  'partage',
  'main',
  'root',
  'points-cles',
]);
const TAG = /^<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+(?:="[^"<>]*")?)*)(?: \/)?>$/;

/** What is wrong with the HTML of an article, one text for each fault; empty when it is well formed and harmless. */
export function problemsOfHtml(html: string): readonly string[] {
  const problems: string[] = [];
  const open: string[] = [];
  const ids = new Set<string>();
  for (const part of html.split(/(<[^>]*>?)/)) {
    if (!part.startsWith('<')) {
      if (part.includes('>')) problems.push(`> in text: ${part}`);
      continue;
    }
    const [, slash, name = '', attributes = ''] = TAG.exec(part) ?? [];
    if (!TAGS.has(name)) problems.push(`not a tag of ours: ${part}`);
    if (slash === '/') {
      if (open.pop() !== name) problems.push(`closes nothing: ${part}`);
    } else if (!VOID.has(name)) open.push(name);
    for (const [, attribute = '', value = ''] of attributes.matchAll(/ ([a-z-]+)(?:="([^"]*)")?/g)) {
      problems.push(...problemsOfAttribute(attribute, decode(value)));
      if (attribute === 'id' && ids.has(value)) problems.push(`twice the id ${value}`);
      if (attribute === 'id') ids.add(value);
    }
  }
  if (open.length > 0) problems.push(`left open: ${open.join()}`);
  return problems;
}

function problemsOfAttribute(name: string, value: string): readonly string[] {
  if (!ATTRIBUTES.has(name)) return [`not an attribute of ours: ${name}`];
  if (name === 'id' && PAGE_IDS.has(value)) return [`an id of the page: ${value}`];
  if (name === 'href' && !isAllowedLink(value)) return [`not a link: ${value}`];
  if ((name === 'src' || name === 'srcset') && !/^\/images\/[0-9a-f]{40}\//.test(value))
    return [`loads ${value}`];
  return [];
}

/** Read as a browser does: through the URL parser, from a page that would notice. */
function isAllowedLink(value: string): boolean {
  const base = 'https://ici.invalid/blog/article';
  if (!URL.canParse(value, base)) return true;
  const { protocol, origin } = new URL(value, base);
  if (protocol === 'mailto:' || protocol === 'tel:') return true;
  return (
    (protocol === 'http:' || protocol === 'https:') &&
    (/^https?:/i.test(value) || origin === new URL(base).origin)
  );
}

function decode(value: string): string {
  return value
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&');
}
