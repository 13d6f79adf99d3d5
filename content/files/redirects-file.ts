import { REDIRECTS_FILE } from '../model/paths.ts';
import {
  GONE,
  partOf,
  type Redirect,
  type RedirectLine,
  readRedirectLine,
  readRedirects,
  withPart,
} from '../model/redirects.ts';
import type { Problem } from '../model/snapshot.ts';
import { asBuffer, markLength, readFileText } from './file-text.ts';

/** What redirects.yml states, and every line that cannot be followed. */
export interface RedirectsFileReading {
  /** By old path, in the order of the file; null when it is no text at all. */
  readonly redirects: ReadonlyMap<string, string> | null;
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
 * Changes of redirects.yml. What is not changed keeps its bytes, comments and lines that cannot be read included. None makes a chain
 * or a loop that was not there.
 */
export interface RedirectEdits {
  /** Where an address leads, as the file says by now; null where it says nothing of it. */
  ledTo(address: string): string | null;
  /**
   * The address leads elsewhere from now on; `follow` says whether what leads to it goes along, be the address itself only where it is
   * spoken of.
   */
  lead(from: string, to: string, follow: 'leading' | 'none' | 'known'): void;
  /** The old address leads to the new one, where a page is, and so does all that led to the old one. */
  moved(from: string, to: string): void;
  /** The address answers 410 for ever, and so does all that led to it. */
  gone(address: string): void;
  /** Readers no longer see the post at this address, which answers 410 meanwhile; what led to it goes on doing so. */
  hidden(address: string): void;
  /**
   * A post that readers do not see takes another address: those they knew are to lead there, unless it is another page's, and what is gone
   * goes on being so.
   */
  carried(from: string, to: string): void;
  /** A post has this address now: it leads nowhere else. */
  taken(address: string): void;
}

interface Line {
  /** As it stands in the file; null for a new one. */
  readonly source: string | null;
  readonly read: Pick<RedirectLine, 'from' | 'to'> & Partial<RedirectLine>;
  /** Where it is to lead; null to take it out. */
  to: string | null;
}

/**
 * The file with changes made one after the other, `null` standing for no file; the same one where they change nothing. Where `said` gives
 * what it says, as {@link parseRedirectsFile} read it without a problem, its lines are read only once an address is asked for that it
 * speaks of: an old blog has ten thousands of them.
 */
export function editRedirects(
  current: Uint8Array | null,
  edit: (edits: RedirectEdits) => void,
  said?: ReadonlyMap<string, string>,
): Uint8Array | null {
  const lines: Line[] = [];
  const byAddress = new Map<string, Line[]>();
  const file: { lines: readonly (Line | string)[] | null } = { lines: null };

  function readAll(): void {
    file.lines ??= linesOf(current ?? EMPTY).map((source) => {
      const read = readRedirectLine(source);
      return read === null ? source : noted({ source, read, to: read.to });
    });
  }

  function noted(line: Line): Line {
    lines.push(line);
    const known = byAddress.get(line.read.from);
    if (known === undefined) byAddress.set(line.read.from, [line]);
    else known.push(line);
    return line;
  }

  function of(address: string): readonly Line[] {
    if (said?.has(address) !== false) readAll();
    return (byAddress.get(address) ?? []).filter(({ to }) => to !== null);
  }

  const edits: RedirectEdits = {
    ledTo: (address) => of(address).at(-1)?.to ?? null,
    lead(from, to, follow) {
      if (follow !== 'none') readAll();
      const own = of(from);
      const leading =
        follow === 'none' ? [] : lines.filter((line) => line.to !== null && targetOf(line.to) === from);
      const turn = (line: Line, next: string): void => {
        if (line.to !== next) line.to = to === line.read.from ? null : next;
      };
      for (const line of leading) turn(line, to === GONE ? to : withPart(to, partOf(line.to ?? '')));
      for (const line of own) turn(line, to);
      if (own.length === 0 && follow !== 'known') noted({ source: null, read: { from, to }, to });
    },
    moved(from, to) {
      if (from !== to) edits.lead(from, to, 'leading');
      edits.taken(to);
    },
    gone: (address) => edits.lead(address, GONE, 'leading'),
    hidden: (address) => edits.lead(address, GONE, 'none'),
    carried(from, to) {
      const [own, led] = [edits.ledTo(from), edits.ledTo(to)];
      const isFree = led === null || led === GONE || targetOf(led) === from;
      if (!isFree || (own !== null && own !== GONE)) return;
      edits.lead(from, to, 'known');
      if (led !== null) edits.hidden(to);
    },
    taken(address) {
      for (const line of of(address)) line.to = null;
    },
  };
  edit(edits);
  const bytes = file.lines === null ? (current ?? EMPTY) : withLines(current ?? EMPTY, file.lines);
  const added = lines.filter(({ source, to }) => source === null && to !== null);
  if (added.length === 0) return current === null ? null : bytes;
  return appended(
    bytes,
    added.map(({ read, to }) => `${read.from}: ${to}`),
  );
}

/** Latin-1 stands for the bytes one by one: what is not ours comes back as it was, whatever its encoding. */
function linesOf(bytes: Uint8Array): readonly string[] {
  return asBuffer(bytes)
    .toString('latin1', markLength(asBuffer(bytes)))
    .split('\n');
}

/** The same where no line is another one. */
function withLines(bytes: Uint8Array, lines: readonly (Line | string)[]): Uint8Array {
  const kept = lines.flatMap((line) => (typeof line === 'string' ? [line] : written(line)));
  const mark = bytes.subarray(0, markLength(asBuffer(bytes)));
  const changed = Buffer.concat([mark, Buffer.from(kept.join('\n'), 'latin1')]);
  return changed.equals(bytes) ? bytes : changed;
}

function written({ source, read, to }: Line): readonly string[] {
  if (source === null || to === null) return [];
  return [to === read.to ? source : source.slice(0, read.valueStart) + to + source.slice(read.valueEnd)];
}

/**
 * Leads paths of the site elsewhere, whatever they are; the last word on a path counts. What is said of where they lead
 * stays said: nobody here knows whether there is an article. One that leads back is left out.
 */
export function withRedirects(current: Uint8Array, redirects: readonly Redirect[]): Uint8Array {
  const edited = editRedirects(current, (edits) => {
    for (const [from, to] of redirects) {
      const back = edits.ledTo(targetOf(to));
      if (back === null || targetOf(back) !== from) edits.lead(from, to, 'leading');
    }
  });
  return edited ?? current;
}

function targetOf(to: string): string {
  return to.replace(/[?#].*$/, '');
}

const EMPTY = new Uint8Array();
const HEADING =
  '# Anciennes adresses du site\u00a0: où elles mènent, ou «\u00a0gone\u00a0» quand la page n’existe plus.\n';

function appended(bytes: Uint8Array, lines: readonly string[]): Uint8Array {
  if (bytes.length === 0) return Buffer.from(`${HEADING}${lines.join('\n')}\n`);
  const lineEnd = asBuffer(bytes).includes('\r\n') ? '\r\n' : '\n';
  const before = bytes.at(-1) === 0x0a ? '' : lineEnd;
  return Buffer.concat([bytes, Buffer.from(`${before}${lines.join(lineEnd)}${lineEnd}`)]);
}
