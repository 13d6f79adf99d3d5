import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { editConflictSchema } from '../../contract/conflict.ts';
import { hasCode } from '../../model/errors.ts';
import { postText, testId } from '../../testing/posts.ts';
import { type PostsWorkspace, TEST_CALLER } from '../../testing/posts-workspace.ts';
import { createRandom, type Random } from '../../testing/random.ts';
import { rounds } from '../../testing/rounds.ts';
import { startTwoMachines, type TwoMachines } from '../../testing/two-machines.ts';

const PARAGRAPHS = 6;
/** Articles 1 to 10 are edited here, 5 to 14 there: six in common. */
const [HERE, THERE] = [range(1, 10), range(5, 14)];
const COMMON = THERE.filter((id) => HERE.includes(id));

let machines: TwoMachines;
let upstream: TwoMachines['upstream'];
let here: PostsWorkspace;
let there: PostsWorkspace;

beforeEach(async () => {
  machines = await startTwoMachines(Object.fromEntries(range(1, 14).map((id) => [pathOf(id), fileOf(id)])));
  ({ upstream, here, there } = machines);
});

afterEach(() => machines.close());

function range(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

const pathOf = (id: number): string => `posts/2025/article-${id}.md`;

function bodyOf(id: number): string {
  const paragraph = (at: number): string =>
    `L’article ${id} ouvre son point ${at} par une idée. Il la tient au passage ${at} du début à la fin.`;
  return `${range(1, PARAGRAPHS).map(paragraph).join('\n\n')}\n`;
}

function fileOf(id: number): string {
  return `${postText(id, `Titre ${id}`).replace(/Texte de .*\n$/, '')}${bodyOf(id)}`;
}

const sync: TwoMachines['sync'] = (place, role) => machines.sync(place, role);

interface Edit {
  readonly id: number;
  readonly at: number;
  /** What this side alone says. */
  readonly sentence: string;
}

/** The body after the edits: each rewords the second sentence of one paragraph. */
function edited(id: number, edits: readonly Edit[]): string {
  return edits.reduce(
    (text, { at, sentence }) => text.replace(`Il la tient au passage ${at} du début à la fin.`, sentence),
    bodyOf(id),
  );
}

function editsOf(random: Random, ids: readonly number[], name: string, places: readonly number[]): Edit[] {
  return ids.map((id) => {
    const at = random.pick(places);
    return { id, at, sentence: `Il la tient au passage ${at}, dit ${name} de l’article ${id}.` };
  });
}

async function save(place: PostsWorkspace, edits: readonly Edit[]): Promise<void> {
  for (const id of new Set(edits.map((edit) => edit.id))) {
    const content = edited(
      id,
      edits.filter((edit) => edit.id === id),
    );
    await place.posts.updatePost({ id: testId(id), content }, TEST_CALLER);
  }
}

/** What the author does on the conflict screen, asked about one sentence: keeps both. */
async function resolveWithBoth(id: number): Promise<void> {
  const error: unknown = await there.posts
    .applyPendingVersion({ id: testId(id) }, TEST_CALLER)
    .catch((thrown: unknown) => thrown);
  const { body } = editConflictSchema.parse(hasCode(error, 'conflict') ? error.data.edit : null);
  expect(body.filter(({ kind }) => kind === 'disputed')).toHaveLength(1);
  const both = body.map((part) =>
    part.kind === 'agreed' ? part.text : `${part.theirs.trimEnd()} ${part.yours}`,
  );
  await there.posts.updatePost({ id: testId(id), content: both.join('') }, TEST_CALLER);
  await there.posts.dropPendingVersion({ id: testId(id) }, TEST_CALLER);
}

describe('two clones that each edit ten articles, six in common', () => {
  it.each([1, 2, 3].slice(0, rounds({ few: 1, all: 3 })))(
    'end identical, no sentence lost, asked about what clashes only (seed %i)',
    async (seed) => {
      const random = createRandom(seed);
      const clashing = COMMON.filter(() => random.oneIn(2));
      const mine = editsOf(random, HERE, 'la première', [1, 3]);
      const others = [
        ...editsOf(random, THERE, 'la seconde', [2, 4]),
        // The same sentence as the other clone's, said otherwise.
        ...mine
          .filter(({ id }) => clashing.includes(id))
          .map((edit) => ({ ...edit, sentence: edit.sentence.replace('la première', 'une autre') })),
      ];
      await save(here, mine);
      await save(there, others);
      await sync(here);
      await sync(there);
      await sync(here);

      const treeOf = (place: { git(...args: readonly string[]): string }): string =>
        place.git('rev-parse', 'main^{tree}');
      expect(treeOf(here)).toBe(treeOf(there));
      expect(treeOf(upstream)).toBe(treeOf(there));

      const asked = await machines.questionsOf(there);
      expect(asked.map(({ kind, path }) => `${kind} ${path}`).sort()).toEqual(
        clashing.map((id) => `text ${pathOf(id)}`).sort(),
      );
      const texts = await Promise.all(
        range(1, 14).map(async (id) => {
          const { content, pending } = await there.posts.getEditablePost({ id: testId(id) }, TEST_CALLER);
          return `${content}\n${pending?.content ?? ''}`;
        }),
      );
      const lost = [...mine, ...others].filter(({ id, sentence }) => !texts[id - 1]?.includes(sentence));
      expect(lost).toEqual([]);
      for (const id of clashing) await resolveWithBoth(id);
      await sync(there);
      await sync(here);
      expect(treeOf(here)).toBe(treeOf(there));
      expect(await machines.questionsOf(there)).toEqual([]);
      const served = range(1, 14).map((id) => here.git('show', `main:${pathOf(id)}`));
      expect([...mine, ...others].filter(({ id, sentence }) => !served[id - 1]?.includes(sentence))).toEqual(
        [],
      );
      for (const place of [here, there, upstream])
        expect(place.git('fsck', '--strict', '--full', '--no-dangling')).toBe('');
    },
  );
});
