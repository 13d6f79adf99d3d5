/** What fenced code may stand in: a quote, or an item of a list with the column at which its text begins. */
type Container = 'quote' | number;

interface Fence {
  readonly mark: string;
  /** In how many of the open containers it stands: it ends where one of them does. */
  readonly depth: number;
}

/** How far a line has been read. */
interface Place {
  readonly line: string;
  at: number;
  /** A tab goes on to the next fourth one. */
  column: number;
  /** The column at which the text of the innermost container begins. */
  base: number;
}

const FENCE = /`{3,}(?=[^`]*$)|~{3,}/y;
const ITEM = /(?:[-*+]|[0-9]{1,9}[.)])(?=[ \t\r]|$)/y;
/** What is indented further is no fence (CommonMark, « Fenced code blocks »). */
const MOST_INDENT = 3;
const MOST_CONTAINERS = 100;

/**
 * A Markdown text whose fenced code blocks are emptied, fences included; every line keeps its number. One pass:
 * hostile text costs no more than ordinary text of its length.
 */
export function withoutFencedCode(markdown: string): string {
  if (!markdown.includes('```') && !markdown.includes('~~~')) return markdown;
  const isFenced = createFenceReader();
  return markdown
    .split('\n')
    .map((line) => (isFenced(line) ? '' : line))
    .join('\n');
}

/** Asked for each line of a text in order, says whether it belongs to fenced code, fences included. */
export function createFenceReader(): (line: string) => boolean {
  const containers: Container[] = [];
  let fence: Fence | null = null;

  return (line) => {
    const place = { line, at: 0, column: 0, base: 0 };
    const depth = enterContainers(place, containers);
    if (fence !== null && depth >= fence.depth) {
      if (closes(place, fence)) fence = null;
      return true;
    }
    containers.length = depth;
    openContainers(place, containers);
    const mark = takeMark(place, FENCE);
    fence = mark === null ? null : { mark, depth: containers.length };
    return fence !== null;
  };
}

/** Goes past what makes a line belong to `containers`, and says to how many of them it does. */
function enterContainers(place: Place, containers: readonly Container[]): number {
  skipBlanks(place);
  for (const [depth, container] of containers.entries()) {
    if (container === 'quote' ? !takeQuote(place) : place.column < container && !isAtEnd(place)) return depth;
    if (container !== 'quote') place.base = container;
  }
  return containers.length;
}

/** Goes past the signs by which quotes and items begin on a line. */
function openContainers(place: Place, containers: Container[]): void {
  while (containers.length < MOST_CONTAINERS) {
    if (takeQuote(place)) {
      containers.push('quote');
      continue;
    }
    if (takeMark(place, ITEM) === null) return;
    const afterMark = place.column;
    skipBlanks(place);
    const isFar = place.column > afterMark + 4 || isAtEnd(place);
    place.base = isFar ? afterMark + 1 : place.column;
    containers.push(place.base);
  }
}

function takeQuote(place: Place): boolean {
  if (takeMark(place, />/y) === null) return false;
  place.base = place.column + (/[ \t]/.test(place.line.charAt(place.at)) ? 1 : 0);
  skipBlanks(place);
  return true;
}

function closes(place: Place, { mark }: Fence): boolean {
  const found = takeMark(place, FENCE);
  skipBlanks(place);
  return found?.startsWith(mark) === true && isAtEnd(place);
}

/** Goes past a mark that stands here and is not indented too far. */
function takeMark(place: Place, mark: RegExp): string | null {
  if (place.column - place.base > MOST_INDENT) return null;
  mark.lastIndex = place.at;
  const found = mark.exec(place.line)?.[0] ?? null;
  place.at += found?.length ?? 0;
  place.column += found?.length ?? 0;
  return found;
}

function skipBlanks(place: Place): void {
  for (; place.at < place.line.length; place.at += 1) {
    const sign = place.line[place.at];
    if (sign === '\t') place.column += 4 - (place.column % 4);
    else if (sign === ' ' || sign === '\r') place.column += 1;
    else return;
  }
}

function isAtEnd({ line, at }: Place): boolean {
  return at >= line.length;
}
