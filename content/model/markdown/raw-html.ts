/** What starts with `<` in HTML that anybody may have written, cut as browsers cut it. */
export interface Markup {
  /** `other`: a comment, a declaration, or what browsers take for one. */
  readonly kind: 'open' | 'close' | 'other';
  /** Lowercase; '' of `other`. */
  readonly name: string;
  readonly attributes: readonly Attribute[];
  /** Just after its last sign. */
  readonly end: number;
}

interface Attribute {
  readonly name: string;
  /** As written, without its quotes. */
  readonly value: string;
}

const TAG_NAME = /<(\/?)([a-zA-Z][^\t\n\f\r />]*)/y;
const BETWEEN = /[\t\n\f\r /]*/y;
/** A first `=` is part of the name. */
const ATTRIBUTE_NAME = /=?[^\t\n\f\r />=]*/y;
const EQUALS = /[\t\n\f\r ]*=[\t\n\f\r ]*/y;
const UNQUOTED = /[^\t\n\f\r >]*/y;
const COMMENT = /<!--(?:-?>|[\s\S]*?--!?>)/y;
const DECLARATION = /<[!?/][^>]*>/y;

/** The markup that starts with the `<` at `start`: `text` where it is none, `endless` where the text ends before it does. */
export function markupAt(html: string, start: number): Markup | 'text' | 'endless' {
  const [, slash, name] = matchAt(TAG_NAME, html, start) ?? [];
  if (name === undefined) return otherAt(html, start);
  const kind = slash === '/' ? 'close' : 'open';
  const rest = attributesAt(html, TAG_NAME.lastIndex);
  return rest === null ? 'endless' : { kind, name: name.toLowerCase(), ...rest };
}

function otherAt(html: string, start: number): Markup | 'text' | 'endless' {
  if (!'!?/'.includes(html.charAt(start + 1) || ' ')) return 'text';
  const pattern = html.startsWith('<!--', start) ? COMMENT : DECLARATION;
  if (matchAt(pattern, html, start) === null) return 'endless';
  return { kind: 'other', name: '', attributes: [], end: pattern.lastIndex };
}

function attributesAt(html: string, from: number): Pick<Markup, 'attributes' | 'end'> | null {
  const attributes: Attribute[] = [];
  let at = from;
  for (;;) {
    at += matchAt(BETWEEN, html, at)?.[0].length ?? 0;
    if (html[at] === '>') return { attributes, end: at + 1 };
    const name = matchAt(ATTRIBUTE_NAME, html, at)?.[0] ?? '';
    if (name === '') return null;
    const value = valueAt(html, at + name.length);
    if (value === null) return null;
    attributes.push({ name, value: value.text });
    at = value.end;
  }
}

function valueAt(html: string, from: number): { readonly text: string; readonly end: number } | null {
  if (matchAt(EQUALS, html, from) === null) return { text: '', end: from };
  const start = EQUALS.lastIndex;
  const quote = html[start];
  if (quote !== '"' && quote !== "'") {
    const text = matchAt(UNQUOTED, html, start)?.[0] ?? '';
    return { text, end: start + text.length };
  }
  const end = html.indexOf(quote, start + 1);
  return end === -1 ? null : { text: html.slice(start + 1, end), end: end + 1 };
}

/** The patterns are sticky: each is told where to look just before. */
function matchAt(pattern: RegExp, html: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(html);
}
