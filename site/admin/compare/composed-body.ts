import type { BodyPart } from '#content/model/merge.ts';

/** What the author keeps of something both sides changed. */
export type Choice =
  | { readonly kind: 'mine' | 'theirs' | 'both' }
  | { readonly kind: 'edited'; readonly text: string };

/** Choices made so far: for parts of the text by their place, for fields by their name. */
export interface Choices {
  readonly parts: Readonly<Record<number, Choice>>;
  readonly fields: Readonly<Record<string, Choice>>;
}

export const NO_CHOICES: Choices = { parts: {}, fields: {} };

interface BothTexts {
  readonly theirs: string;
  readonly yours: string;
}

/** The text a choice leaves of a disputed stretch. */
export function chosenText({ theirs, yours }: BothTexts, choice: Choice): string {
  switch (choice.kind) {
    case 'mine':
      return yours;
    case 'theirs':
      return theirs;
    case 'both':
      return bothSides(theirs, yours, 'unknown');
    case 'edited':
      return choice.text;
  }
}

/** How many disputed parts of the body are not chosen yet. */
export function openParts(body: readonly BodyPart[], parts: Choices['parts']): number {
  return body.filter((part, at) => part.kind === 'disputed' && parts[at] === undefined).length;
}

type Disputed = Extract<BodyPart, { kind: 'disputed' }>;

interface Composed {
  readonly text: string;
  /** The gaps that were where something was left out, or written by hand, at the end of `text`; null when nothing was. */
  readonly seam: readonly string[] | null;
}

/**
 * The body that the choices leave; null while one is missing. Blocks stay as far apart as they were, whatever is left out, kept
 * twice or written by hand between them, and the text ends as the file did.
 */
export function composedBody(
  body: readonly BodyPart[],
  choices: Readonly<Record<number, Choice>>,
): string | null {
  let composed: Composed = { text: '', seam: null };
  for (const [at, part] of body.entries()) {
    const choice = choices[at];
    if (part.kind === 'agreed') composed = { text: appended(composed, part.text), seam: null };
    else if (choice === undefined) return null;
    else composed = withChoice(composed, { part, choice, next: body[at + 1] ?? null });
  }
  const { text, seam } = composed;
  return seam === null ? text : text.trimEnd() + lastEnd(body);
}

interface Chosen {
  readonly part: Disputed;
  readonly choice: Choice;
  readonly next: BodyPart | null;
}

function withChoice(before: Composed, { part, choice, next }: Chosen): Composed {
  const gaps = [part.theirs, part.yours, part.base].map(blanksAfter);
  const chosen = textOf({ part, choice, next }, before.text);
  if (chosen.trim() === '')
    return { text: before.text, seam: [...(before.seam ?? [blanksAfter(before.text)]), ...gaps] };
  const seam = before.seam ?? (choice.kind === 'edited' ? gapBeforeHand(before.text, chosen) : null);
  const text = appended({ text: before.text, seam }, chosen);
  return { text, seam: choice.kind === 'edited' ? [...gaps, blanksAfter(chosen)] : null };
}

/** A paragraph written in the place of an item that others precede stands apart from them. */
function gapBeforeHand(before: string, text: string): readonly string[] | null {
  const lastLine = before.trimEnd().split('\n').at(-1) ?? '';
  const gap = blanksAfter(before);
  return LINE.test(lastLine) && !LINE.test(text) && /^\r?\n$/.test(gap) ? [gap + gap] : null;
}

function textOf({ part, choice, next }: Chosen, before: string): string {
  switch (choice.kind) {
    case 'edited':
      return withoutBlankLines(choice.text);
    case 'both':
      return bothSides(part.theirs, part.yours, stretchOf(part, { before, next }));
    case 'mine':
    case 'theirs':
      return chosenText(part, choice);
  }
}

function appended({ text, seam }: Composed, next: string): string {
  return seam === null ? text + next : sewn(text, next, seam);
}

