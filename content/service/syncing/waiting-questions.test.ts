import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takingIn } from '../../testing/change-sets.ts';
import { postText, testId } from '../../testing/posts.ts';
import { type PostsWorkspace, TEST_CALLER } from '../../testing/posts-workspace.ts';
import { startTwoMachines, type TwoMachines } from '../../testing/two-machines.ts';
import { sidesOfQuestion } from '../compared-sides.ts';
import { inProcess } from '../images/image-pipeline.ts';
import { resolveQuestion } from './resolve-question.ts';

const POST = 'posts/2025/a.md';
const PICTURE = 'images/2025/photo-aaaaaaaaaaaa.jpg';
const BODY = 'Un premier paragraphe.\n\nUn second paragraphe.\n';
const ID = testId(1);
const REF = 'refs/heads/travail';

let machines: TwoMachines;
let upstream: TwoMachines['upstream'];
let here: PostsWorkspace;
let there: PostsWorkspace;

beforeEach(async () => {
  machines = await startTwoMachines({
    [POST]: postText(1, 'Titre').replace(/Texte de .*\n$/, BODY),
    [PICTURE]: 'photo',
  });
  ({ upstream, here, there } = machines);
  here.git('config', 'core.logAllRefUpdates', 'true'); // As each repository of Encrier has it.
});

afterEach(async () => {
  for (const place of [here, there, upstream])
    expect(place.git('fsck', '--strict', '--full', '--no-dangling')).toBe('');
  await machines.close();
});

const sync: TwoMachines['sync'] = (place, role) => machines.sync(place, role);
const keep = (place: PostsWorkspace, edit: object) =>
  place.posts.savePendingVersion({ id: ID, ...edit }, TEST_CALLER);
const asked = async (place: PostsWorkspace) =>
  (await machines.questionsOf(place)).map(({ kind, path: at }) => `${kind} ${at}`);
const textAt = (place: Pick<PostsWorkspace, 'git'>, ref: string, at: string) =>
  place.git('show', `${ref}:${at}`);

/** What another program commits to the work branch. */
const write = (place: PostsWorkspace, changes: Readonly<Record<string, string>>): Promise<void> =>
  place.pending.change(TEST_CALLER.author, takingIn(changes));

async function answer(place: PostsWorkspace, choice: 'ours' | 'theirs'): Promise<void> {
  const [question] = await machines.questionsOf(place);
  if (question === undefined) throw new Error('nothing is asked');
  const { workspace } = place;
  const answered = { question, keep: choice, fields: [], author: TEST_CALLER.author } as const;
  await resolveQuestion({ workspace, questions: machines.questions(place) }, answered);
}

/** Both machines changed one paragraph of what waits: the text of `here` is asked about. */
async function clash(): Promise<string> {
  await keep(here, { content: BODY.replace('premier', 'grand') });
  await keep(there, { content: BODY.replace('premier', 'petit') });
  const theirs = here.git('rev-parse', `travail:${POST}`);
  for (const place of [here, there, here]) await sync(place);
  expect(await asked(here)).toEqual([`apart ${POST}`]);
  return theirs;
}

describe('a text that was asked about, of an article that was deleted since', () => {
  it('is not let go of unseen: it can be taken once the article is back', async () => {
    const theirs = await clash();
    await here.posts.deletePost({ id: ID }, TEST_CALLER);
    await expect(answer(here, 'theirs')).rejects.toMatchObject({ code: 'done' });
    expect(await asked(here)).toEqual([`apart ${POST}`]);
    const [{ commit } = { commit: '' }] = await here.posts.listDeletedPosts({}, TEST_CALLER);
    await here.posts.restoreDeletedPost({ id: ID, commit }, TEST_CALLER);
    await answer(here, 'theirs');
    expect([here.git('rev-parse', `travail:${POST}`), await asked(here)]).toEqual([theirs, []]);
  });

  it('is let go of by the other answer', async () => {
    await clash();
    await here.posts.deletePost({ id: ID }, TEST_CALLER);
    await answer(here, 'ours');
    expect(await asked(here)).toEqual([]);
  });
});

