import { describe, expect, it } from 'vitest';
import type { BodyPart } from '#content/model/merge.ts';
import { editedProse, newProse, type Prose, proseText } from '#content/testing/edited-posts.ts';
import { createRandom, type Random } from '#content/testing/random.ts';
import { agreedText, mergeBodies } from './merge-body.ts';

const ROUNDS = 200;

/** The prose with up to four paragraphs cut here and pasted there. */
function withMoves(random: Random, prose: Prose): Prose {
  return Array.from({ length: 1 + random.below(4) }).reduce<Prose>((moved) => {
    const at = random.below(moved.length);
    const left = moved.toSpliced(at, 1);
    return left.toSpliced(random.below(left.length + 1), 0, ...moved.slice(at, at + 1));
  }, prose);
}

function roundOf(seed: number) {
  const random = createRandom(seed);
  const base = newProse(random, 'base');
  const sides = ['nous', 'eux'].map((name) => {
    const moved = withMoves(random, base);
    return proseText(random.oneIn(2) ? editedProse(random, moved, name) : moved);
  });
  const [ours = '', theirs = ''] = sides;
  return { base: proseText(base), ours, theirs };
}

function taken(parts: readonly BodyPart[], side: 'theirs' | 'yours'): readonly string[] {
  const text = parts.map((part) => (part.kind === 'agreed' ? part.text : part[side])).join('');
  return text.split('\n').filter((line) => line !== '');
}

describe('mergeBodies, where each side moved several paragraphs', () => {
  it('asks about the same texts whichever side is ours', () => {
    const asked = (parts: readonly BodyPart[]): boolean => agreedText(parts) === null;
    const odd = Array.from({ length: ROUNDS }, (_, seed) => ({ seed, round: roundOf(seed) })).filter(
      ({ round: { base, ours, theirs } }) =>
        asked(mergeBodies({ base, ours, theirs })) !==
        asked(mergeBodies({ base, ours: theirs, theirs: ours })),
    );
    expect(odd.map(({ seed }) => seed)).toEqual([]);
  });

  it('has no paragraph twice, whatever side is taken', () => {
    const odd = Array.from({ length: ROUNDS }, (_, seed) => seed).filter((seed) => {
      const parts = mergeBodies(roundOf(seed));
      return (['theirs', 'yours'] as const).some((side) => {
        const paragraphs = taken(parts, side);
        return new Set(paragraphs).size < paragraphs.length;
      });
    });
    expect(odd).toEqual([]);
  });
});

describe('mergeBodies, of a sentence that one side moved into another paragraph', () => {
  const base = 'Un début. La phrase voyage. Une fin.\n\nUn autre paragraphe. Il reste là.\n';
  const moved = 'Un début. Une fin.\n\nUn autre paragraphe. La phrase voyage. Il reste là.\n';
  const deleted = 'Un début. Une fin.\n\nUn autre paragraphe. Il reste là.\n';
  const paragraph = {
    moved: 'Un autre paragraphe. La phrase voyage. Il reste là.',
    left: 'Un autre paragraphe. Il reste là.',
  };

  it('asks when the other side deleted it, whichever that is', () => {
    expect(mergeBodies({ base, ours: moved, theirs: deleted })).toEqual([
      { kind: 'agreed', text: 'Un début. Une fin.\n\n' },
      { kind: 'disputed', base: paragraph.left, theirs: paragraph.left, yours: paragraph.moved },
      { kind: 'agreed', text: '\n' },
    ]);
    expect(mergeBodies({ base, ours: deleted, theirs: moved })).toEqual([
      { kind: 'agreed', text: 'Un début. Une fin.\n\n' },
      { kind: 'disputed', base: paragraph.left, theirs: paragraph.moved, yours: paragraph.left },
      { kind: 'agreed', text: '\n' },
    ]);
  });

  it('asks nothing when the other side left it, or joined it to the next one', () => {
    const edited = base.replace('là.', 'ici.');
    expect(agreedText(mergeBodies({ base, ours: moved, theirs: edited }))).toBe(moved.replace('là.', 'ici.'));
    const joined = base.replace('Une fin', 'une fin');
    const added = base.replace('Une fin', 'Mais oui. Une fin');
    const merged = agreedText(mergeBodies({ base, ours: joined, theirs: added }));
    expect(merged === null || merged.includes('La phrase voyage.')).toBe(true);
  });
});
