import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { postAddress } from '#content/model/paths.ts';
import { createPostIndex, type PostIndex } from '#content/model/post-index.ts';
import { wasShown } from '#content/model/snapshot.ts';
import { TOPIC_KINDS, topicAddresses, topicsInOrder } from '#content/model/topics.ts';
import { type ContentHistory, createContentHistory } from '#content/testing/content-history.ts';
import { createPostStory } from '#content/testing/post-story.ts';
import { createRandom } from '#content/testing/random.ts';
import { rounds } from '#content/testing/rounds.ts';
import { stateAt } from '#content/testing/states.ts';
import { olderVersions, resolveDuplicates } from './resolve-duplicates.ts';
import { contentsIn, contentsOf, filesSince, inFileOrder, nameProblemsIn } from './snapshot-files.ts';
import { imagesOf, type SnapshotState } from './snapshot-state.ts';

const START = Date.UTC(2026, 5, 1, 12);

let history: ContentHistory;
beforeEach(() => {
  history = createContentHistory();
});
afterEach(() => history.remove());

describe('a state that follows another', () => {
  it.each([1, 2, 3, 4, 5, 6].slice(0, rounds({ few: 3, all: 6 })))(
    'is what all its files, the state before and the clock make, whatever changed (story %i)',
    async (seed) => {
      const story = createPostStory(createRandom(seed), START);
      let before = await stateAt(history.path, history.commit(story.first), { clock: story.clock });
      for (let step = 1; step <= 60; step += 1) {
        const commit = history.commit(story.step());
        const state = await stateAt(history.path, commit, { before, clock: story.clock });
        expect(seen(state), `story ${seed}, step ${step}`).toEqual(fromNothing(state, before, story.clock()));
        before = state;
      }
    },
  );
});

/** What is made of differences. */
function seen({ snapshot, held, index, troubled }: SnapshotState) {
  const { posts, images, problems, derivedRedirects } = snapshot;
  return {
    posts,
    images,
    held: held.posts,
    former: held.former,
    derivedRedirects: new Map(derivedRedirects),
    found: foundIn(
      index,
      posts.map(({ slug, id }) => [slug, id]),
    ),
    troubled: new Set(troubled),
    problems: problems.map(({ path, reason }) => `${path} ${reason}`).toSorted(),
  };
}

function foundIn(index: PostIndex, names: readonly (readonly [slug: string, id: string])[]) {
  return {
    bySlug: names.map(([slug]) => index.bySlug.get(slug)),
    byId: names.map(([, id]) => index.byId.get(id)),
    topics: TOPIC_KINDS.map((kind) => topicsInOrder(index.topics[kind])),
  };
}

/** The same, made by going through all files and all posts. */
function fromNothing(state: SnapshotState, before: SnapshotState, now: number): ReturnType<typeof seen> {
  const { root } = state;
  const { posts: files, images, troubled } = contentsOf(root);
  const gone = contentsIn(filesSince(before.root, root).gone).posts;
  const older = olderVersions({ root, before, gone, found: new Map() });
  const resolved = resolveDuplicates({ files, older, seniority: new Map() });
  const posts = [...resolved.posts].sort(inFileOrder);
  const former = formerFromNothing(state, before, now);
  const written = new Map(state.held.redirects?.value ?? []);
  const addresses = new Map(posts.map((post) => [post.id, postAddress(post)]));
  const left = [...former].flatMap(([from, id]) =>
    id === null ? [] : [[from, addresses.get(id) ?? from] as const],
  );
  const derived = left.map(([from, to]) => [from, to === from ? 'gone' : to] as const);
  const unreadable = [
    ...nameProblemsIn(root),
    ...troubled.flatMap(({ problems }) => problems),
    ...resolved.problems,
  ];
  return {
    posts,
    images: imagesOf(images),
    held: resolved.held,
    former,
    derivedRedirects: new Map(derived.filter(([from, to]) => written.get(from) !== to)),
    found: foundIn(
      createPostIndex(posts),
      posts.map(({ slug, id }) => [slug, id]),
    ),
    troubled: new Set(troubled),
    problems: unreadable.map(({ path, reason }) => `${path} ${reason}`).toSorted(),
  };
}

/** All addresses that were known to be left, or that somebody saw before, and at which nobody sees anything now. */
function formerFromNothing(state: SnapshotState, before: SnapshotState, now: number) {
  const addressesIn = ({ snapshot }: SnapshotState) =>
    snapshot.posts
      .filter((post) => wasShown(post, now))
      .flatMap((post) => [
        [postAddress(post), post.id] as const,
        ...topicAddresses(post).map((address) => [address, null] as const),
      ]);
  const shown = new Map(addressesIn(state));
  const is = new Map(state.held.redirects?.value ?? []);
  const was = new Map(before.held.redirects?.value ?? []);
  const left = [...new Map([...before.held.former, ...addressesIn(before)])];
  return new Map(
    left.filter(
      ([address, id]) => !shown.has(address) && (id === null || is.get(address) === was.get(address)),
    ),
  );
}
