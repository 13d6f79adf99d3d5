import { describe, expect, it } from 'vitest';
import { bodyOf } from '#content/files/front-matter-split.ts';
import type { BodyPart } from '#content/model/merge.ts';
import { editedProse, newProse, type Prose, proseText } from '#content/testing/edited-posts.ts';
import { createRandom, type Random } from '#content/testing/random.ts';
import { rounds } from '#content/testing/rounds.ts';
import { type MergedPost, mergePosts } from './merge-post.ts';

const ROUNDS = rounds({ few: 40, all: 1000 });
const TAGS = ['discipline', 'mindset', 'prix', 'banque', 'course'];

interface Post {
  readonly title: string;
  readonly tags: readonly string[];
  readonly prose: Prose;
}

function fileOf({ title, tags, prose }: Post): Uint8Array {
  return Buffer.from(
    `---\ntitle: ${title}\n# à garder\ntags: [${tags.join(', ')}]\n---\n\n${proseText(prose)}`,
  );
}

function edited(random: Random, post: Post, name: string): Post {
  return {
    title: random.oneIn(8) ? `Titre de ${name}` : post.title,
    tags: random.oneIn(3) ? post.tags.filter(() => !random.oneIn(3)).concat(name) : post.tags,
    prose: editedProse(random, post.prose, name),
  };
}

interface Round {
  readonly base: Post;
  readonly ours: Post;
  readonly theirs: Post;
}

function roundOf(seed: number): Round {
  const random = createRandom(seed);
  const base = { title: 'Titre', tags: TAGS.slice(0, random.below(4)), prose: newProse(random, 'base') };
  return { base, ours: edited(random, base, 'nous'), theirs: edited(random, base, 'eux') };
}

function mergeOf({ base, ours, theirs }: Round): MergedPost {
  return mergePosts({ path: 'posts/a.md', base: fileOf(base), ours: fileOf(ours), theirs: fileOf(theirs) });
}

function sentencesOf({ prose }: Post): readonly string[] {
  return prose.flat().map((sentence) => sentence.replace(/^- /, ''));
}

/** What a reader, or the author before the conflict screen, has before their eyes. */
function shownBy(merge: MergedPost): string {
  if (merge.kind === 'merged') return bodyOf(merge.bytes);
  return merge.body.map(textOfPart).join('');
}

function textOfPart(part: BodyPart): string {
  return part.kind === 'agreed' ? part.text : part.theirs + part.yours;
}

/** Pieces of Markdown in no order at all, words among them that occur once. */
const PIECES = [
  ...[
    '\n',
    '\n',
    '\n\n',
    '\n\n',
    '\r\n',
    '- ',
    '1. ',
    '> ',
    '```\n',
    '~~~\n',
    '| ',
    '|--|--|\n',
    '# ',
    '    ',
  ],
  ...[
    '. ',
    '! ',
    '… ',
    '. »',
    '« ',
    'M. ',
    '**',
    '\t',
    '  \n',
    '---\n',
    '===\n',
    '<div>',
    '\u00a0',
    '\u2028',
    'a | b\n',
  ],
];

function oddPieces(random: Random, count: number, name: string): readonly string[] {
  return Array.from({ length: count }, (_, at) => (random.oneIn(2) ? random.pick(PIECES) : `${name}${at}x `));
}

function oddlyEdited(random: Random, pieces: readonly string[], name: string): readonly string[] {
  return Array.from({ length: 1 + random.below(4) }).reduce<readonly string[]>((edited, _, step) => {
    const added = random.oneIn(3) ? [] : oddPieces(random, 1 + random.below(3), `${name}${step}y`);
    return edited.toSpliced(random.below(edited.length + 1), random.below(3), ...added);
  }, pieces);
}