describe('a picture that waits', () => {
  it('is asked about where another one was published in its place, and can be taken', async () => {
    await write(here, { [PICTURE]: 'photo retouchée' });
    here.commitBehind({ [PICTURE]: 'photo d’un autre' });
    await here.workspace.refresh();
    expect(await here.pending.mergePublished()).toBe(true);
    expect(textAt(here, 'travail', PICTURE)).toBe('photo d’un autre');
    expect(await asked(here)).toEqual([`file ${PICTURE}`]);
    await answer(here, 'theirs');
    expect(textAt(here, 'main', PICTURE)).toBe('photo retouchée');
    expect(await asked(here)).toEqual([]);
  });

  it('is asked about where another machine has another one, and either answer is kept', async () => {
    await write(here, { [PICTURE]: 'photo d’ici' });
    await write(there, { [PICTURE]: 'photo de là' });
    for (const place of [here, there, here]) await sync(place);
    expect(textAt(here, 'travail', PICTURE)).toBe('photo de là');
    for (const place of [here, there]) expect(await asked(place)).toEqual([`apart ${PICTURE}`]);
    await answer(here, 'theirs');
    expect(await asked(here)).toEqual([]);
    expect([textAt(here, 'travail', PICTURE), textAt(here, 'main', PICTURE)]).toEqual([
      'photo d’ici',
      'photo',
    ]);
  });
});

describe('a text that waits and clashes with what is published', () => {
  it('is asked about where one machine drops it, and the other has more of it', async () => {
    await keep(here, { content: BODY.replace('premier', 'grand') });
    await keep(there, { content: BODY.replace('second', 'dernier') });
    here.commitBehind({ [POST]: textAt(here, 'main', POST).replace('premier', 'petit') });
    await here.workspace.refresh();
    for (const place of [here, there]) await sync(place);
    await here.posts.dropPendingVersion({ id: ID }, TEST_CALLER);
    for (const place of [here, there]) await sync(place);
    for (const place of [here, there]) {
      const { pending } = await place.posts.getEditablePost({ id: ID }, TEST_CALLER);
      expect(pending?.content).toBe('Un grand paragraphe.\n\nUn dernier paragraphe.\n');
      const { revision } = pending ?? {};
      const publishing = place.posts.applyPendingVersion({ id: ID, revision }, TEST_CALLER);
      await expect(publishing).rejects.toMatchObject({ code: 'conflict' });
    }
  });
});

describe('an address that waits', () => {
  it('is asked about where each machine gave the article another one', async () => {
    await keep(here, { slug: 'ici' });
    await keep(there, { slug: 'la-bas' });
    for (const place of [here, there, here]) await sync(place);
    expect(await asked(here)).toEqual(['renamed posts/2025/la-bas.md']);
    await answer(here, 'theirs');
    expect(await asked(here)).toEqual([]);
    expect(here.git('diff', '--name-only', 'main...travail').split('\n')).toContain('posts/2025/ici.md');
    expect(here.git('ls-tree', '--name-only', 'main', 'posts/2025/')).toBe(POST);
  });

  it('is told to its author where another article has it', async () => {
    const file = (id: number) => ({
      path: 'posts/2026/neuf.md',
      bytes: Buffer.from(postText(id, `N° ${id}`)),
    });
    const { author } = TEST_CALLER;
    await here.pending.create(file(7), { kind: 'take-in-file', name: '7' }, author);
    await there.pending.create(file(8), { kind: 'take-in-file', name: '8' }, author);
    for (const place of [here, there, here]) await sync(place);
    expect(await asked(here)).toEqual(['same-address posts/2026/neuf-2.md']);
    await answer(here, 'ours');
    expect(await asked(here)).toEqual([]);
  });

  it('is told no more once the article has left the one that it was given', async () => {
    await keep(here, { slug: 'neuf' });
    const taken = postText(8, 'Autre').replace('isPublished: true', 'isPublished: false');
    here.commitBehind({ 'posts/2025/neuf.md': taken });
    await here.workspace.refresh();
    expect(await here.pending.mergePublished()).toBe(true);
    expect(await asked(here)).toEqual(['same-address posts/2025/neuf-2.md']);
    await keep(here, { slug: 'tout-neuf' });
    expect(await asked(here)).toEqual([]);
  });
});

