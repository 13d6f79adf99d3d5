import type { BodyPart } from '#content/contract/conflict.ts';

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

interface Disputed {
  readonly theirs: string;
  readonly yours: string;
}

/** The text a choice leaves of a disputed stretch. */
export function chosenText({ theirs, yours }: Disputed, choice: Choice): string {
  switch (choice.kind) {
    case 'mine':
      return yours;
    case 'theirs':
      return theirs;
    case 'both':
      return joined(theirs, yours);
    case 'edited':
      return choice.text;
  }
}

/** The body as chosen; null while a disputed part has no choice. */
export function chosenBody(body: readonly BodyPart[], parts: Choices['parts']): string | null {
  const texts = body.map((part, at) => {
    if (part.kind === 'agreed') return part.text;
    const choice = parts[at];
    return choice === undefined ? null : chosenText(part, choice);
  });
  return texts.includes(null) ? null : texts.join('');
}

/** How many disputed parts of the body are not chosen yet. */
export function openParts(body: readonly BodyPart[], parts: Choices['parts']): number {
  return body.filter((part, at) => part.kind === 'disputed' && parts[at] === undefined).length;
}

/** Items of a list and rows of a table. */
const LINE = /^\s*(?:[-*+]\s|\d+[.)]\s|\|)/;
/** Rows with their table's head. */
const WHOLE_TABLE = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*\|/m;

/** Whole paragraphs stand apart; items and rows, and sentences of one paragraph, follow one another. */
function joined(first: string, second: string): string {
  if (first.trim() === '' || second.trim() === '') return first + second;
  return first.replace(/\s+$/, '') + between(first, second) + second;
}

function between(first: string, second: string): string {
  const lineEnd = `${first}${second}`.includes('\r\n') ? '\r\n' : '\n';
  const areLines = LINE.test(first) && LINE.test(second);
  if (areLines && !WHOLE_TABLE.test(first)) return lineEnd;
  return /[\r\n]/.test(`${first}${second}`) ? lineEnd + lineEnd : ' ';
}
