import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testId } from '../../testing/posts.ts';
import { bodyOf, createTreeMerges, type TreeMerges } from '../../testing/tree-merges.ts';

let merges: TreeMerges;
beforeEach(() => {
  merges = createTreeMerges();
});
afterEach(() => merges.close());

const merge: TreeMerges['merge'] = (...sides) => merges.merge(...sides);

const A = 'posts/2026/a.md';
const B = 'posts/2026/b.md';
const TWO = 'Un premier paragraphe.\n\nUn second paragraphe.\n';

describe('mergeTrees, of addresses', () => {
  it('keeps both of two posts at one address, theirs beside ours', async () => {
    const merged = await merge({
      base: { 'x.md': 'x' },
      ours: { [A]: bodyOf(1, 'Le nôtre.\n') },
      theirs: { [A]: bodyOf(2, 'Le leur.\n') },
    });
    expect(merged.changes).toEqual({ 'posts/2026/a-2.md': bodyOf(2, 'Le leur.\n') });
    expect(merged.clashes).toEqual(['same-address posts/2026/a-2.md']);
  });

  it('sees one address in two folders', async () => {
    const merged = await merge({
      base: { 'x.md': 'x' },
      ours: { [A]: bodyOf(1, 'Le nôtre.\n') },
      theirs: { 'posts/2025/a.md': bodyOf(2, 'Le leur.\n') },
    });
    expect(Object.keys(merged.changes)).toEqual(['posts/2025/a-2.md']);
  });

  it('lets two posts change places', async () => {
    const merged = await merge({
      base: { [A]: bodyOf(1, 'Un.\n'), [B]: bodyOf(2, 'Deux.\n') },
      ours: { x: 'x' },
      theirs: { [A]: bodyOf(2, 'Deux.\n'), [B]: bodyOf(1, 'Un.\n') },
    });
    expect(merged.changes).toEqual({ [A]: bodyOf(2, 'Deux.\n'), [B]: bodyOf(1, 'Un.\n') });
    expect(merged.clashes).toEqual([]);
  });

  describe('where they moved a post to an address that we gave another one', () => {
    const base = { [A]: bodyOf(1, TWO) };
    const new2 = bodyOf(2, 'Un autre.\n');
    const moved = { [A]: null, [B]: bodyOf(1, TWO.replace('second', 'dernier')) };
    const beside = 'posts/2026/b-2.md';

    it('keeps both, when we changed its text', async () => {
      const ours = { [A]: bodyOf(1, TWO.replace('premier', 'tout premier')), [B]: new2 };
      const merged = await merge({ base, ours, theirs: moved });
      const both = TWO.replace('premier', 'tout premier').replace('second', 'dernier');
      expect(merged.changes).toEqual({ [A]: null, [beside]: bodyOf(1, both) });
      expect(merged.clashes).toEqual([`same-address ${beside}`]);
    });

    it('keeps both, when we deleted it, and asks', async () => {
      const merged = await merge({ base, ours: { [A]: null, [B]: new2 }, theirs: moved });
      expect(merged.changes).toEqual({ [beside]: moved[B] });
      expect(merged.all).toMatchObject([{ kind: 'deleted-here', path: beside, theirs: { path: beside } }]);
    });

    it('keeps both, whichever text of it is known to be the one', async () => {
      const ours = { [A]: bodyOf(1, 'Le nôtre.\n'), [B]: new2 };
      const theirs = await merge({ base, ours, theirs: moved }, new Map([[testId(1), 'theirs']]));
      expect(theirs.changes).toEqual({ [A]: null, [beside]: moved[B] });
      expect(theirs.clashes).toEqual([`same-address ${beside}`]);
      const mine = await merge({ base, ours, theirs: moved }, new Map([[testId(1), 'ours']]));
      expect(mine).toMatchObject({ changes: {}, clashes: [] });
    });

    it('gives it that address, when ours leaves it', async () => {
      const two = { ...base, [B]: new2 };
      const ours = { [A]: bodyOf(1, 'Le nôtre.\n') };
      const theirs = { [A]: null, [B]: bodyOf(1, TWO), 'posts/2026/c.md': new2 };
      const merged = await merge({ base: two, ours, theirs });
      expect(merged.changes).toEqual({ [A]: null, [B]: ours[A], 'posts/2026/c.md': new2 });
      expect(merged.clashes).toEqual([]);
    });
  });
});
