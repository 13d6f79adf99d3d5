import type { BodyPart } from '#content/model/merge.ts';
import { bothSides } from './both-sides.ts';

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
      return bothSides(theirs, yours, 'unknown');
    case 'edited':
      return choice.text;
  }
}

/** How many disputed parts of the body are not chosen yet. */
export function openParts(body: readonly BodyPart[], parts: Choices['parts']): number {
  return body.filter((part, at) => part.kind === 'disputed' && parts[at] === undefined).length;
}
