import { afterEach, beforeEach, expect, it } from 'vitest';
import { postText, testId } from '../../testing/posts.ts';
import { TEST_CALLER as me, type PostsWorkspace, TEST_NOW } from '../../testing/posts-workspace.ts';
import { startTwoMachines, type TwoMachines } from '../../testing/two-machines.ts';
import { createPostReferences } from '../post-references.ts';
import { publishPosts } from '../publishing/publish-posts.ts';
import { bringPublished } from '../waiting/merge-work.ts';
import { readWorkBranch } from '../waiting/work-branch.ts';

const ONE = testId(1);

let machines: TwoMachines;
let here: PostsWorkspace;
let there: PostsWorkspace;
beforeEach(async () => {
  machines = await startTwoMachines({ 'posts/2025/un.md': postText(1, 'Un') });
  ({ here, there } = machines);
});
afterEach(() => machines.close());

async function syncBoth(): Promise<void> {
  for (const place of [there, here, there]) await machines.sync(place);
}

/** Changes what waits of a post. */
async function says({ deskPosts }: PostsWorkspace, id: string, content: string): Promise<void> {
  await deskPosts.updatePost({ id, content }, me);
}

const publish = ({ posts }: PostsWorkspace, id: string) => posts.applyPendingVersion({ id }, me);
/** As « Publier » does. */
async function publishDated({ workspace, pathIndex }: PostsWorkspace, id: string): Promise<void> {
  const references = createPostReferences(workspace, 'https://exemple.fr');
  await publishPosts({ workspace, references, history: pathIndex() }, { ids: [id] }, me);
}
const published = async (id: string): Promise<string> => {
  const { posts } = await here.workspace.current();
  const post = posts.find((one) => one.id === id);
  return post === undefined ? '' : here.workspace.body(post);
};

it('a new article that both machines published has what one had written further, and nothing is asked', async () => {
  here.at(TEST_NOW + 123);
  const neuf = { title: 'Neuf', slug: 'neuf', content: 'Neuf.\n', isPublished: true };
  const { id } = await here.deskPosts.createPost(neuf, me);
  await machines.sync(here);
  await syncBoth();
  await says(here, id, 'Neuf, et revu.\n');
  for (const [at, place] of [here, there].entries()) {
    place.at(TEST_NOW + 60_000 * at + 1234);
    await publish(place, id);
  }
  await syncBoth();
  expect(await published(id)).toBe('Neuf, et revu.\n');
  expect(await machines.questionsOf(here)).toEqual([]);
});

it('a text that both had and published has what one changed of it, and what was dropped on one is published by the other', async () => {
  await says(here, ONE, 'Un.\n\nCe que les deux ont.\n');
  await machines.sync(here);
  await syncBoth();
  await here.deskPosts.dropPendingVersion({ id: ONE }, me);
  await says(here, ONE, 'Au début.\n\nTexte de Un.\n');
  await says(there, ONE, 'Texte de Un.\n\nCe que les deux ont.\n');
  for (const place of [here, there]) await publish(place, ONE);
  await syncBoth();
  expect(await published(ONE)).toBe('Au début.\n\nTexte de Un.\n\nCe que les deux ont.\n');
  await says(here, ONE, 'Au début.\n\nLes deux.\n');
  await machines.sync(here);
  await syncBoth();
  await says(here, ONE, 'Les deux.\n\nAu début.\n');
  for (const place of [here, there]) await publish(place, ONE);
  await syncBoth();
  expect(await published(ONE)).toBe('Les deux.\n\nAu début.\n');
  expect(await machines.questionsOf(here)).toEqual([]);
});

it.each([
  ['exchanges first', [0, 1, 0, 1], publish],
  ['exchanges last', [1, 0, 1, 0], publish],
  ['is dated anew', [0, 1, 0, 1], publishDated],
])(
  'a new article that one machine took back from the bin, and another published, is published: it %s',
  async (_, order, publishThere) => {
    here.at(TEST_NOW + 1234);
    there.at(TEST_NOW + 61_234);
    const neuf = { title: 'Neuf', slug: 'neuf', content: 'Neuf.\n', isPublished: true };
    const { id } = await here.deskPosts.createPost(neuf, me);
    await machines.sync(here);
    await syncBoth();
    await here.deskPosts.deletePost({ id }, me);
    const [deleted] = await here.deskPosts.listDeletedPosts({}, me);
    await here.deskPosts.restoreDeletedPost({ id, commit: deleted?.commit ?? '' }, me);
    await publishThere(there, id);
    const stands = there.git('rev-parse', 'main:posts/2026/neuf.md');
    const places = [here, there];
    for (const at of order) await machines.sync(places[at] ?? here);
    for (const place of places) {
      const now = place.git('rev-parse', 'main:posts/2026/neuf.md');
      expect([now, await machines.questionsOf(place)]).toEqual([stands, []]);
      expect(place.git('diff', '--stat', 'main', 'travail')).toBe('');
    }
  },
);

it('a text that waits on top of one that was published apart is asked about whole, though both had another title waiting', async () => {
  const rest = '\n\nUn second paragraphe.\n\nUn troisième.\n';
  await says(here, ONE, `Texte de Un.${rest}`);
  await publish(here, ONE);
  await here.deskPosts.updatePost({ id: ONE, title: 'Autre titre' }, me);
  await machines.sync(here);
  await syncBoth();
  await here.deskPosts.updatePost({ id: ONE, title: 'Un', content: `Texte d’ici.${rest}` }, me);
  await says(there, ONE, `Texte de là.${rest}`);
  for (const place of [here, there]) await publish(place, ONE);
  await says(here, ONE, `Texte d’ici.${rest}\nEncore.\n`);
  const work = here.git('rev-parse', 'travail');
  // The other machine's text stands, and is here before what waits there is: the network went between the two.
  for (const place of [here, there, here]) await machines.sync(place);
  const tips = { main: here.git('rev-parse', 'main'), work };
  const { objects } = here.repository;
  const state = await readWorkBranch(objects, tips, { published: () => Promise.resolve([]), before: null });
  if (state === null) throw new TypeError('no work branch');
  const { tree, questions } = await bringPublished(objects, state);
  await objects.write(tree.objects);
  expect(here.git('show', `${tree.id}:posts/2025/un.md`)).toContain(`Texte d’ici.${rest}\nEncore.`);
  expect(questions).toMatchObject([{ post: ONE }]);
});
