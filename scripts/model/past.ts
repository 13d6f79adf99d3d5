import { marksIn } from './marks.ts';
import { type Act, ask, isDesk, look, momentOf, postsOf, somePost, told } from './turn.ts';
import { isOrMayBe, MOST_POSTS, openedText, SAVE_REFUSALS, without } from './writing.ts';

/** « Rétablir cette version »: a text, or all of an article, goes back to what it was. */
export const restoreVersion: Act = async (turn) => {
  const { world, side, random } = turn;
  const post = await somePost(turn);
  if (post === null) return 'finds no article';
  const history = await look(turn, () => side.client.getPostHistory({ id: post.id }));
  if (history === null || history.versions.length === 0) return 'finds no version';
  const { commit } = random.pick(history.versions);
  const old = await look(turn, () => side.client.getPostVersion({ id: post.id, commit }));
  const { content, revision, slug: fromSlug } = openedText(turn, post);
  const there = old?.post?.content ?? '';
  if (!isDesk(side) && post.isPublished)
    world.memory.release(post.id, marksIn(there + content), momentOf(world, post.published));
  const part = random.pick(['all', 'content'] as const);
  const asked = await ask(turn, 'restoring a version', {
    work: () => side.client.restorePostVersion({ id: post.id, commit, part, revision, fromSlug }),
    refusals: SAVE_REFUSALS,
  });
  if (isOrMayBe(asked)) world.memory.takeAway(without(content, there));
  return told(asked, `takes ${post.slug} back to ${commit.slice(0, 7)} (${part})`);
};

/** « Dupliquer »: a draft that says what another article says. */
export const duplicate: Act = async (turn) => {
  const { side } = turn;
  const post = await somePost(turn);
  if (post === null || (await postsOf(turn)).length >= MOST_POSTS) return 'duplicates nothing';
  const asked = await ask(turn, 'duplicating', {
    work: () => side.client.duplicatePost({ id: post.id }),
    refusals: ['not-found'],
  });
  return told(asked, `duplicates ${post.slug}`);
};
