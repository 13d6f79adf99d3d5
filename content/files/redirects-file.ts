import { REDIRECTS_FILE } from '../model/paths.ts';
import {
  GONE,
  type Redirect,
  type RedirectLine,
  readRedirectLine,
  readRedirects,
} from '../model/redirects.ts';
import type { Problem } from '../model/snapshot.ts';
import { asBuffer, markLength, readFileText } from './file-text.ts';

/** What redirects.yml states, and every line that cannot be followed. */
export interface RedirectsFileReading {
  /** Null when the file is no text at all. */
  readonly redirects: readonly Redirect[] | null;
  readonly problems: readonly Problem[];
}

/** redirects.yml: a bad line is a problem and takes nothing from the others. Never throws. */
export function parseRedirectsFile(bytes: Uint8Array): RedirectsFileReading {
  const read = readFileText(bytes);
  if (read.kind === 'fault') {
    const { line, reason } = read;
    return { redirects: null, problems: [{ path: REDIRECTS_FILE, line, reason }] };
  }
  const { redirects, problems } = readRedirects(read.text);
  return { redirects, problems: problems.map((problem) => ({ path: REDIRECTS_FILE, ...problem })) };
}

/**
 * Changes of redirects.yml, `null` standing for no file yet. What is not changed keeps its bytes, comments and lines that
 * cannot be read included; nothing to change gives the same bytes. No result has a chain or a loop that the input had
 * not.
 */
export interface RedirectEdits {
  /** The old address leads to the new one, and so does all that led to the old one. */
  moved(current: Uint8Array | null, from: string, to: string): Uint8Array;
  /** The address answers 410 for ever, and so does all that led to it. */
  gone(current: Uint8Array | null, address: string): Uint8Array;
  /** Readers no longer see the post at this address, which answers 410 meanwhile; what led to it goes on doing so. */
  hidden(current: Uint8Array | null, address: string): Uint8Array;
  /** A post that readers do not see takes another address: the one they knew is to lead there, if it leads nowhere else. */
  carried(current: Uint8Array | null, from: string, to: string): Uint8Array;
  /** A post has this address now: it leads nowhere else. */
  taken(current: Uint8Array | null, address: string): Uint8Array;
}

export const redirectEdits: RedirectEdits = {
  moved: (current, from, to) => (from === to ? redirectEdits.taken(current, to) : led(current, from, to)),
  gone: (current, address) => led(current, address, GONE),
  hidden: (current, address) =>
    withStatements(current, new Map([[address, { to: GONE, follow: 'none' }]]), new Set()),
  carried(current, from, to) {
    const lines = current === null ? [] : linesOf(current);
    const isKnown = lines.some((line) => line.from === from && line.to === GONE);
    return isKnown && !lines.some((line) => line.from === to) ? led(current, from, to) : (current ?? EMPTY);
  },
  taken: (current, address) => withStatements(current, new Map(), new Set([address])),
};

/** The address leads elsewhere, where a page is now, and so does all that led to it. */
function led(current: Uint8Array | null, from: string, to: string): Uint8Array {
  return withStatements(current, new Map([[from, { to, follow: 'leading' }]]), new Set([to]));
}

/**
 * Leads paths of the site elsewhere, whatever they are; the last word on a path counts. What is said of where they lead
 * stays said: nobody here knows whether there is an article. One that leads back is left out.
 */
export function withRedirects(current: Uint8Array | null, redirects: readonly Redirect[]): Uint8Array {
  return redirects.reduce<Uint8Array>((bytes, [from, to]) => {
    const leadsBack = linesOf(bytes).some((line) => line.from === targetOf(to) && targetOf(line.to) === from);
    if (leadsBack && to !== GONE) return bytes;
    return withStatements(bytes, new Map([[from, { to, follow: 'leading' }]]), new Set());
  }, current ?? EMPTY);
}

/** What becomes of an address; `follow` says whether what leads to it goes along. */
export interface Statement {
  readonly to: string;
  readonly follow: 'leading' | 'none';
}

/**
 * States where so many addresses lead in one pass over the file, and removes the lines of those in `free`, which have an
 * article. No statement may lead to the address of another that has what leads to it follow.
 */
export function withStatements(
  current: Uint8Array | null,
  statements: ReadonlyMap<string, Statement>,
  free: ReadonlySet<string>,
): Uint8Array {
  const said = new Set<string>();
  const bytes = edited(current ?? EMPTY, ({ from, to }) => {
    said.add(from);
    const leading = statements.get(targetOf(to));
    const wanted = statements.get(from)?.to ?? (leading?.follow === 'leading' ? leading.to : to);
    return free.has(from) || (wanted === from && wanted !== to) ? null : wanted;
  });
  const missing = [...statements].flatMap(([from, { to }]) => (said.has(from) ? [] : [`${from}: ${to}`]));
  return missing.length === 0 ? bytes : appended(bytes, missing);
}

function targetOf(to: string): string {
  return to.replace(/[?#].*$/, '');
}

const EMPTY = new Uint8Array();
const HEADING = '# Anciennes adresses du site : où elles mènent, ou « gone » quand la page n’existe plus.\n';

function linesOf(bytes: Uint8Array): readonly RedirectLine[] {
  const text = asBuffer(bytes).toString('latin1', markLength(asBuffer(bytes)));
  return text.split('\n').flatMap((line) => readRedirectLine(line) ?? []);
}

/**
 * The file with each line leading where `leads` says, or gone for null. Latin-1 stands for the bytes one by one: what is not
 * ours comes back as it was, whatever its encoding.
 */
function edited(current: Uint8Array, leads: (line: RedirectLine) => string | null): Uint8Array {
  const text = asBuffer(current).toString('latin1');
  const mark = text.slice(0, markLength(asBuffer(current)));
  const kept = text
    .slice(mark.length)
    .split('\n')
    .flatMap((line) => {
      const read = readRedirectLine(line);
      const to = read === null ? null : leads(read);
      if (read === null || to === read.to) return [line];
      return to === null ? [] : [line.slice(0, read.valueStart) + to + line.slice(read.valueEnd)];
    });
  const changed = mark + kept.join('\n');
  return changed === text ? current : Buffer.from(changed, 'latin1');
}

function appended(bytes: Uint8Array, lines: readonly string[]): Uint8Array {
  if (bytes.length === 0) return Buffer.from(`${HEADING}${lines.join('\n')}\n`);
  const text = asBuffer(bytes).toString('latin1');
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const before = text.endsWith('\n') ? '' : lineEnd;
  return Buffer.concat([bytes, Buffer.from(`${before}${lines.join(lineEnd)}${lineEnd}`)]);
}