describe('a question about what waits', () => {
  it('is asked on each machine when the upstream was rewritten and ours is made anew', async () => {
    const theirs = await clash();
    const old = upstream.git('rev-parse', 'main');
    here.commitBehind({ 'posts/2025/secret.md': postText(2, 'Secret') });
    await here.workspace.refresh();
    await keep(here, { excerpt: 'Encore.' });
    for (const place of [here, there]) await sync(place);
    upstream.git(
      'update-ref',
      'refs/heads/main',
      upstream.git('commit-tree', `${old}^{tree}`, '-p', old, '-m', 'Purger'),
    );
    upstream.git('update-ref', '-d', REF);
    for (const place of [here, there, here]) await sync(place);
    expect(here.git('rev-list', '--objects', 'main', 'travail')).not.toContain('secret.md');
    for (const place of [here, there]) expect(await asked(place)).toEqual([`apart ${POST}`]);
    expect(upstream.git('rev-list', '--objects', 'travail')).toContain(theirs);
    await answer(there, 'theirs');
    expect(textAt(there, 'travail', POST)).toContain('grand');
  });

  it('is still asked, and what was left out before still told, when another file has to be left out', async () => {
    const hook = path.join(upstream.gitDir, 'hooks', 'pre-receive');
    mkdirSync(path.dirname(hook), { recursive: true });
    const sees = (name: string) => `git rev-list --objects "$new" | grep -q images/${name}.jpg`;
    const says = (name: string) =>
      `if ${sees(name)}; then echo "File images/${name}.jpg is too large" >&2; exit 1; fi`;
    writeFileSync(hook, `#!/bin/sh\nwhile read -r old new ref; do ${says('un')}; ${says('deux')}; done\n`);
    chmodSync(hook, 0o755);
    await keep(here, { content: BODY.replace('premier', 'grand') });
    await keep(there, { content: BODY.replace('premier', 'petit') });
    await sync(here);
    await write(there, { 'images/un.jpg': 'un' });
    await write(there, { 'images/deux.jpg': 'deux' });
    await sync(there);
    expect(await asked(there)).toEqual([`apart ${POST}`]);
    expect((await there.pending.leftOut()).map(({ path: at }) => at).sort()).toEqual([
      'images/deux.jpg',
      'images/un.jpg',
    ]);
    await sync(here);
    expect(await asked(here)).toEqual([`apart ${POST}`]);
  });

  it('is none of a new article that one machine published and a third changed since: what another wrote holds that', async () => {
    const edit = { title: 'Neuf', slug: 'neuf', content: BODY, isPublished: true };
    const { id } = await here.deskPosts.createPost(edit, TEST_CALLER);
    for (const place of [here, there]) await sync(place);
    await there.posts.savePendingVersion({ id, content: `Au début.\n\n${BODY}` }, TEST_CALLER);
    await here.posts.savePendingVersion({ id, content: BODY.replace('second', 'autre') }, TEST_CALLER);
    await here.posts.applyPendingVersion({ id }, TEST_CALLER);
    await sync(here);
    await here.posts.updatePost({ id, excerpt: 'Dit depuis.' }, TEST_CALLER);
    for (const place of [here, there, here]) await sync(place);
    for (const place of [here, there]) {
      expect(await machines.questionsOf(place)).toEqual([]);
      const text = place.git('show', 'travail:posts/2026/neuf.md');
      expect(text).toMatch(/Dit depuis\.[^]*Au début\.[^]*Un autre/);
    }
  });
});

describe('an answer', () => {
  it('that takes the other text takes it where the article is by now', async () => {
    await there.posts.updatePost({ id: ID, content: BODY.replace('premier', 'grand') }, TEST_CALLER);
    const theirs = { path: POST, id: there.git('rev-parse', `main:${POST}`) };
    await there.posts.updatePost({ id: ID, content: BODY.replace('premier', 'petit') }, TEST_CALLER);
    await there.posts.updatePost({ id: ID, slug: 'renommee' }, TEST_CALLER);
    const question = {
      id: 'question',
      kind: 'text' as const,
      path: POST,
      postId: ID,
      title: 'Titre',
      since: 0,
      isPending: false,
      base: null,
      theirs,
    };
    const { workspace } = there;
    const sides = await sidesOfQuestion({ workspace, images: inProcess }, question);
    expect(sides?.kind).toBe('post');
    await resolveQuestion(
      { workspace, questions: machines.questions(there) },
      { question, keep: 'theirs', fields: [], author: TEST_CALLER.author },
    );
    expect(textAt(there, 'main', 'posts/2025/renommee.md')).toContain('grand');
  });

  it('is asked anew where the text that was not chosen is kept again, and another one written in its place', async () => {
    const exchange = async (): Promise<void> => {
      for (const place of [here, there, here]) await sync(place);
    };
    await clash();
    await answer(here, 'ours');
    await exchange();
    await there.posts.dropPendingVersion({ id: ID }, TEST_CALLER);
    await exchange();
    expect(await asked(here)).toEqual([]);
    await keep(here, { content: BODY.replace('premier', 'grand') });
    await keep(there, { content: BODY.replace('premier', 'vieux') });
    await exchange();
    for (const place of [here, there]) expect(await asked(place)).toEqual([`apart ${POST}`]);
    await answer(there, 'theirs');
    for (const place of [there, here]) await sync(place);
    for (const place of [here, there]) {
      expect(await asked(place)).toEqual([]);
      expect(textAt(place, 'travail', POST)).toContain('grand');
    }
  });
});
