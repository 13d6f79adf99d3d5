/** How a scalar is written. */
export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal' | 'folded';

/** Where a scalar is written: inside brackets fewer texts can go without quotes. */
export type ScalarPlace = 'line' | 'brackets';

/**
 * What readers of YAML 1.1 or 1.2 take for something else than a text, or refuse, when it has no quotes: only what
 * begins with a letter, a number before a word, or the `/` of a path is written plain, and never these.
 */
const RESERVED = /^(?:y|n|yes|no|on|off|true|false|null|nan|inf)$/i;
const PLAIN_LINE =
  /^(?:[\p{L}/]|\d+ \p{L})(?:[\p{L}\p{M}\p{N} \u00a0\u202f'’"“”«»().,;!?/…_+=%€°–—-]|:\/\/)*$/u;
const PLAIN_IN_BRACKETS = /^\p{L}[\p{L}\p{M}\p{N} \u00a0'’_./-]*$/u;
const BEYOND_BASIC_PLANE = /[\u{10000}-\u{10ffff}]/u;
/** Not printable in YAML 1.1, or a line break there. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

/**
 * A text as one YAML scalar on one line, in the style asked for when it can hold the text, else between double
 * quotes. Readers of YAML 1.2 core and of YAML 1.1 read the same text from it.
 */
export function writeScalar(text: string, style: ScalarStyle, place: ScalarPlace): string {
  if (style === 'plain' && isPlain(text, place)) return text;
  if (style === 'single' && text.search(UNPRINTABLE) === -1) return `'${text.replaceAll("'", "''")}'`;
  return `"${text.replace(/["\\]/g, '\\$&').replace(UNPRINTABLE, escaped)}"`;
}

function isPlain(text: string, place: ScalarPlace): boolean {
  const allowed = place === 'line' ? PLAIN_LINE : PLAIN_IN_BRACKETS;
  return allowed.test(text) && !text.endsWith(' ') && !RESERVED.test(text) && !BEYOND_BASIC_PLANE.test(text);
}

function escaped(character: string): string {
  if (character === '\n') return '\\n';
  if (character === '\t') return '\\t';
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** The lines of a block scalar, without their retreat, and the sign that says how it ends. */
interface BlockScalar {
  readonly chomping: '' | '-';
  readonly lines: readonly string[];
}

/**
 * A text as the lines of a literal (`|`) or folded (`>`) scalar, or null when such a block could not give it back
 * to every reader.
 */
export function blockLines(text: string, style: 'literal' | 'folded'): BlockScalar | null {
  const ending = text.endsWith('\n') ? 1 : 0;
  const inner = ending === 1 ? text.slice(0, -1) : text;
  const lines = inner.split('\n');
  if (lines.some((line) => line.search(UNPRINTABLE) !== -1 || /^[ \t]*$/.test(line) !== (line === '')))
    return null;
  if (lines[0] === '' || lines.at(-1) === '' || /^[ \t]/.test(lines[0] ?? '')) return null;
  if (style === 'literal') return { chomping: ending === 1 ? '' : '-', lines };
  // Between two lines of a folded scalar, one more break is written than is read.
  if (lines.some((line) => /^[ \t]|[ \t]$/.test(line))) return null;
  return {
    chomping: ending === 1 ? '' : '-',
    lines: lines.flatMap((line, at) => (line === '' || at === 0 ? [line] : ['', line])),
  };
}