/** Whole blocks begin a line and end one. */
function stretchOf(
  { theirs, yours }: Disputed,
  { before, next }: { readonly before: string; readonly next: BodyPart | null },
): Stretch {
  const beginsLine = before.trim() === '' || /\n[ \t]*$/.test(before);
  const isFollowed = next !== null && (next.kind === 'disputed' || next.text.trim() !== '');
  const endsLine =
    !isFollowed ||
    [theirs, yours].some((text) => blanksAfter(text).includes('\n')) ||
    (next.kind === 'agreed' && /^[ \t]*\r?\n/.test(next.text));
  return beginsLine && endsLine ? 'blocks' : 'inside';
}

/** How the file ends when its last part is disputed, and left out or written by hand. */
function lastEnd(body: readonly BodyPart[]): string {
  const last = body.at(-1);
  if (last === undefined || last.kind === 'agreed') return '';
  return [last.yours, last.theirs, last.base].map(blanksAfter).find((end) => end !== '') ?? '';
}

/** Whether two texts differ in blank lines at most, and in blanks at the ends of lines. */
export function haveSameLines(one: string, other: string): boolean {
  const linesOf = (text: string): readonly string[] =>
    text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trimEnd()]));
  return JSON.stringify(linesOf(one)) === JSON.stringify(linesOf(other));
}

/** How items of a list and rows of a table begin. */
const LINE = /^\s*(?:[-*+]\s|\d+[.)]\s|\|)/;
/** Rows with their table's head. */
const WHOLE_TABLE = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*\|/m;
const BLANK_LINE = /\n[ \t]*\r?\n/;

/** Whether a disputed stretch is made of whole blocks, as far as what stands around it tells. */
type Stretch = 'blocks' | 'inside' | 'unknown';

/** Both versions: whole paragraphs stand apart; items and rows, and sentences of one paragraph, follow one another. */
function bothSides(first: string, second: string, stretch: Stretch): string {
  if (first.trim() === '') return second;
  if (second.trim() === '') return first;
  return first.trimEnd() + between(first, second, stretch) + second;
}

function between(first: string, second: string, stretch: Stretch): string {
  const both = `${first}${second}`;
  const lineEnd = both.includes('\r\n') ? '\r\n' : '\n';
  if (areLines(first, second) && !WHOLE_TABLE.test(first)) return lineEnd;
  if (stretch === 'inside') return BLANK_LINE.test(both) ? lineEnd + lineEnd : ' ';
  return stretch === 'blocks' || /[\r\n]/.test(both) ? lineEnd + lineEnd : ' ';
}

/** Two texts with one of the gaps between them that were where something is left out, or written by hand. */
function sewn(text: string, next: string, gaps: readonly string[]): string {
  const left = text.trimEnd();
  const right = withoutBlankLines(next);
  if (left === '') return text + right;
  // The file ends as it did.
  if (right.trim() === '') return left + next;
  const start = next.slice(0, next.length - right.length);
  // What follows begins with its own gap where the end of a paragraph was left out.
  const known = start === '' ? gaps : [blanksAfter(text), start];
  const lastLine = left.slice(left.lastIndexOf('\n') + 1);
  return left + gapBetween(lastLine, right, known) + right;
}

function gapBetween(lastLine: string, right: string, gaps: readonly string[]): string {
  const blank = gaps.find((gap) => BLANK_LINE.test(gap));
  const line = gaps.find((gap) => gap.includes('\n') && !BLANK_LINE.test(gap));
  if (blank !== undefined) return line !== undefined && areLines(lastLine, right) ? line : blank;
  // An item begins a list of its own after a paragraph.
  if (line !== undefined && LINE.test(right) && !/^(?:\s|[-*+]|\d+[.)]|\|)/.test(lastLine))
    return line + line;
  return line ?? gaps.find((gap) => gap !== '') ?? '';
}

function blanksAfter(text: string): string {
  return text.slice(text.trimEnd().length);
}

/** A text from its first line that has something; how that is set in stays. */
function withoutBlankLines(text: string): string {
  return text.replace(/^(?:[ \t]*\r?\n)+/, '');
}

function areLines(first: string, second: string): boolean {
  return LINE.test(first) && LINE.test(second);
}
