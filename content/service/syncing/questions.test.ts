import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commitMessage } from '../../contract/commit-sentences.ts';
import { postText, testId } from '../../testing/posts.ts';
import { type PostsWorkspace, TEST_CALLER } from '../../testing/posts-workspace.ts';
import { startTwoMachines, type TwoMachines } from '../../testing/two-machines.ts';
import { resolveQuestion } from './resolve-question.ts';
import { questionsOf, questionText, type StatedQuestion } from './stated-questions.ts';

const POST = 'posts/2025/a.md';
const NOTES = 'notes à lire.txt';
const BODY = 'Un premier paragraphe.\n\nUn second paragraphe.\n';
const ID = testId(1);
const [ONE, TWO] = ['1'.repeat(40), '2'.repeat(40)];

describe('questionsOf', () => {
  const read = (message: string): readonly StatedQuestion[] => questionsOf(message);
  const question: StatedQuestion = {
    kind: 'renamed',
    path: 'posts/2025/ici 100 %.md',
    base: { path: 'posts/2025/à.md', id: ONE },
    theirs: { path: 'posts/2025/ici 100 %.md', id: TWO },
  };

  it('reads what a merge states, whatever paths hold', () => {
    const odd = { ...question, path: 'un\ndeux\u202e.txt', base: null };
    const questions = [question, odd].map(questionText);
    expect(questions[0]).toBe(`renamed posts/2025/ici%20100%20%25.md ${ONE}:posts/2025/à.md ${TWO}`);
    expect(read(commitMessage({ kind: 'merge', questions }))).toEqual([question, odd]);
  });

  it.each(['', 'text', `text a.md - ${ONE} -`, 'other a.md - -', `${ID} ${ONE} ${POST}`, 'text a.md x -'])(
    'reads nothing in %j',
    (text) => {
      expect(read(`Fusionner\n\nEncrier-Question: ${text}\n`)).toEqual([]);
    },
  );
});

describe('questions', () => {
  let machines: TwoMachines;
  let here: PostsWorkspace;
  let there: PostsWorkspace;

  beforeEach(async () => {
    machines = await startTwoMachines({
      [POST]: postText(1, 'Titre').replace(/Texte de .*\n$/, BODY),
      [NOTES]: 'Un.\n',
    });
    ({ here, there } = machines);
  });

  afterEach(() => machines.close());

  const asked = (place: PostsWorkspace) => machines.questionsOf(place);
  const kinds = async (place: PostsWorkspace) =>
    (await asked(place)).map(({ kind, path, isPending }) => [kind, path, isPending]);

  async function commit(place: PostsWorkspace, files: Readonly<Record<string, string>>): Promise<void> {
    place.commitBehind(files);
    await place.workspace.refresh();
  }

  async function exchange(): Promise<void> {
    for (const place of [here, there, here]) await machines.sync(place);
  }

  async function resolve(place: PostsWorkspace, keep: 'ours' | 'theirs'): Promise<void> {
    const { workspace } = place;
    const [question] = await asked(place);
    if (question === undefined) throw new Error('no question');
    const questions = machines.questions(place);
    await resolveQuestion(
      { workspace, questions },
      { question, keep, fields: [], author: TEST_CALLER.author },
    );
  }

  it.each([
    ['here', 'ours', 'De là.'],
    ['there', 'theirs', 'D’ici.'],
  ] as const)('are asked on both machines, and resolved on both by who is %s', async (who, keep, text) => {
    await commit(here, { [NOTES]: 'D’ici.\n' });
    await commit(there, { [NOTES]: 'De là.\n' });
    await exchange();
    expect(await kinds(here)).toEqual([['file', NOTES, false]]);
    expect(await asked(here)).toEqual(await asked(there));
    await resolve(who === 'here' ? here : there, keep);
    await exchange();
    expect([await asked(here), await asked(there)]).toEqual([[], []]);
    for (const place of [here, there]) expect(place.git('show', `main:${NOTES}`)).toBe(text);
  });

  it('of what waits end once it is published or dropped, and another text that waits asks nothing', async () => {
    const save = (place: PostsWorkspace, word: string) =>
      place.posts.updatePost({ id: ID, content: BODY.replace('premier', word) }, TEST_CALLER);
    await save(here, 'grand');
    await save(there, 'petit');
    await exchange();
    expect(await kinds(here)).toEqual([['text', POST, true]]);
    expect(await asked(here)).toEqual(await asked(there));
    await here.posts.dropPendingVersion({ id: ID }, TEST_CALLER);
    expect(await asked(here)).toEqual([]);
    await here.posts.savePendingVersion({ id: ID, title: 'Autre' }, TEST_CALLER);
    await exchange();
    expect([await asked(here), await asked(there)]).toEqual([[], []]);
  });

  it('of a text that is to wait are made good by the next look where the program ended before', async () => {
    const save = (place: PostsWorkspace, word: string) =>
      place.posts.updatePost({ id: ID, content: BODY.replace('premier', word) }, TEST_CALLER);
    await save(here, 'grand');
    await save(there, 'petit');
    await machines.sync(here);
    await machines.sync(there);
    there.git('update-ref', 'refs/heads/travail', 'main^1');
    expect(await asked(there)).toEqual([]);
    await there.pending.mergePublished();
    expect(await kinds(there)).toEqual([['text', POST, true]]);
    expect(there.git('show', `travail:${POST}`)).toContain('grand');
    expect(there.git('show', `main:${POST}`)).toContain('petit');
  });

  it('go with the commits that asked them where the upstream gives these up', async () => {
    await commit(here, { [NOTES]: 'D’ici.\n' });
    await commit(there, { [NOTES]: 'De là.\n' });
    const first = here.git('rev-parse', 'main~1');
    const questions = machines.questions(there);
    await exchange();
    expect(await questions.list()).toHaveLength(1);
    there.git('update-ref', 'refs/heads/main', first);
    expect(await questions.list()).toEqual([]);
  });
});
