/** A stretch of a source that no other part of it can change, with the number of its first line, from 0. */
export interface SourcePart {
  readonly source: string;
  readonly line: number;
}

/** What makes one part of a text speak of another, or look like it: definitions, notes, raw HTML. */
const REACHES_OUT = /\]:|\[\^/;
const MAYBE_HTML = /<[a-zA-Z/!?]/;
const FENCE = /^(?:`{3,}(?=[^`]*$)|~{3,})/;
const MAYBE_FENCE = /(?:^|[^`])`{3,}|~{3,}/;
const ITEM = /^[ \t>]*(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$)/;
const MAYBE_ITEM = /^[-+*\d]/;

/**
 * Cuts a source, its lines ended by `\n`, at empty lines where whatever was open has ended: converted one by one, the
 * parts give what the whole gives, but for names that must be unique. Null when that is not sure; it is cautious.
 */
export function splitSource(source: string): readonly SourcePart[] | null {
  if (REACHES_OUT.test(source)) return null;
  const parts: SourcePart[] = [];
  let lines: string[] = [];
  let first = 0;
  let fence: string | null = null;
  let hasItem = false;
  let isAfterEmpty = false;
  const all = source.split('\n');
  for (const [number, line] of all.entries()) {
    if (fence !== null) {
      const end = endsFence(line, fence);
      if (end === 'unsure') return null;
      if (end === 'yes') fence = null;
    } else {
      if (isAfterEmpty && startsPart(line, hasItem)) {
        parts.push({ source: `${lines.join('\n')}\n`, line: first });
        lines = [];
        first = number;
        hasItem = false;
      }
      if (MAYBE_HTML.test(line)) return null;
      if (MAYBE_FENCE.test(line)) {
        fence = lines.some((before) => before !== '') ? null : (FENCE.exec(line)?.[0] ?? null);
        if (fence === null) return null;
      }
      if (ITEM.test(line)) hasItem = true;
    }
    lines.push(line);
    isAfterEmpty = line === '';
  }
  parts.push({ source: lines.join('\n'), line: first });
  return parts;
}

/** Words that start at the margin belong to nothing before; an item may belong to a list before. */
function startsPart(line: string, hasItem: boolean): boolean {
  if (line === '' || /^\s/.test(line)) return false;
  return !(hasItem && MAYBE_ITEM.test(line));
}

function endsFence(line: string, fence: string): 'yes' | 'no' | 'unsure' {
  if (line.trimEnd() === fence) return 'yes';
  return line.trimStart().startsWith(fence.slice(0, 3)) ? 'unsure' : 'no';
}
