import { describe, expect, it } from 'vitest';
import type { BodyPart } from '#content/model/merge.ts';
import { type Choice, composedBody } from './composed-body.ts';

const MINE: Choice = { kind: 'mine' };
const BOTH: Choice = { kind: 'both' };

function agreed(text: string): BodyPart {
  return { kind: 'agreed', text };
}

function disputed(theirs: string, yours: string, base = ''): BodyPart {
  return { kind: 'disputed', base, theirs, yours };
}

function byHand(text: string): Choice {
  return { kind: 'edited', text };
}

describe('composedBody', () => {
  it('is null while a part has no choice', () => {
    expect(composedBody([agreed('Un.\n\n'), disputed('A', 'B')], {})).toBeNull();
  });

  it.each<[string, readonly BodyPart[], Choice, string]>([
    ['a last paragraph left out', [agreed('Un.\n\n'), disputed('A.', ''), agreed('\n')], MINE, 'Un.\n'],
    ['a last part left out', [agreed('Un.\n\n'), disputed('A.\n', '')], MINE, 'Un.\n'],
    ['a first paragraph left out', [disputed('A.\n\n', ''), agreed('Un.\n')], MINE, 'Un.\n'],
    [
      'an item left out before a paragraph',
      [agreed('- a\n'), disputed('- b\n\n', ''), agreed('Un.\n')],
      MINE,
      '- a\n\nUn.\n',
    ],
    [
      'an item left out between items',
      [agreed('- a\n'), disputed('- b\n', ''), agreed('- c\n')],
      MINE,
      '- a\n- c\n',
    ],
    [
      'a last sentence left out',
      [agreed('Un. '), disputed('Deux.', ''), agreed('\n\nTrois.\n')],
      MINE,
      'Un.\n\nTrois.\n',
    ],
    [
      'a sentence left out',
      [agreed('Un. '), disputed('Deux. ', ''), agreed('Trois.\n')],
      MINE,
      'Un. Trois.\n',
    ],
    [
      'two last paragraphs kept',
      [agreed('Un.\n\n'), disputed('A.', 'B.'), agreed('\n')],
      BOTH,
      'Un.\n\nA.\n\nB.\n',
    ],
    [
      'two sentences kept',
      [agreed('Un. '), disputed('A.', 'B\nbis.'), agreed('\n')],
      BOTH,
      'Un. A. B\nbis.\n',
    ],
    [
      'a paragraph written by hand',
      [agreed('Un.\n\n'), disputed('A.\n\n', 'B.\n\n'), agreed('Trois.\n')],
      byHand('\n\nDeux.'),
      'Un.\n\nDeux.\n\nTrois.\n',
    ],
    [
      'a last paragraph written by hand',
      [agreed('Un.\n\n'), disputed('A.', 'B.'), agreed('\n')],
      byHand('Deux.\n\n\n'),
      'Un.\n\nDeux.\n',
    ],
    [
      'a paragraph written in the place of an item',
      [agreed('- a\n'), disputed('- b\n', '- c\n'), agreed('- d\n')],
      byHand('Deux.'),
      '- a\n\nDeux.\n\n- d\n',
    ],
    [
      'CRLF',
      [agreed('Un.\r\n\r\n'), disputed('A.\r\n\r\n', ''), agreed('Trois.\r\n')],
      MINE,
      'Un.\r\n\r\nTrois.\r\n',
    ],
  ])('keeps blocks apart: %s', (_, body, choice, expected) => {
    const choices = Object.fromEntries(body.map((_part, at) => [at, choice]));
    expect(composedBody(body, choices)).toBe(expected);
  });
});
