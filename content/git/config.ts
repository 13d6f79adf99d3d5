/** One setting or heading of a git configuration file (git-config(1), Syntax), kept as it is written. */
export interface ConfigLine {
  readonly text: string;
  /** Section and subsection it stands in: `remote.origin`, the section in lower case. */
  readonly section: string;
  /** In lower case; null for headings, comments and empty lines. */
  readonly key: string | null;
  readonly value: string;
}

const HEADING = /^\s*\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/;
const ENTRY = /^\s*([A-Za-z][\w-]*)\s*(?:=\s*([\s\S]*))?$/;

/** The last value of a key, as git takes it; null when there is none. Included files are not looked into. */
export function configValue(
  text: string,
  { section, key }: { readonly section: string; readonly key: string },
): string | null {
  const found = parseConfig(text).findLast(
    (line) => line.section === section && line.key === key.toLowerCase(),
  );
  return found?.value ?? null;
}

/** The text with these keys of a section set (null: taken out); every other byte stays. */
export function changeConfig(
  text: string,
  section: string,
  values: Readonly<Record<string, string | null>>,
): string {
  const wanted = new Map(Object.entries(values).map(([key, value]) => [key.toLowerCase(), { key, value }]));
  const lines = parseConfig(text).filter(
    (line) => line.section !== section || line.key === null || !wanted.has(line.key),
  );
  const added = [...wanted.values()].flatMap(({ key, value }) =>
    value === null ? [] : [`\t${key} = ${quoted(value)}\n`],
  );
  const at = lines.findLastIndex((line) => line.section === section);
  const texts = lines.map((line) => line.text);
  if (at !== -1) return [...ended(texts.slice(0, at + 1)), ...added, ...texts.slice(at + 1)].join('');
  return added.length === 0 ? texts.join('') : [...ended(texts), heading(section), ...added].join('');
}

/** Lines that end, as one that something follows has to. */
function ended(lines: readonly string[]): readonly string[] {
  const last = lines.at(-1);
  return last === undefined || last.endsWith('\n') ? lines : [...lines.slice(0, -1), `${last}\n`];
}

/** All of a configuration, in order: the texts of its lines make it up again. */
export function parseConfig(text: string): readonly ConfigLine[] {
  let section = '';
  // A backslash at the end of a line goes on with it; comments are none of those.
  const lines = text.match(/(?:[^\\\n]|\\[\s\S])*(?:\n|$)|\\$/g) ?? [];
  return lines.flatMap((line): readonly ConfigLine[] => {
    if (line === '') return [];
    const [heading = '', name = '', subsection] = HEADING.exec(line) ?? [];
    if (heading !== '') section = sectionName(name, subsection);
    const text = line.slice(heading.length);
    const [, key, value] = ENTRY.exec(text.trimEnd()) ?? [];
    if (key === undefined) return [{ text: line, section, key: null, value: '' }];
    const entry = {
      text,
      section,
      key: key.toLowerCase(),
      value: value === undefined ? 'true' : unquoted(value),
    };
    // A heading may have its first setting behind it.
    return heading === '' ? [entry] : [{ text: heading, section, key: null, value: '' }, entry];
  });
}

function sectionName(name: string, subsection: string | undefined): string {
  const section = name.toLowerCase();
  return subsection === undefined ? section : `${section}.${subsection.replace(/\\(.)/g, '$1')}`;
}

function heading(section: string): string {
  const dot = section.indexOf('.');
  if (dot === -1) return `[${section}]\n`;
  return `[${section.slice(0, dot)} "${section.slice(dot + 1).replace(/["\\]/g, '\\$&')}"]\n`;
}

function quoted(value: string): string {
  return /^[\w./:@%+*=,~?&-]+$/.test(value) ? value : `"${value.replace(/["\\]/g, '\\$&')}"`;
}

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b', '\n': '' };

/** What a value says: quotes and escapes undone, a comment after it left out. */
function unquoted(written: string): string {
  let value = '';
  let isQuoted = false;
  for (let at = 0; at < written.length; at++) {
    const sign = written[at] ?? '';
    if (sign === '\\') {
      at += 1;
      const next = written[at] ?? '';
      value += ESCAPED[next] ?? next;
    } else if (sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (sign === '#' || sign === ';')) break;
    else value += sign;
  }
  return value.trim();
}
