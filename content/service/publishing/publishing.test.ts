import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mergePosts } from '../../store/merge/merge-post.ts';
import { createPendingVersions } from '../../store/pending.ts';
import { redirectEdits } from '../../store/redirects-file.ts';
import { createRemote } from '../../store/remote.ts';
import { eventually } from '../../testing/eventually.ts';
import {
  type LoopbackFault,
  type LoopbackRemote,
  startLoopbackRemote,
} from '../../testing/loopback-remote.ts';
import { postText, siteText, testId } from '../../testing/posts.ts';
import {
  createPostsWorkspace,
  TEST_CALLER as me,
  type PostsWorkspace,
} from '../../testing/posts-workspace.ts';
import { createTemporaryFolder, git } from '../../testing/temporary-repository.ts';
import { createOpenClashes } from '../syncing/open-clashes.ts';
import { type SyncOptions, sentCommit, syncBranch } from '../syncing/sync.ts';
import { askSite } from './ask-site.ts';
import { createPublishing } from './publishing.ts';
import { createServedMemory } from './served-memory.ts';

const COMMITTER = { name: 'Encrier', email: 'encrier@exemple.fr' };
const [one, two, draft] = [testId(1), testId(2), testId(3)] as const;
const DRAFT = `---\nid: ${draft}\ntitle: Brouillon\nisPublished: false\n---\nTexte.\n`;
const PATHS: Readonly<Record<string, string>> = { [one]: 'un', [two]: 'deux', [draft]: 'brouillon' };

let remote: LoopbackRemote;
let desk: PostsWorkspace;
let site: Awaited<ReturnType<typeof startSite>>;
let told: string[];
let publishing: ReturnType<typeof createPublishing>;
const errors: unknown[] = [];

beforeEach(async () => {
  remote = await startLoopbackRemote();
  desk = await createPostsWorkspace({
    'posts/2025/un.md': postText(1, 'Un'),
    'posts/2025/deux.md': postText(2, 'Deux'),
    'posts/2025/brouillon.md': DRAFT,
  });
  await syncBranch(syncOptions());
  site = await startSite();
  told = [];
  publishing = openPublishing();
});

/** As after a start. */
function openPublishing() {
  return createPublishing({
    ...{ workspace: desk.workspace, mergePosts, redirects: redirectEdits, history: desk.pathIndex() },
    ...{ pending: syncOptions().pending, clashes: syncOptions().clashes },
    sentCommit: () => sentCommit({ gitDir: desk.history.path, branch: 'main' }),
    askSite: (id) => askSite(site.origin, id, new AbortController().signal),
    memory: createServedMemory(desk.history.path, site.origin),
    onLive: (titles) => told.push(...titles),
    onError: (error) => errors.push(error),
  });
}

afterEach(async () => {
  await publishing.close();
  await site.stop();
  expect(desk.git('fsck', '--strict', '--no-dangling')).toBe('');
  expect(await desk.close()).toEqual([]);
  await remote.stop();
  expect(errors.splice(0)).toEqual([]);
});