describe('mergePosts, with any Markdown', () => {
  it('shows every word that either side added, and every one that both kept, whichever side is ours', () => {
    const file = (pieces: readonly string[]) => Buffer.from(`---\ntitle: Titre\n---\n${pieces.join('')}`);
    for (let seed = 1; seed <= ROUNDS; seed += 1) {
      const random = createRandom(seed);
      const base = oddPieces(random, random.below(50), 'base');
      const [ours, theirs] = [oddlyEdited(random, base, 'nous'), oddlyEdited(random, base, 'eux')];
      const sides = { path: 'posts/a.md', base: file(base), ours: file(ours), theirs: file(theirs) };
      const merge = mergePosts(sides);
      const due = [...ours, ...theirs].filter(
        (piece) =>
          piece.endsWith('x ') && (!base.includes(piece) || (ours.includes(piece) && theirs.includes(piece))),
      );
      const shown = shownBy(merge);
      expect(
        due.filter((piece) => !shown.includes(piece.trim())),
        `seed ${seed}`,
      ).toEqual([]);
      const other = mergePosts({ ...sides, ours: sides.theirs, theirs: sides.ours });
      expect(other.kind, `seed ${seed}`).toBe(merge.kind);
    }
  });
});

describe('mergePosts, with random edits of both sides', () => {
  it('shows every sentence that either side added, and every one that both kept', () => {
    for (let seed = 1; seed <= ROUNDS; seed += 1) {
      const round = roundOf(seed);
      const shown = shownBy(mergeOf(round));
      const before = new Set(sentencesOf(round.base));
      const [ours, theirs] = [sentencesOf(round.ours), sentencesOf(round.theirs)];
      const due = [...ours, ...theirs].filter(
        (sentence) => !before.has(sentence) || (ours.includes(sentence) && theirs.includes(sentence)),
      );
      expect(
        due.filter((sentence) => !shown.includes(sentence)),
        `seed ${seed}`,
      ).toEqual([]);
    }
  });

  it('shows no sentence twice in a merged text, and none that one side took away', () => {
    let merged = 0;
    for (let seed = 1; seed <= ROUNDS; seed += 1) {
      const round = roundOf(seed);
      const merge = mergeOf(round);
      if (merge.kind !== 'merged') continue;
      merged += 1;
      const text = bodyOf(merge.bytes);
      const [ours, theirs] = [sentencesOf(round.ours), sentencesOf(round.theirs)];
      const gone = sentencesOf(round.base).filter(
        (sentence) => !ours.includes(sentence) || !theirs.includes(sentence),
      );
      expect(
        gone.filter((sentence) => text.includes(sentence)),
        `seed ${seed}`,
      ).toEqual([]);
      const repeated = [...ours, ...theirs].filter((sentence) => text.split(sentence).length > 2);
      expect(repeated, `seed ${seed}`).toEqual([]);
    }
    expect(merged).toBeGreaterThan(ROUNDS / 4);
  });

  it('asks about the same posts whichever side is ours', () => {
    for (let seed = 1; seed <= ROUNDS; seed += 1) {
      const { base, ours, theirs } = roundOf(seed);
      const [one, other] = [mergeOf({ base, ours, theirs }), mergeOf({ base, ours: theirs, theirs: ours })];
      expect(one.kind, `seed ${seed}`).toBe(other.kind);
    }
  });

  it('gives the side that changed, byte for byte, when the other did not', () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const { base, ours } = roundOf(seed);
      expect(mergeOf({ base, ours, theirs: base })).toEqual({ kind: 'merged', bytes: fileOf(ours) });
      expect(mergeOf({ base, ours: base, theirs: ours })).toEqual({ kind: 'merged', bytes: fileOf(ours) });
    }
  });

  it('gives the side that changed the body, byte for byte, when the other changed a field', () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const { base, ours } = roundOf(seed);
      const onlyBody = { ...base, prose: ours.prose };
      const expected = fileOf({ ...onlyBody, title: 'Autre' });
      const merge = mergeOf({ base, ours: onlyBody, theirs: { ...base, title: 'Autre' } });
      expect(merge, `seed ${seed}`).toEqual({ kind: 'merged', bytes: Buffer.from(expected) });
    }
  });

  it('gives theirs or ours back from the parts of a conflict, when each part is taken from one side only', () => {
    for (let seed = 1; seed <= ROUNDS; seed += 1) {
      const round = roundOf(seed);
      const merge = mergeOf(round);
      if (merge.kind === 'merged') continue;
      const taken = merge.body.map((part) => (part.kind === 'agreed' ? part.text : part.yours)).join('');
      const before = new Set(sentencesOf(round.base));
      const added = sentencesOf(round.ours).filter((sentence) => !before.has(sentence));
      expect(
        added.filter((sentence) => !taken.includes(sentence)),
        `seed ${seed}`,
      ).toEqual([]);
    }
  });
});
