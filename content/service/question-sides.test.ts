import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { objectId } from '#content/git/objects/object-id.ts';
import type { SyncSides } from '../contract/sync-operations.ts';
import { plainImage } from '../testing/images.ts';
import { postText, testId } from '../testing/posts.ts';
import { createPostsWorkspace, type PostsWorkspace } from '../testing/posts-workspace.ts';
import { sidesOfQuestion } from './compared-sides.ts';
import { inProcess } from './images/image-pipeline.ts';
import type { OpenQuestion } from './syncing/questions.ts';

const POST = 'posts/2025/un.md';
const NOTES = 'notes.txt';
const PICTURE = 'images/2025/a.png';

let site: PostsWorkspace;
beforeEach(async () => {
  const picture = await plainImage(20, 10).png().toBuffer();
  const files = { [POST]: postText(1, 'Un'), [NOTES]: 'Ici.\n', [PICTURE]: picture };
  site = await createPostsWorkspace({ ...files, 'binaire.bin': Buffer.from([0, 1, 255]) });
});
afterEach(async () => {
  expect(await site.close()).toEqual([]);
});

const blobOf = (text: string) => ({ type: 'blob' as const, bytes: Buffer.from(text) });

/** Both sides of a question, where the other machine has `theirs` and both began from `base`. */
async function sides(
  path: string,
  theirs: string | null,
  base: string | null = null,
): Promise<SyncSides | null> {
  const blobs = [theirs, base].flatMap((text) => (text === null ? [] : [blobOf(text)]));
  await site.repository.objects.write(blobs);
  const at = (text: string | null) =>
    text === null ? null : { path, id: objectId('blob', blobOf(text).bytes) };
  const isPost = path === POST;
  const question: OpenQuestion = {
    id: 'question',
    kind: isPost ? 'text' : 'file',
    path,
    title: path,
    since: 0,
    isPending: false,
    postId: isPost ? testId(1) : null,
    base: at(base),
    theirs: at(theirs),
  };
  return sidesOfQuestion({ workspace: site.workspace, images: inProcess }, question);
}

describe('sidesOfQuestion', () => {
  it('shows both texts of a post, with what does not go together', async () => {
    const shown = await sides(POST, postText(1, 'Là-bas'), postText(1, 'Avant'));
    expect(shown).toMatchObject({
      kind: 'post',
      postId: testId(1),
      edit: {
        fields: ['title'],
        theirs: { title: 'Un' },
        yours: { title: 'Là-bas' },
        base: { title: 'Avant' },
      },
    });
  });

  it('shows both whole when nobody knows where they began', async () => {
    const shown = await sides(POST, postText(1, 'Là-bas'));
    expect(shown).toMatchObject({ kind: 'post', edit: { base: null, fields: ['title'] } });
  });

  it('names a key that Encrier does not know, where nobody knows where both began', async () => {
    const shown = await sides(POST, postText(1, 'Un').replace('title:', 'auteur: Y\ntitle:'));
    expect(shown).toMatchObject({ kind: 'post', edit: { fields: ['auteur'] } });
  });

  it('shows both whole where only another machine has what they began from', async () => {
    const elsewhere = { path: POST, id: objectId('blob', Buffer.from('Un début que personne n’a ici.')) };
    const theirs = blobOf(postText(1, 'Là-bas'));
    await site.repository.objects.write([theirs]);
    const question: OpenQuestion = {
      id: 'question',
      kind: 'apart',
      path: POST,
      title: 'Un',
      since: 0,
      isPending: false,
      postId: testId(1),
      base: elsewhere,
      theirs: { path: POST, id: objectId('blob', theirs.bytes) },
    };
    const { workspace } = site;
    const shown = await sidesOfQuestion({ workspace, images: inProcess }, question);
    expect(shown).toMatchObject({ kind: 'post', edit: { base: null, fields: ['title'] } });
  });

  it('offers the text of both where they go together by now', async () => {
    const shown = await sides(POST, `${postText(1, 'Un')}\nUne suite.\n`, postText(1, 'Un'));
    expect(shown).toMatchObject({ kind: 'post', edit: { fields: [], body: [{ kind: 'agreed' }] } });
    expect(JSON.stringify(shown)).toContain('Une suite.');
  });

  it('shows the file of a post that cannot be read as a text', async () => {
    expect(await sides(POST, '---\ntitle: "sans fin\n---\n')).toMatchObject({ kind: 'text', isCut: false });
  });

  it('shows other texts side by side, and the start of a long one', async () => {
    const long = 'Là-bas. '.repeat(10_000);
    expect(await sides(NOTES, 'Là-bas.\n')).toEqual({
      kind: 'text',
      isCut: false,
      ours: 'Ici.\n',
      theirs: 'Là-bas.\n',
    });
    expect(await sides(NOTES, long)).toMatchObject({ isCut: true, theirs: long.slice(0, 60_000) });
    expect(await sides('partie.txt', 'Là-bas.\n')).toMatchObject({ kind: 'text', ours: null });
  });

  it('shows both pictures, and says of one that it cannot be shown', async () => {
    const shown = await sides(PICTURE, 'no picture');
    expect(shown).toMatchObject({ kind: 'image', theirs: null });
    expect(JSON.stringify(shown)).toContain('data:image/webp;base64,');
  });

  it('shows the text of settings whose comments differ, beside values too: one choice would drop those of a side', async () => {
    const [base, theirs] = ['currentMonth: T1 2025\n', 'currentMonth: T1 2025\nmaxSlots: "4"\n# Là-bas\n'];
    expect(await sides('capacity.yml', 'currentMonth: T1 2024\n', base)).toMatchObject({ kind: 'settings' });
    expect(await sides('capacity.yml', theirs, base)).toMatchObject({ kind: 'settings', fields: [] });
    site.commitBehind({ 'capacity.yml': 'currentMonth: T2 2025\n# Ici\n' });
    await site.workspace.refresh();
    expect(await sides('capacity.yml', theirs, base)).toMatchObject({ kind: 'text', theirs });
    expect(await sides('capacity.yml', theirs.replace('T1', 'T3'), base)).toMatchObject({ kind: 'text' });
  });

  it('says the sizes of what is neither', async () => {
    expect(await sides('binaire.bin', 'Un texte.')).toEqual({ kind: 'bytes', ours: 3, theirs: 9 });
  });

  it('has nothing to show when the other side was purged', async () => {
    const purged = { path: NOTES, id: objectId('blob', Buffer.from('Retiré.\n')) };
    const question: OpenQuestion = {
      id: 'question',
      kind: 'file',
      path: NOTES,
      title: NOTES,
      since: 0,
      isPending: false,
      postId: null,
      base: null,
      theirs: purged,
    };
    const { workspace } = site;
    expect(await sidesOfQuestion({ workspace, images: inProcess }, question)).toBeNull();
  });

  it('has nothing to show when the other side has none', async () => {
    expect(await sides(NOTES, null)).toBeNull();
  });
});