/** A site that serves what its repository holds, once it is told to look; `fail` cuts what is asked next. */
async function startSite() {
  let served = remote.git('rev-parse', 'main');
  let isCut = false;
  let isEmpty = false;
  const server: Server = createServer((request, response) => {
    if (isCut) {
      request.socket.destroy();
      return;
    }
    const path = `posts/2025/${PATHS[request.url?.split('/').at(-1) ?? ''] ?? ''}.md`;
    const listed = isEmpty ? '' : remote.git('ls-tree', '--name-only', served, path);
    const text = listed === '' ? '' : remote.git('show', `${served}:${path}`);
    const revision = text.includes('isPublished: true') ? remote.git('rev-parse', `${served}:${path}`) : null;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ commit: served, revision }));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo; // a listening TCP server has one
  return {
    origin: `http://127.0.0.1:${port}`,
    look: (): void => {
      served = remote.git('rev-parse', 'main');
    },
    serveNothing: (): void => {
      isEmpty = true;
    },
    cut: (isOn: boolean): void => {
      isCut = isOn;
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function syncOptions(): SyncOptions {
  const { objects } = desk.repository;
  const gitDir = desk.history.path;
  const { clock } = desk.workspace;
  const pending = createPendingVersions({ gitDir, objects, committer: COMMITTER, clock });
  const common = { gitDir, objects, branch: 'main' };
  return {
    ...{ ...common, role: 'author', committer: COMMITTER, clock, pending },
    remote: createRemote({ ...common, url: remote.url, credentials: () => null }),
    clashes: createOpenClashes({ gitDir, pending }),
    exclusively: (work) => desk.workspace.write(work),
    onMoved: () => void desk.workspace.refresh(),
    onPendingBackup: () => undefined,
  };
}

/** One exchange, as the engine makes it; what it met. */
async function exchange(): Promise<unknown> {
  await publishing.noticeUnsent();
  try {
    await syncBranch(syncOptions());
    return null;
  } catch (error) {
    return error;
  } finally {
    await publishing.noticeSent();
  }
}

/** Another machine clones, commits and pushes, with the git program. */
function pushElsewhere(path: string, text: string): void {
  const folder = createTemporaryFolder();
  const cwd = join(folder.path, 'ailleurs');
  git(['clone', '--quiet', remote.gitDir, cwd], { cwd: folder.path });
  writeFileSync(join(cwd, path), text);
  git(['commit', '--quiet', '--all', '--message=Retoucher ailleurs'], { cwd });
  git(['push', '--quiet'], { cwd });
  folder.remove();
}

async function stage(id: string): Promise<string> {
  const [post] = await publishing.operations.getPostStages({ ids: [id] }, me);
  return `${post?.stage ?? 'gone'} ${post?.waits ?? '-'}`;
}

const look = () => publishing.operations.getPublishing({}, me);
const publish = (...ids: string[]) => publishing.operations.publishPosts({ ids }, me);
const keep = (id: string, edit: object) => desk.posts.savePendingVersion({ id, ...edit }, me);
const waitFor = (id: string, expected: string) =>
  eventually(
    () => stage(id),
    (now) => now === expected,
  );
const pushes = (): number =>
  remote.requests.filter(({ method, url }) => method === 'POST' && url.endsWith('/git-receive-pack')).length;

describe('publishing', () => {
  it('leads a draft from Brouillon to En ligne, and tells when it is there', async () => {
    expect(await stage(draft)).toBe('draft -');
    await keep(draft, { isPublished: true });
    expect(await stage(draft)).toBe('ready publication');
    expect((await look()).waiting).toEqual([{ id: draft, title: 'Brouillon', waits: 'publication' }]);
    await exchange();
    expect(remote.git('show', 'main:posts/2025/brouillon.md')).toContain('isPublished: false');
    expect(await stage(draft)).toBe('ready publication');

    await publish(draft);
    expect(await stage(draft)).toBe('ready publication');
    expect(await look()).toMatchObject({ waiting: [], unsent: 1, unconfirmed: 0 });
    await exchange();
    expect(await stage(draft)).toBe('sent -');
    expect(await look()).toMatchObject({ unsent: 0, unconfirmed: 1 });
    expect(told).toEqual([]);
    site.look();
    expect(await waitFor(draft, 'live -')).toBe('live -');
    expect(told).toEqual(['Brouillon']);
    expect(await look()).toMatchObject({ unsent: 0, unconfirmed: 0 });
  });

  it('keeps a change of a live article apart until it is published, while others go', async () => {
    expect(await waitFor(one, 'live -')).toBe('live -');
    await keep(one, { title: 'Un, revu' });
    await keep(two, { title: 'Deux, revu' });
    expect(await waitFor(one, 'live change')).toBe('live change');
    await publish(two);
    await exchange();
    site.look();
    expect(await waitFor(two, 'live -')).toBe('live -');
    expect(await stage(one)).toBe('live change');
    expect(remote.git('show', 'main:posts/2025/un.md')).toContain('title: Un\n');
    expect(remote.git('log', '-1', '--format=%s', 'main')).toBe('Mettre à jour «\u00a0Deux, revu\u00a0»');
  });

  it('knows after a crash that a draft and a change were published, before their pending versions were let go of', async () => {
    desk.at(desk.workspace.clock() + 1234);
    await keep(draft, { isPublished: true });
    await keep(one, { title: 'Un, revu' });
    const refs = desk.git('for-each-ref', '--format=create %(refname) %(objectname)', 'refs/encrier/pending');
    desk.at(desk.workspace.clock() + 86_400_000);
    await publish(draft, one);
    for (const line of refs.split('\n')) desk.git('update-ref', ...line.split(' ').slice(1));
    expect((await look()).waiting).toHaveLength(2);
    await publishing.open();
    expect((await look()).waiting).toEqual([]);
    await keep(two, { title: 'Deux, revu' });
    await publishing.open();
    expect((await look()).waiting).toHaveLength(1);
  });

  it('says that a withdrawal waits until readers see it no longer', async () => {
    expect(await waitFor(one, 'live -')).toBe('live -');
    await keep(one, { isPublished: false });
    expect(await stage(one)).toBe('live withdrawal');
    await publish(one);
    expect(await stage(one)).toBe('draft withdrawal');
    await exchange();
    expect(await stage(one)).toBe('draft withdrawal');
    site.look();
    expect(await waitFor(one, 'draft -')).toBe('draft -');
    expect(told).toEqual([]);
  });

  it('knows that a new address is not there yet, though the text is', async () => {
    expect(await waitFor(one, 'live -')).toBe('live -');
    desk.commitBehind({ 'posts/2025/un.md': null, 'posts/2025/neuf.md': postText(1, 'Un') });
    await desk.workspace.refresh();
    expect(await stage(one)).toBe('ready change');
    await exchange();
    expect(await stage(one)).toBe('sent -');
  });

  it.each<[string, LoopbackFault]>([
    ['before anything is asked', { kind: 'cut' }],
    ['while it is looked at', { kind: 'status', status: 503 }],
    ['before a push', { kind: 'cut-push', when: 'before' }],
    ['in the middle of a push', { kind: 'cut-push', when: 'during' }],
    ['once a push was accepted', { kind: 'cut-push', when: 'after' }],
    [
      'before it is told there that nothing waits any longer',
      { kind: 'cut-push', when: 'before', passing: 1 },
    ],
    ['once that was accepted', { kind: 'cut-push', when: 'after', passing: 1 }],
  ])('never says too much and sends nothing twice when the network is cut %s', async (_, fault) => {
    await keep(draft, { isPublished: true });
    await exchange();
    const waited = 'refs/encrier/pending/';
    expect(remote.git('for-each-ref', waited)).not.toBe('');
    await publish(draft);
    remote.fail(fault);
    site.cut(true);
    expect(await exchange()).toMatchObject({ code: 'remote' });
    const head = desk.git('rev-parse', 'main');
    const isKnownThere = (await sentCommit({ gitDir: desk.history.path, branch: 'main' })) === head;
    const said = isKnownThere ? 'sent -' : 'ready publication';
    expect(await stage(draft)).toBe(said);

    // The program ends here, and another start knows no more and no less.
    await publishing.close();
    publishing = openPublishing();
    await publishing.open();
    expect(await stage(draft)).toBe(said);
    expect((await look()).unsent).toBe(isKnownThere ? 0 : 1);

    const missing = [remote.git('rev-parse', 'main') !== head, remote.git('for-each-ref', waited) !== ''];
    const before = pushes();
    expect(await exchange()).toBeNull();
    expect(pushes() - before).toBe(missing.filter((isMissing) => isMissing).length);
    expect(remote.git('rev-parse', 'main')).toBe(head);
    expect([remote.git('for-each-ref', waited), await stage(draft)]).toEqual(['', 'sent -']);

    // Arrived, but the site cannot be asked, or does not serve it yet.
    const after = pushes();
    await exchange();
    expect([pushes() - after, await stage(draft)]).toEqual([0, 'sent -']);
    site.cut(false);
    site.look();
    expect(await waitFor(draft, 'live -')).toBe('live -');
    expect(remote.git('log', '--format=%s', 'main').match(/Publier/g)).toHaveLength(1);
  });

  it('merges what another clone pushed to the same article, whatever is cut meanwhile', async () => {
    await keep(one, { content: 'Texte de Un.\n\nD’ici.\n' });
    await publish(one);
    pushElsewhere('posts/2025/un.md', postText(1, 'Un, ailleurs'));
    remote.fail({ kind: 'cut-fetch' });
    expect(await exchange()).toMatchObject({ code: 'remote' });
    expect(await stage(one)).toBe('ready change');
    expect(await exchange()).toBeNull();
    const text = remote.git('show', 'main:posts/2025/un.md');
    expect(text).toContain('title: Un, ailleurs');
    expect(text).toContain('D’ici.');
    site.look();
    expect(await waitFor(one, 'live -')).toBe('live -');
  });

  it('asks about what both wrote in one place, and does not take the other text for one to publish', async () => {
    await keep(one, { content: 'Écrit ici.\n' });
    await publish(one);
    pushElsewhere('posts/2025/un.md', postText(1, 'Un').replace('Texte de Un.', 'Écrit ailleurs.'));
    expect(await exchange()).toBeNull();
    expect(await syncOptions().clashes.list()).toMatchObject([
      { kind: 'text', postId: one, isPending: true },
    ]);
    expect((await look()).waiting).toEqual([]);
    await publishing.open();
    expect(desk.git('for-each-ref', '--format=%(refname)', 'refs/encrier/pending')).toContain(one);
    expect(remote.git('show', 'main:posts/2025/un.md')).toContain('Écrit ici.');
    site.look();
    expect(await waitFor(one, 'live change')).toBe('live change');
  });

  it('says Envoyé last where no site is known', async () => {
    const blind = createPublishing({
      ...{ workspace: desk.workspace, mergePosts, redirects: redirectEdits, history: desk.pathIndex() },
      ...{ pending: syncOptions().pending, clashes: syncOptions().clashes, askSite: null },
      memory: createServedMemory(desk.history.path, null),
      sentCommit: () => sentCommit({ gitDir: desk.history.path, branch: 'main' }),
      onLive: (titles) => told.push(...titles),
      onError: (error) => errors.push(error),
    });
    await blind.operations.publishPosts({ ids: [draft] }, me);
    await syncBranch(syncOptions());
    await blind.noticeSent();
    const [post] = await blind.operations.getPostStages({ ids: [draft] }, me);
    expect(post?.stage).toBe('sent');
    expect(await blind.operations.getPublishing({}, me)).toMatchObject({
      unsent: 0,
      unconfirmed: 0,
      hasSite: false,
    });
    await blind.close();
    expect(told).toEqual([]);
  });

  it('remembers offline what the site confirmed, and nothing it did not', async () => {
    expect(await waitFor(one, 'live -')).toBe('live -');
    await publish(draft);
    await exchange();
    expect(await stage(draft)).toBe('sent -');
    site.cut(true);
    await publishing.close();
    publishing = openPublishing();
    expect(await stage(one)).toBe('sent -');
    await publishing.open();
    expect([await stage(one), await stage(draft)]).toEqual(['live -', 'sent -']);
    await keep(one, { title: 'Un, revu' });
    await publish(one);
    expect(await stage(one)).toBe('ready change');
    await exchange();
    expect(await stage(one)).toBe('sent -');

    // Asked again as soon as it can be: another machine may have changed what readers get.
    site.look();
    site.cut(false);
    expect(await waitFor(one, 'live -')).toBe('live -');
    expect(await createServedMemory(desk.history.path, 'https://ailleurs.fr').load()).toEqual(new Map());
  });

  it('asks again after a start whether the site serves what it said before', async () => {
    expect(await waitFor(one, 'live -')).toBe('live -');
    await publishing.close();
    site.serveNothing();
    publishing = openPublishing();
    await publishing.open();
    expect(await stage(one)).toBe('live -');
    expect(await waitFor(one, 'sent -')).toBe('sent -');
  });

  it('says that a deleted article and settings are to be sent, and when readers see it no longer', async () => {
    await desk.posts.deletePost({ id: one }, me);
    desk.commitBehind({ 'site.yml': siteText('Autre') });
    await desk.workspace.refresh();
    expect(await look()).toMatchObject({ unsent: 0, leaving: 1, settings: true, unconfirmed: 0 });
    await exchange();
    expect(await look()).toMatchObject({ unsent: 0, leaving: 0, settings: false, unconfirmed: 1 });
    site.look();
    expect(
      await eventually(
        async () => (await look()).unconfirmed,
        (count) => count === 0,
      ),
    ).toBe(0);
    expect(told).toEqual([]);
  });

  it('stays at Envoyé while the site cannot be asked, and goes on by itself', async () => {
    site.cut(true);
    await publish(draft);
    await exchange();
    site.look();
    expect(await stage(draft)).toBe('sent -');
    site.cut(false);
    expect(await waitFor(draft, 'live -')).toBe('live -');
  });
});
