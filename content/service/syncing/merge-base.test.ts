import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createObjectStore, type ObjectStore } from '#content/git/objects/objects.ts';
import { type ContentHistory, createContentHistory } from '../../testing/content-history.ts';
import { postText, SETTINGS } from '../../testing/posts.ts';
import { findMergeBase, mergeCommits } from './merge-trees.ts';
import { startOfBoth } from './published-apart.ts';

const A = 'posts/2026/a.md';
const FIRST = 'Un premier paragraphe.';
const SECOND = 'Un second paragraphe.';

let history: ContentHistory;
let objects: ObjectStore;

beforeEach(() => {
  history = createContentHistory();
  objects = createObjectStore({ gitDir: history.path });
});

afterEach(() => {
  objects.close();
  history.remove();
});

function text(...paragraphs: readonly string[]): string {
  return `${postText(1, 'Titre').replace(/Texte de .*\n$/, '')}${paragraphs.join('\n\n')}\n`;
}

/** Two sides that each merged the other once: ours and theirs end with these texts, from two bases. */
function crissCross(texts: Record<'origin' | 'one' | 'two' | 'ours' | 'theirs', string>) {
  const origin = history.commit({ ...SETTINGS, [A]: texts.origin });
  const one = history.commit({ [A]: texts.one }, [origin]);
  const two = history.commit({ [A]: texts.two }, [origin]);
  return {
    ours: history.commit({ [A]: texts.ours }, [one, two]),
    theirs: history.commit({ [A]: texts.theirs }, [two, one]),
  };
}

async function merge(sides: { readonly ours: string; readonly theirs: string }) {
  const base = await findMergeBase(objects, sides);
  const start = await startOfBoth(objects, { base: base ?? '', ...sides });
  const { tree, clashes } = await mergeCommits(objects, { ...sides, base: start });
  await objects.write(tree.objects);
  const at = (id: string) => history.git(['show', `${id}:${A}`]);
  return { text: at(tree.id), base: at(base ?? ''), clashes: clashes.map(({ kind }) => kind) };
}

describe('findMergeBase', () => {
  it('is the common ancestor where there is one, and null where there is none', async () => {
    const origin = history.commit({ [A]: text(FIRST) });
    const ours = history.commit({ [A]: text(FIRST, SECOND) }, [origin]);
    const theirs = history.commit({ 'b.md': 'b' }, [origin]);
    expect(await findMergeBase(objects, { ours, theirs })).toBe(origin);
    const stranger = history.commit({ 'c.md': 'c' }, []);
    expect(await findMergeBase(objects, { ours, theirs: stranger })).toBeNull();
  });

  it('of two has what both wrote, so that what both hold is asked about by nobody', async () => {
    const [one, two] = [text('Un grand paragraphe.', SECOND), text(FIRST, 'Un dernier paragraphe.')];
    const both = text('Un grand paragraphe.', 'Un dernier paragraphe.');
    const sides = crissCross({
      origin: text(FIRST, SECOND),
      one,
      two,
      ours: both,
      theirs: `${both}\nEncore.\n`,
    });
    const merged = await merge(sides);
    expect(merged).toMatchObject({ base: both.trimEnd(), text: `${both}\nEncore.`, clashes: [] });
  });

  it('brings nothing back that one side took out after both had met', async () => {
    const [one, two] = [text(FIRST, SECOND, 'Ajout de l’un.'), text(FIRST)];
    const sides = crissCross({
      origin: text(FIRST, SECOND),
      one,
      two,
      ours: text(FIRST),
      theirs: text(FIRST, 'Ajout de l’un.', 'Fin.'),
    });
    const merged = await merge(sides);
    expect(merged.text).not.toContain(SECOND);
    expect(merged.text).toContain('Fin.');
  });

  it('has the text they come from where they clash, so that no sentence of either is lost', async () => {
    const [one, two] = [text('Un grand paragraphe.', SECOND), text('Un petit paragraphe.', SECOND)];
    const origin = text(FIRST, SECOND);
    const merged = await merge(crissCross({ origin, one, two, ours: one, theirs: two }));
    expect(merged.base).toBe(origin.trimEnd());
    expect(merged).toMatchObject({ text: one.trimEnd(), clashes: ['text'] });
  });
});
