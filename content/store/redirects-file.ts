import { REDIRECTS_FILE } from '../model/paths.ts';
import {
  GONE,
  postAddress,
  type Redirect,
  type RedirectLine,
  readRedirectLine,
  readRedirects,
} from '../model/redirects.ts';
import type { Problem } from '../model/snapshot.ts';
import { asBuffer, markLength, readFileText } from './post-files/file-text.ts';

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
  moved(current: Uint8Array | null, fromSlug: string, toSlug: string): Uint8Array;
  /** The address answers 410 for ever, and so does all that led to it. */
  gone(current: Uint8Array | null, slug: string): Uint8Array;
  /** Readers no longer see the post at this address, which answers 410 meanwhile; what led to it goes on doing so. */
  hidden(current: Uint8Array | null, slug: string): Uint8Array;
  /** A post that readers do not see takes another address: the one they knew is to lead there, if it leads nowhere else. */
  carried(current: Uint8Array | null, fromSlug: string, toSlug: string): Uint8Array;
  /** A post has this address now: it leads nowhere else. */
  taken(current: Uint8Array | null, slug: string): Uint8Array;
}

export const redirectEdits: RedirectEdits = {
  moved(current, fromSlug, toSlug) {
    if (fromSlug === toSlug) return redirectEdits.taken(current, toSlug);
    return led(current, postAddress(fromSlug), postAddress(toSlug));
  },
  gone: (current, slug) => led(current, postAddress(slug), GONE),
  hidden: (current, slug) => set(current, postAddress(slug), GONE),
  carried(current, fromSlug, toSlug) {
    const [from, to] = [postAddress(fromSlug), postAddress(toSlug)];
    const lines = current === null ? [] : linesOf(current);
    const isKnown = lines.some((line) => line.from === from && line.to === GONE);
    return isKnown && !lines.some((line) => line.from === to) ? led(current, from, to) : (current ?? EMPTY);
  },
  taken: (current, slug) => edited(current, ({ from }) => (from === postAddress(slug) ? REMOVED : KEPT)),
};

/**
 * Leads paths of the site elsewhere, whatever they are; the last word on a path counts. What is said of where they lead
 * stays said: nobody here knows whether there is an article. One that leads back is left out.
 */
export function withRedirects(current: Uint8Array | null, redirects: readonly Redirect[]): Uint8Array {
  return redirects.reduce<Uint8Array>(added, current ?? EMPTY);
}

function added(current: Uint8Array, [from, to]: Redirect): Uint8Array {
  if (to === GONE) return led(current, from, to);
  const target = to.replace(/[?#].*$/, '');
  if (linesOf(current).some((line) => line.from === target && line.to === from)) return current;
  const leads = (line: RedirectLine) => line.from === from || line.to.replace(/[?#].*$/, '') === from;
  return stated(
    edited(current, (line) => (leads(line) ? ledTo(to) : KEPT)),
    from,
    to,
  );
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
  const edit = (line: RedirectLine): LineEdit => {
    said.add(line.from);
    if (free.has(line.from)) return REMOVED;
    const led = statements.get(line.to.replace(/[?#].*$/, ''));
    const to = statements.get(line.from)?.to ?? (led?.follow === 'leading' ? led.to : null);
    return to === null ? KEPT : to === line.from ? REMOVED : { kind: 'led', to };
  };
  const bytes = edited(current, edit);
  const missing = [...statements].flatMap(([from, { to }]) => (said.has(from) ? [] : [`${from}: ${to}`]));
  return missing.length === 0 ? bytes : appended(bytes, missing);
}

type LineEdit =
  | { readonly kind: 'kept' }
  | { readonly kind: 'removed' }
  | { readonly kind: 'led'; readonly to: string };
const KEPT: LineEdit = { kind: 'kept' };
const REMOVED: LineEdit = { kind: 'removed' };
const ledTo = (to: string): LineEdit => ({ kind: 'led', to });

const EMPTY = new Uint8Array();
const HEADING = '# Anciennes adresses du site : où elles mènent, ou « gone » quand la page n’existe plus.\n';

function led(current: Uint8Array | null, from: string, to: string): Uint8Array {
  const edit = (line: RedirectLine): LineEdit => {
    if (line.from === to) return REMOVED;
    return line.from === from || line.to.replace(/[?#].*$/, '') === from ? ledTo(to) : KEPT;
  };
  return stated(edited(current, edit), from, to);
}

/** Says where one address leads, and nothing of those that lead to it. */
function set(current: Uint8Array | null, from: string, to: string): Uint8Array {
  return stated(
    edited(current, (line) => (line.from === from ? ledTo(to) : KEPT)),
    from,
    to,
  );
}

function stated(bytes: Uint8Array, from: string, to: string): Uint8Array {
  return linesOf(bytes).some((line) => line.from === from) ? bytes : appended(bytes, [`${from}: ${to}`]);
}

function linesOf(bytes: Uint8Array): readonly RedirectLine[] {
  const text = asBuffer(bytes).toString('latin1', markLength(asBuffer(bytes)));
  return text.split('\n').flatMap((line) => readRedirectLine(line) ?? []);
}

/** Latin-1 stands for the bytes one by one: what is not ours comes back as it was, whatever its encoding. */
function edited(current: Uint8Array | null, edit: (line: RedirectLine) => LineEdit): Uint8Array {
  if (current === null) return EMPTY;
  const text = asBuffer(current).toString('latin1');
  const mark = text.slice(0, markLength(asBuffer(current)));
  const lines = text.slice(mark.length).split('\n');
  const kept = lines.flatMap((line) => editedLine(line, edit));
  const changed = mark + kept.join('\n');
  return changed === text ? current : Buffer.from(changed, 'latin1');
}

function editedLine(line: string, edit: (line: RedirectLine) => LineEdit): readonly string[] {
  const read = readRedirectLine(line);
  if (read === null) return [line];
  const what = edit(read);
  switch (what.kind) {
    case 'kept':
      return [line];
    case 'removed':
      return [];
    case 'led':
      return read.to === what.to
        ? [line]
        : [line.slice(0, read.valueStart) + what.to + line.slice(read.valueEnd)];
  }
}

function appended(bytes: Uint8Array, lines: readonly string[]): Uint8Array {
  if (bytes.length === 0) return Buffer.from(`${HEADING}${lines.join('\n')}\n`);
  const text = asBuffer(bytes).toString('latin1');
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const before = text.endsWith('\n') ? '' : lineEnd;
  return Buffer.concat([bytes, Buffer.from(`${before}${lines.join(lineEnd)}${lineEnd}`)]);
}
