/** A `[name …]` or `[/name]` of a text. */
export interface ShortcodeTag {
  readonly name: string;
  readonly isClosing: boolean;
  /** By lowercase name; those without a name by their place: '0', '1'. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly from: number;
  readonly to: number;
  /** `[[name]]`: shown, not run. */
  readonly isEscaped: boolean;
}

const TAG =
  /\[(\[?)(\/?)([a-zA-Z][\w-]{0,60})((?=[\s/=\]])(?:"[^"]{0,4000}"|'[^']{0,4000}'|[^[\]"'<>]){0,4000})\](\]?)|<(?:pre|code|script|style)[\s>]/gi;
const END_OF_CODE = /<\/(?:pre|code|script|style)\s{0,9}>/gi;

/** What looks like a shortcode in a text, outside `<pre>` and `<code>`. Linear in its length. */
export function shortcodeTags(html: string): readonly ShortcodeTag[] {
  if (!html.includes('[')) return [];
  const tags: ShortcodeTag[] = [];
  TAG.lastIndex = 0;
  const pattern = new RegExp(TAG);
  for (let found = pattern.exec(html); found !== null; found = pattern.exec(html)) {
    const [whole, before, slash, name, written = '', after] = found;
    if (name === undefined) {
      const end = new RegExp(END_OF_CODE);
      end.lastIndex = pattern.lastIndex;
      if (end.exec(html) === null) break;
      pattern.lastIndex = end.lastIndex;
      continue;
    }
    const isEscaped = before === '[' && after === ']';
    const from = found.index + (before === '[' && !isEscaped ? 1 : 0);
    const to = found.index + whole.length - (after === ']' && !isEscaped ? 1 : 0);
    tags.push({
      name: name.toLowerCase(),
      isClosing: slash === '/',
      attributes: attributesOf(written),
      from,
      to,
      isEscaped,
    });
  }
  return tags;
}

const ATTRIBUTE =
  /([\w-]{1,60})\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|[“”″]([^“”″]*)[“”″]|&(?:quot|#82(?:20|21|43));(.*?)&(?:quot|#82(?:20|21|43));|([^\s"'=]+))|"([^"]*)"|'([^']*)'|([^\s"'=/][^\s"']*)/g;

function attributesOf(written: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  // `[youtube=https://…]`
  const text = written.startsWith('=') ? written.slice(1) : written;
  let place = 0;
  for (const [, name, ...values] of text.matchAll(ATTRIBUTE)) {
    const value = values.find(Boolean) ?? '';
    if (name !== undefined) attributes.set(name.toLowerCase(), value);
    else {
      attributes.set(String(place), value);
      place += 1;
    }
  }
  return attributes;
}
