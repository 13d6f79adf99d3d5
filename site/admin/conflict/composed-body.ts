import type { BodyPart } from '#content/model/merge.ts';
import { blanksAfter, bothSides, isListLine, type Stretch, sewn, withoutBlankLines } from './both-sides.ts';
import { type Choice, chosenText } from './choices.ts';

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
  return isListLine(lastLine) && !isListLine(text) && /^\r?\n$/.test(gap) ? [gap + gap] : null;
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
