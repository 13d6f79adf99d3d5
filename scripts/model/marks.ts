import type { Random } from '#content/testing/random.ts';

const MARK = /marque\d+x/g;
/** A sentence that holds a mark, with the full stop. */
const MARKED = /Le carnet[^.\n]*marque\d+x[^.\n]*\./g;

export function marksIn(text: string): readonly string[] {
  return [...new Set(text.match(MARK) ?? [])];
}

/** The mark of a step: a word that no other step writes. */
export function markOf(step: number): string {
  return `marque${step}x`;
}

const SUBJECTS = ['de bord', 'du lundi', 'des clients', 'de route', 'des courses', 'd’hiver'];
const VERBS = ['note', 'garde', 'compte', 'répète', 'oublie'];

export function markedSentence(random: Random, mark: string): string {
  return `Le carnet ${random.pick(SUBJECTS)} ${random.pick(VERBS)} ${mark} et rien d’autre.`;
}

/** A text that somebody worked on: a paragraph or sentence more, another one in place of one, or one less. */
export function edited(random: Random, text: string, mark: string): string {
  const sentence = markedSentence(random, mark);
  const paragraphs = text.trimEnd().split('\n\n');
  const at = random.below(paragraphs.length);
  const former = text.match(MARKED) ?? [];
  switch (random.below(former.length > 0 ? 6 : 4)) {
    case 0:
      return `${text.trimEnd()}\n\n${sentence}\n`;
    case 1:
    case 2:
      return `${paragraphs.toSpliced(at, 0, sentence).join('\n\n')}\n`;
    case 3:
      return `${paragraphs.with(at, `${paragraphs[at] ?? ''} ${sentence}`.trim()).join('\n\n')}\n`;
    case 4:
      return text.replace(random.pick(former), sentence);
    default: {
      const without = text.replace(random.pick(former), '').replace(/\n{3,}/g, '\n\n');
      return `${without.trimEnd()}\n\n${sentence}\n`;
    }
  }
}
