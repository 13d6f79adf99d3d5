import { afterEach, beforeEach, expect, it } from 'vitest';
import { treeWith, withMade } from '#content/git/write-commit.ts';
import { ContentError } from '../../model/errors.ts';
import { takingIn } from '../../testing/change-sets.ts';
import { postText, testId } from '../../testing/posts.ts';
import { createPostsWorkspace, type PostsWorkspace, TEST_CALLER } from '../../testing/posts-workspace.ts';
import { createRandom } from '../../testing/random.ts';
import { createPostReferences } from '../post-references.ts';
import { publishPosts } from '../publishing/publish-posts.ts';
import { mergeTrees } from '../syncing/merge-trees.ts';
import { textsToWait } from '../syncing/stated-questions.ts';
import { createPendingVersions } from './pending.ts';
import { readWorkBranch, type WorkState } from './work-branch.ts';

const { author } = TEST_CALLER;
const PUBLISHED = [1, 2, 3, 4];
const STEPS = 30;
const SEEDS = Array.from({ length: 8 }, (_, seed) => seed + 1);

let site: PostsWorkspace;
beforeEach(async () => {
  const files = PUBLISHED.map((number) => [pathOf(number), postText(number, `Publié ${number}`)] as const);
  site = await createPostsWorkspace({
    ...Object.fromEntries(files),
    'redirects.yml': '/vieux: /blog/texte-1\n',
  });
});
afterEach(async () => {
  expect(site.git('fsck', '--strict', '--no-dangling')).toBe('');
  expect(await site.close()).toEqual([]);
});

function pathOf(number: number): string {
  return `posts/${1990 + number}/texte-${number}.md`;
}

const sorted = <Value>(map: ReadonlyMap<string, Value>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1));

/** That what waits is the same as when it is read whole. */
async function expectAsRead(): Promise<void> {
  const anew = createPendingVersions({ ...site.repository });
  const [now, then] = [await site.pending.waiting(), await anew.waiting()];
  expect(sorted(now.posts)).toEqual(sorted(then.posts));
  expect(sorted(now.files)).toEqual(sorted(then.files));
}

/** The tree of the work branch once both sides are merged whole; null where the author is to be asked, or nothing is to be done. */
async function mergedWhole({ main, work, start, missing, isUpToDate }: WorkState): Promise<string | null> {
  const { objects } = site.repository;
  if (isUpToDate || textsToWait(missing).length > 0) return null;
  const [ours, theirs] = [(await objects.readCommit(main)).tree, (await objects.readCommit(work)).tree];
  const merged = await mergeTrees(withMade(objects, start), { base: start.id, ours, theirs });
  if (merged.clashes.length > 0) return null;
  return (await treeWith(objects, ours, merged.changes)).id;
}

/** Takes in what is published, which is as when all of both sides is merged. */
async function bring(): Promise<void> {
  const [main, work] = [site.git('rev-parse', 'main'), await site.pending.tip()];
  if (work === null) return;
  await expectAsRead();
  const told = { published: () => Promise.resolve([]), before: null };
  const state = await readWorkBranch(site.repository.objects, { main, work }, told);
  const whole = state === null ? null : await mergedWhole(state);
  expect(await site.pending.mergePublished()).toBe(true);
  if (whole !== null && state?.own.length !== 0) expect(site.git('rev-parse', 'travail^{tree}')).toBe(whole);
}

async function publish(ids: readonly string[]): Promise<void> {
  const pending = {
    ...site.pending,
    mergePublished: async () => {
      await bring();
      return true;
    },
  };
  const workspace = { ...site.workspace, pending };
  const references = createPostReferences(workspace, 'https://exemple.fr');
  await publishPosts({ workspace, history: site.pathIndex(), references }, { ids }, TEST_CALLER);
}

const create = (number: number): Promise<void> =>
  site.pending.create(
    { path: pathOf(number), bytes: Buffer.from(postText(number, `Texte ${number}`)) },
    { kind: 'create', post: { id: testId(number), title: `Texte ${number}` } },
    author,
  );

/** What may be done to an article, or beside it. */
function actsOn(
  number: number,
  random: ReturnType<typeof createRandom>,
): readonly (() => Promise<unknown>)[] {
  const id = testId(number);
  const title = `Texte ${number}, vu ${random.below(1000)}`;
  const others = [number, 1 + random.below(9), 1 + random.below(9)].map(testId);
  const behind = async (text: string | null, path = pathOf(number)): Promise<void> => {
    site.commitBehind({ [path]: text });
    await site.workspace.refresh();
  };
  return [
    () => create(number),
    () => create(number),
    () => site.posts.savePendingVersion({ id, title }, TEST_CALLER),
    () => site.posts.savePendingVersion({ id, slug: `texte-${1 + random.below(9)}` }, TEST_CALLER),
    () => publish(others),
    () => publish([id]),
    () => publish(PUBLISHED.map(testId)),
    () => site.posts.dropPendingVersion({ id }, TEST_CALLER),
    async () => {
      const { revision } = await site.posts.getEditablePost({ id }, TEST_CALLER);
      await site.posts.updatePost({ id, revision, title }, TEST_CALLER);
    },
    async () => {
      const { revision } = await site.posts.getEditablePost({ id }, TEST_CALLER);
      await site.posts.deletePost({ id, revision }, TEST_CALLER);
    },
    () => site.pending.change(author, takingIn({ [`images/2026/vue-${number}.jpg`]: title })),
    () => behind(postText(number, title)),
    () => behind(postText(number, title), `posts/2020/autre-${number}.md`),
    () => behind(null),
    () => behind(title, `images/2026/vue-${number}.jpg`),
    bring,
  ];
}

it.each(SEEDS)(
  'what waits after one more commit is what it is when all is read anew, story %i',
  async (seed) => {
    const random = createRandom(seed);
    for (let step = 0; step < STEPS; step += 1) {
      const act = random.pick(actsOn(1 + random.below(9), random));
      try {
        await act();
      } catch (error) {
        if (!(error instanceof ContentError)) throw error;
      }
      await expectAsRead();
    }
  },
);
