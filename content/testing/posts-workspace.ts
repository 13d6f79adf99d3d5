import path from 'node:path';
import { createContentRepository } from '#content/git/content-repository.ts';
import { createHistoryIndex } from '#content/history/history-index.ts';
import { createSnapshotCache } from '#content/snapshot/snapshot-cache.ts';
import { createBackground } from '../service/background.ts';
import { inProcess } from '../service/images/image-pipeline.ts';
import { askPast, createLiveContent } from '../service/live-content.ts';
import { createPostReferences } from '../service/post-references.ts';
import { createPostsOperations } from '../service/posts/posts-operations.ts';
import { createPendingVersions } from '../service/waiting/pending.ts';
import type { Publishing } from '../service/waiting/pending-keeping.ts';
import { createWorkspace } from '../service/workspace.ts';
import { type ContentHistory, createContentHistory, type HistoryFile } from './content-history.ts';
import { SETTINGS } from './posts.ts';

/** The moment tests take place: 1 July 2026, 12:00 in Paris. */
export const TEST_NOW = Date.parse('2026-07-01T10:00:00.000Z');

const ORIGIN = 'https://exemple.fr';
const COMMITTER = { name: 'Encrier', email: 'encrier@exemple.fr' };
export const TEST_CALLER = { author: { name: 'Camille Test', email: 'camille@exemple.fr' } };

interface PostsWorkspaceOptions {
  /** Why nothing can be written. */
  readonly readOnly?: string | null;
  /** Whether history is asked for addresses that posts left, as a server does. */
  readonly past?: 'asked' | 'not-asked';
}

/** The operations on posts of a real repository that holds these files, and what a test does beside them. */
export async function createPostsWorkspace(
  files: Readonly<Record<string, HistoryFile>> = {},
  { readOnly = null, past = 'not-asked' }: PostsWorkspaceOptions = {},
) {
  const history: ContentHistory = createContentHistory();
  history.commit({ ...SETTINGS, ...files });
  const gitDir = history.path;
  let now = TEST_NOW;
  const clock = (): number => now;
  const errors: unknown[] = [];
  const repository = createContentRepository({
    gitDir,
    branch: 'main',
    committer: COMMITTER,
    clock,
  });
  const pathIndex = () =>
    createHistoryIndex({
      gitDir,
      objects: repository.objects,
      file: path.join(gitDir, 'history-cache'),
      onError: (error) => errors.push(error),
    });
  const background = createBackground({ onError: (error) => errors.push(error) });
  const asked = { gitDir, history: pathIndex(), background, objects: repository.objects, clock };
  const live = createLiveContent({
    repository,
    history: asked.history,
    cache: createSnapshotCache(path.join(gitDir, 'snapshot-cache')),
    ...(past === 'asked' ? { past: askPast(asked) } : {}),
    onError: (error) => errors.push(error),
  });
  await live.open();
  live.lookForPast();
  const pending = createPendingVersions(repository);
  const workspace = createWorkspace({ repository, live, pending, readOnly });
  const operations = (publishing: Publishing) =>
    createPostsOperations({
      workspace,
      publishing,
      history: asked.history,
      references: createPostReferences(workspace, ORIGIN),
    });
  return {
    history,
    workspace,
    pending,
    /** The path index, as it is after a start. */
    pathIndex,
    /** Resolves when all is known of addresses that posts left. */
    pastKnown: live.pastKnown,
    /** What is made beside the branch, as each has it. */
    keeping: (publishing: Publishing) => ({ workspace, publishing, images: inProcess }),
    /** As a server has them. */
    posts: operations('by-saving'),
    /** As a desktop has them: what readers would see waits. */
    deskPosts: operations('apart'),
    repository,
    at: (moment: number): void => {
      now = moment;
    },
    git: (...args: readonly string[]): string => history.git(args),
    /** Commits by the git program behind the back of Encrier, which has not looked yet. */
    commitBehind: (changes: Readonly<Record<string, HistoryFile>>, seconds?: number): string =>
      history.commit(changes, ['refs/heads/main^0'], seconds),
    async close(): Promise<readonly unknown[]> {
      await live.close();
      repository.close();
      history.remove();
      return errors;
    },
  };
}

export type PostsWorkspace = Awaited<ReturnType<typeof createPostsWorkspace>>;
