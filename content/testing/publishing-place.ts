import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { libraryTransport } from '#content/remote/library-transport.ts';
import { createRemote } from '#content/remote/remote.ts';
import type { PostEdit } from '../contract/fields.ts';
import type { Publishing } from '../contract/publishing.ts';
import { createPostReferences } from '../service/post-references.ts';
import { askSite, createServedMemory } from '../service/publishing/confirmations.ts';
import { createPublishing } from '../service/publishing/publishing.ts';
import { createQuestions } from '../service/syncing/questions.ts';
import { syncBranch } from '../service/syncing/sync.ts';
import type { SyncOptions } from '../service/syncing/tracked.ts';
import { eventually } from './eventually.ts';
import { startLoopbackRemote } from './loopback-remote.ts';
import { postText, testId } from './posts.ts';
import { createPostsWorkspace, TEST_CALLER as me } from './posts-workspace.ts';
import { startServingSite } from './serving-site.ts';
import { createTemporaryFolder, git } from './temporary-repository.ts';

/** Two articles on line and a draft, below posts/2025. */
export const [ONE, TWO, DRAFT] = [testId(1), testId(2), testId(3)] as const;
const SLUGS: Readonly<Record<string, string>> = { [ONE]: 'un', [TWO]: 'deux', [DRAFT]: 'brouillon' };
const DRAFT_TEXT = `---\nid: ${DRAFT}\ntitle: Brouillon\nisPublished: false\n---\nTexte.\n`;

/** A desktop, a real remote and a site that serves it, with the three articles everywhere. Close it always. */
export async function createPublishingPlace() {
  const remote = await startLoopbackRemote();
  const desk = await createPostsWorkspace({
    'posts/2025/un.md': postText(1, 'Un'),
    'posts/2025/deux.md': postText(2, 'Deux'),
    'posts/2025/brouillon.md': DRAFT_TEXT,
  });
  const gitDir = desk.history.path;
  const { workspace, pending, repository } = desk;
  const questions = createQuestions(repository, pending);
  const told: string[] = [];
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const syncOptions = (): SyncOptions => ({
    repository,
    role: 'author',
    stands: 'theirs',
    pending,
    remote: createRemote({
      ...repository,
      url: remote.url,
      credentials: () => null,
      transport: libraryTransport,
    }),
    exclusively: workspace.withoutSaves,
    onMoved: () => void workspace.refresh(),
    onBackup: () => undefined,
  });
  await syncBranch(syncOptions());
  const site = await startServingSite(remote, SLUGS);
  let publishing = open(site.origin);

  /** `origin` is the site's; null where none is known. */
  function open(origin: string | null): ReturnType<typeof createPublishing> {
    return createPublishing({
      workspace,
      questions,
      history: desk.pathIndex(),
      references: createPostReferences(workspace, 'https://exemple.fr'),
      askSite: origin === null ? null : (id) => askSite(origin, id, new AbortController().signal),
      memory: createServedMemory({ gitDir, site: origin, say: onError }),
      onLive: (posts) => told.push(...posts.map(({ title }) => title)),
      onError,
    });
  }

  async function stage(id: string): Promise<string> {
    const [post] = await publishing.operations.getPostStages({ ids: [id] }, me);
    return `${post?.stage ?? 'gone'} ${post?.waits ?? '-'}`;
  }

  return {
    remote,
    desk,
    site,
    told,
    questions,
    stage,
    publishing: () => publishing,
    /** The program ends and starts again; `kind` says whether its remote leads to a site still. */
    async restart(kind: 'with-site' | 'without-site' = 'with-site'): Promise<void> {
      await publishing.close();
      publishing = open(kind === 'with-site' ? site.origin : null);
    },
    /** One exchange, as the engine makes it; what it met. */
    async exchange(): Promise<unknown> {
      await publishing.noticeUnsent();
      try {
        await syncBranch(syncOptions());
        return null;
      } catch (error) {
        return error;
      } finally {
        await publishing.noticeSent();
      }
    },
    /** Another machine clones, commits and pushes, with the git program. */
    pushElsewhere(path: string, text: string): void {
      const folder = createTemporaryFolder();
      const cwd = join(folder.path, 'ailleurs');
      git(['clone', '--quiet', remote.gitDir, cwd], { cwd: folder.path });
      writeFileSync(join(cwd, path), text);
      git(['commit', '--quiet', '--all', '--message=Retoucher ailleurs'], { cwd });
      git(['push', '--quiet'], { cwd });
      folder.remove();
    },
    look: (): Promise<Publishing> => publishing.operations.getPublishing({}, me),
    publish: (...ids: string[]) => publishing.operations.publishPosts({ ids }, me),
    keep: (id: string, edit: PostEdit) => desk.posts.savePendingVersion({ id, ...edit }, me),
    waitFor: (id: string, expected: string): Promise<string> =>
      eventually(
        () => stage(id),
        (now) => now === expected,
      ),
    /** How many pushes the remote was asked to take. */
    pushes: (): number =>
      remote.requests.filter(({ method, url }) => method === 'POST' && url.endsWith('/git-receive-pack'))
        .length,
    /** Ends it, and answers what git finds wrong and what failed on the way. */
    async close(): Promise<readonly unknown[]> {
      await publishing.close();
      await site.stop();
      const found = desk.git('fsck', '--strict', '--no-dangling');
      const failed = await desk.close();
      await remote.stop();
      return [...(found === '' ? [] : [found]), ...failed, ...errors];
    },
  };
}

export type PublishingPlace = Awaited<ReturnType<typeof createPublishingPlace>>;
