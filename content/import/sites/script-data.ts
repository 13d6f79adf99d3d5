import { type Fields, fieldsOf } from '../front-matter.ts';

/**
 * What a data file written in JavaScript states plainly: the texts, numbers and lists of the object that it exports, and an address that a
 * function gives back as one template, whose `${page.fileSlug}` becomes `{{ page.fileSlug }}`. Nothing is run; what is computed is left out.
 */
export function readScriptData(source: string): Fields {
  const start = /(?:\bexport\s+default|\bmodule\.exports\s*=)[^{]{0,200}(?=\{)/.exec(source);
  if (start === null) return {};
  const at = start.index + start[0].length;
  const isObject = /(?:default|=)\s*$/.test(start[0]) || /=>\s*\(\s*$/.test(start[0]);
  const returned = isObject ? 0 : source.slice(at).search(/\breturn\s*\(?\s*\{/);
  if (returned === -1) return {};
  return fieldsOf(objectAt(source, source.indexOf('{', at + returned), 0).value);
}

interface Read {
  /** Undefined for what is computed. */
  readonly value: unknown;
  readonly end: number;
}

const MAX_DEPTH = 20;
const MAX_FUNCTION = 500;
/** Blanks and comments; what is not closed ends with the file, so that no sign is looked at twice. */
const BLANK = /(?:\s|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$))*/y;
const QUOTED =
  /"(?:[^"\\\n]|\\[^]?)*(?:"|(?=\n)|$)|'(?:[^'\\\n]|\\[^]?)*(?:'|(?=\n)|$)|`(?:[^`\\]|\\[^]?)*(?:`|$)/y;
const KEY = /([\w$]+|"[^"\n]*"|'[^'\n]*')\s*:/y;
const WORD = /(?:true|false|-?\d+(?:\.\d+)?)\b/y;
/** A function that does nothing but give back one text. */
const GIVES_BACK =
  /^(?:async\s+)?(?:function\b\s*)?\w*\s*(?:\([^()]*\)|\w+)\s*(?:=>\s*)?(?:\{\s*return\b)?\s*("[^"]*"|'[^']*'|`[^`]*`)\s*;?\s*\}?\s*$/;

function matchAt(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(source);
}

function pastBlanks(source: string, at: number): number {
  return at + (matchAt(BLANK, source, at)?.[0].length ?? 0);
}

function objectAt(source: string, open: number, depth: number): Read {
  const entries: [string, unknown][] = [];
  let at = pastBlanks(source, open + 1);
  while (at < source.length && source[at] !== '}') {
    const key = matchAt(KEY, source, at);
    const name = key?.[1]?.replace(/^["']|["']$/g, '') ?? /^\w+(?=\()/.exec(source.slice(at, at + 80))?.[0];
    const { value, end } = valueAt(source, pastBlanks(source, at + (key?.[0].length ?? 0)), depth);
    if (name !== undefined && value !== undefined) entries.push([name, value]);
    at = pastBlanks(source, source[end] === ',' ? end + 1 : end);
    if (source[end] !== ',' && source[end] !== '}') break;
  }
  return { value: Object.fromEntries(entries), end: at + 1 };
}

function listAt(source: string, open: number, depth: number): Read {
  const items: unknown[] = [];
  let at = pastBlanks(source, open + 1);
  while (at < source.length && source[at] !== ']') {
    const { value, end } = valueAt(source, at, depth);
    if (value !== undefined) items.push(value);
    at = pastBlanks(source, source[end] === ',' ? end + 1 : end);
    if (source[end] !== ',' && source[end] !== ']') break;
  }
  return { value: items, end: at + 1 };
}

/** A value and where it ends: at the comma or the bracket behind it. */
function valueAt(source: string, at: number, depth: number): Read {
  const literal = depth > MAX_DEPTH ? null : literalAt(source, at, depth + 1);
  const end = literal === null ? at : pastBlanks(source, literal.end);
  if (literal !== null && /[,}\]]/.test(source[end] ?? '')) return { value: literal.value, end };
  const past = pastExpression(source, at);
  const [, given] = (past - at > MAX_FUNCTION ? null : GIVES_BACK.exec(source.slice(at, past))) ?? [];
  return { value: given === undefined ? undefined : textOf(given), end: past };
}

function literalAt(source: string, at: number, depth: number): Read | null {
  if (source[at] === '{') return objectAt(source, at, depth);
  if (source[at] === '[') return listAt(source, at, depth);
  const quoted = matchAt(QUOTED, source, at)?.[0];
  if (quoted !== undefined) return { value: textOf(quoted), end: at + quoted.length };
  const word = matchAt(WORD, source, at)?.[0];
  return word === undefined ? null : { value: word, end: at + word.length };
}

/** What stands between quotes; undefined for a template that does more than name things. */
function textOf(quoted: string): string | undefined {
  const inside = quoted.slice(1, -1).replace(/\\(["'`/\\])/g, '$1');
  if (!quoted.startsWith('`')) return inside;
  const named = inside.replace(/\$\{\s*(?:data\.)?([\w.]+)\s*\}/g, '{{ $1 }}');
  return named.includes('${') ? undefined : named;
}

/** Where an expression ends: at a comma or a bracket that it did not open. */
function pastExpression(source: string, from: number): number {
  let open = 0;
  for (let at = from; at < source.length; at += 1) {
    const skipped = matchAt(QUOTED, source, at)?.[0].length ?? pastBlanks(source, at) - at;
    if (skipped > 0) {
      at += skipped - 1;
      continue;
    }
    const sign = source[at] ?? '';
    if (open === 0 && /[,}\])]/.test(sign)) return at;
    if (/[{[(]/.test(sign)) open += 1;
    else if (/[}\])]/.test(sign)) open -= 1;
  }
  return source.length;
}
